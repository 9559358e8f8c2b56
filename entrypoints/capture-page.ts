import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { cutNote } from '../src/extension/capture/injected-capture';
import { offerCapture } from '../src/extension/get-articles/capture-in-page';
import { capturePage } from '../src/extension/get-articles/capture-page';

const parser = new DOMParser();

/** Loaded into the offscreen document of Chromium, which captures pages that were fetched. */
export default defineUnlistedScript({
  include: ['chrome'],
  main: () =>
    offerCapture((page) =>
      capturePage(page, { document: parser.parseFromString(page.html, 'text/html'), cutNote }),
    ),
});
