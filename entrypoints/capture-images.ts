import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { pageImageTools } from '../src/capture/images/image-tools';
import { IMAGE_LIMITS, LIST_IMAGES } from '../src/capture/images/limits';
import { loadImages } from '../src/capture/images/load-images';
import { offerImages, takeWantedImages } from '../src/extension/images/offer-images';

/** Injected after `capture.js`, once the page is saved; `capture.js` has less to bring by it. */
export default defineUnlistedScript(() => {
  const tools = pageImageTools(document);
  // The limit applies to the images of the article. Only the background knows which ones they are.
  const limits = { maxImages: IMAGE_LIMITS.maxImages + LIST_IMAGES };
  offerImages(browser.runtime, takeWantedImages(), (urls, signal) =>
    loadImages(urls, { tools, pageOrigin: location.origin, signal, limits }),
  );
});
