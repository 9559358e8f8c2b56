import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureDocument } from '../src/capture';

/** Injected on demand; what `main` returns is the result of `scripting.executeScript`. */
export default defineUnlistedScript(() =>
  captureDocument(document, { selection: String(getSelection() ?? '') }),
);
