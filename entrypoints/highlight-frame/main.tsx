import { render } from 'preact';
import { browser } from 'wxt/browser';
import { readSettings } from '../../src/background/settings/settings';
import { createPageClient } from '../../src/extension/highlights/page-client';
import type { FRAME_MESSAGES } from '../../src/messages/page-messages';
import type { TOAST_MESSAGES } from '../../src/messages/toast-messages';
import type { FrameRequest, FrameState } from '../../src/ui/highlights/page/frame-link';
import { createFrameStore } from '../../src/ui/highlights/page/frame-store';
import { FrameInterface } from '../../src/ui/highlights/page/frame-view';
import { TOAST_QUERY } from '../../src/ui/save-toast/toast-link';
import { applyLanguage, applyTheme } from '../../src/ui/theme/theme';

const root = document.getElementById('root');
const token = location.hash.slice(1);

// A site can embed this page. It shows nothing until the script around it proves that it has the same
// token, and the background knows that the script has opened this frame, or has opened it itself.
addEventListener('message', function start({ source, data, ports: [port] }) {
  if (root === null || source !== parent || data !== token || token === '' || !port) return;
  removeEventListener('message', start);
  applyLanguage();
  const isToast = location.search === TOAST_QUERY;
  // Each message over a page is dark.
  if (isToast) applyTheme('dark');
  else void readSettings(browser.storage.local).then(({ reader }) => applyTheme(reader.theme));
  const send = (message: object) => browser.runtime.sendMessage(message);
  if (isToast) {
    const background = createPageClient<typeof TOAST_MESSAGES>(send, token);
    void import('../../src/ui/save-toast/show-toast').then(({ startToast }) =>
      startToast(root, port, background),
    );
    return;
  }
  const client = createPageClient<typeof FRAME_MESSAGES>(send, token);
  const store = createFrameStore(client, {
    ask: (request) => port.postMessage(JSON.stringify(request)),
    listen(listener) {
      // The script in the page checks what it tells. Places and numbers are all that it has.
      port.onmessage = ({ data }) => listener(JSON.parse(data) as FrameState);
    },
  });
  const onHeight = (height: number) =>
    port.postMessage(JSON.stringify({ kind: 'size', height } satisfies FrameRequest));
  render(<FrameInterface store={store} onHeight={onHeight} />, root);
});
