import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { startBackground } from '../src/extension/background';
import { wallClock } from '../src/extension/clock';
import { createFetchImages } from '../src/extension/fetch-images';
import { createServiceLoader } from '../src/extension/service-script';
import { openSavingLibrary, removeLibrary } from '../src/library';

export default defineBackground(() => {
  const fetchImages = createFetchImages((url, init) => fetch(url, init));
  startBackground({
    browser,
    openLibrary: openSavingLibrary,
    removeLibrary,
    fetchImages,
    loadService: createServiceLoader(self),
    now: wallClock,
    onOnline: (listener) => self.addEventListener('online', listener),
  });
});
