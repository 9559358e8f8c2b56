import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureDocument, imageUrls, loadImages, pageImageTools } from '../src/capture';
import { offerImages } from '../src/extension/offer-images';

/** Injected on demand; what `main` returns is the result of `scripting.executeScript`. */
export default defineUnlistedScript(() => {
  const outcome = captureDocument(document, { selection: String(getSelection() ?? '') });
  if (outcome.kind === 'captured') {
    const urls = imageUrls(outcome.capture);
    const tools = pageImageTools(document);
    offerImages(browser.runtime, (signal) =>
      loadImages(urls, { tools, pageOrigin: location.origin, signal }),
    );
  }
  return outcome;
});
