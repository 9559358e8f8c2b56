import { render } from 'preact';
import type { ToastBackground } from '../../messages/toast-messages';
import { schedule } from '../components/timers';
import type { ToastNews } from './toast-link';
import { createToastFrameStore } from './toast-store';
import { SaveToast } from './toast-view';

/** Shows the toast in its frame. `port` leads to the script in the page around it. */
export function startToast(root: HTMLElement, port: MessagePort, background: ToastBackground) {
  const page: Parameters<typeof createToastFrameStore>[1] = {
    ask: (request) => port.postMessage(JSON.stringify(request)),
    listen(listener) {
      // The script in the page checks what it tells.
      port.onmessage = ({ data }) => listener(JSON.parse(data) as ToastNews);
    },
  };
  render(<SaveToast store={createToastFrameStore(background, page, schedule)} />, root);
}
