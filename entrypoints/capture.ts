import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureDocument } from '../src/capture/capture-document';
import { type InlineImages, imageUrls } from '../src/capture/images/inline-images';
import { htmlOfWall } from '../src/capture/wall';
import {
  cutNote,
  documentSince,
  documentStatus,
  type InjectedCapture,
  setCaptureMark,
  takeAsked,
} from '../src/extension/capture/injected-capture';
import { storeImageUrls } from '../src/extension/images/offer-images';

/** Injected on demand. The returned value is the result of `scripting.executeScript`. */
export default defineUnlistedScript((): InjectedCapture => {
  setCaptureMark();
  const inlineImages: InlineImages = new Map();
  const selection = String(getSelection() ?? '');
  const outcome = captureDocument(document, {
    selection,
    inlineImages,
    cutNote,
    ...takeAsked(),
  });
  let html = '';
  if (outcome.kind === 'captured') {
    storeImageUrls(imageUrls(outcome.capture), inlineImages);
    html = htmlOfWall(document, outcome.capture);
  }
  return { outcome, documentSince: documentSince(), status: documentStatus(), html };
});
