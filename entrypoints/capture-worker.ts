import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openHtml } from '../src/capture/open-html';
import { captureForBackground } from '../src/extension/get-articles/capture-page';

/** A worker of Firefox that captures pages which were fetched. */
export default defineUnlistedScript({
  include: ['firefox'],
  main() {
    self.addEventListener('message', ({ data }) =>
      self.postMessage(captureForBackground(data, openHtml)),
    );
  },
});
