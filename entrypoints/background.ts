import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { startBackground } from '../src/extension/background';
import { wallClock } from '../src/extension/clock';
import { createFetchImages } from '../src/extension/fetch-images';
import { createServiceLoader } from '../src/extension/service-script';
import { openLibraryWith, removeLibrary } from '../src/library';

export default defineBackground(() => {
  const fetchImages = createFetchImages((url, init) => fetch(url, init));
  const loadService = createServiceLoader(self);
  startBackground({
    browser,
    openLibrary: (options) =>
      openLibraryWith(options, async () => (await loadService()).syncWriting),
    removeLibrary,
    fetchImages,
    loadService,
    now: wallClock,
    onOnline: (listener) => self.addEventListener('online', listener),
  });
});
