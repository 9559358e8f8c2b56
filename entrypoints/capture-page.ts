import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { offerCapture } from '../src/extension/get-articles/capture-in-page';
import { capturePage } from '../src/extension/get-articles/capture-page';

/** Loaded into a page of the extension that captures pages which were fetched. */
export default defineUnlistedScript(() => offerCapture(capturePage));
