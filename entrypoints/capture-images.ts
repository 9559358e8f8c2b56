import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { pageImageTools } from '../src/capture/images/image-tools';
import { IMAGE_LIMITS, LIST_IMAGES } from '../src/capture/images/limits';
import { loadImages } from '../src/capture/images/load-images';
import { offerImages, takeImageUrls } from '../src/extension/images/offer-images';

/** Injected after the page is saved, so that `capture.js` can be smaller. */
export default defineUnlistedScript(() => {
  const tools = pageImageTools(document);
  // The limit applies to the images of the article. Only the background knows which ones they are.
  const limits = { maxImages: IMAGE_LIMITS.maxImages + LIST_IMAGES };
  offerImages(browser.runtime, takeImageUrls(), (urls, signal) =>
    loadImages(urls, { tools, pageOrigin: location.origin, signal, limits }),
  );
});
