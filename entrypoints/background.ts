import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { startBackground } from '../src/extension/background';
import { createFetchImage } from '../src/extension/fetch-image';
import { prepareImage } from '../src/extension/prepare-image';
import { openLibrary } from '../src/library';

export default defineBackground(() => {
  const fetchImage = createFetchImage({ fetch: (...request) => fetch(...request), prepareImage });
  startBackground({ browser, openLibrary, fetchImage });
});
