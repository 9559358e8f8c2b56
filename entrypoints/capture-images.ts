import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { pageImageTools } from '../src/capture/images/image-tools';
import { loadImages } from '../src/capture/images/load-images';
import { offerImages } from '../src/extension/offer-images';
import { takeWantedImages } from '../src/extension/wanted-images';

/** Injected after `capture.js`, once the page is saved; `capture.js` has less to bring by it. */
export default defineUnlistedScript(() => {
  const tools = pageImageTools(document);
  offerImages(browser.runtime, takeWantedImages(), (urls, signal) =>
    loadImages(urls, { tools, pageOrigin: location.origin, signal }),
  );
});
