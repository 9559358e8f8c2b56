import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureDocument } from '../src/capture/capture-document';
import { imageUrls } from '../src/capture/images/wanted-images';
import { leaveCaptureMark } from '../src/extension/capture-mark';
import { leaveWantedImages } from '../src/extension/wanted-images';

/** Injected on demand; what `main` returns is the result of `scripting.executeScript`. */
export default defineUnlistedScript(() => {
  leaveCaptureMark();
  const outcome = captureDocument(document, { selection: String(getSelection() ?? '') });
  if (outcome.kind === 'captured') leaveWantedImages(imageUrls(outcome.capture));
  return outcome;
});
