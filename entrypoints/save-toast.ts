import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { takeToastToken } from '../src/extension/save-toast/injected-token';
import { schedule } from '../src/ui/components/timers';
import { frameLinker } from '../src/ui/highlights/page/frame-link';
import { TOAST_QUERY } from '../src/ui/save-toast/toast-link';
import { showToast } from '../src/ui/save-toast/toast-script';

/** Sent into a page after a save by key or menu. */
export default defineUnlistedScript(() => {
  const token = takeToastToken();
  if (token === null) return;
  showToast({
    page: document,
    link: frameLinker(
      document,
      browser.runtime.getURL('/highlight-frame.html') + TOAST_QUERY,
      new URL(browser.runtime.getURL('/')).origin,
    ),
    token,
    later: schedule,
  });
});
