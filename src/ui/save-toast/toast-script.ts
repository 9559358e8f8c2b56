import { membersOf } from '../../dom/native';
import { SECOND_MS } from '../../domain/time';
import type { Schedule } from '../components/timers';
import { guardClicks } from '../highlights/page/click-guard';
import type { LinkFrame } from '../highlights/page/frame-link';
import { shareHost } from '../highlights/page/page-host';
import type { ToastNews, ToastRequest } from './toast-link';

/** A page can forbid scripts in all of its frames. Then there is no toast. */
const READY_WITHIN_MS = 4 * SECOND_MS;

type World = typeof globalThis & {
  /** Closes the toast of the page and returns true if there was one. */
  leafmarkCloseToast?: () => true;
};

interface ToastOptions {
  readonly page: Document;
  readonly link: LinkFrame<ToastRequest, ToastNews>;
  /** The background knows by it what the frame may show. */
  readonly token: string;
  readonly later: Schedule;
}

/**
 * Shows a toast in a page. The page has nothing of it but an element without contents: the texts are in
 * a frame of the extension, which always has the same size.
 */
export function showToast({ page, link, token, later }: ToastOptions): void {
  const world: World = globalThis;
  const members = membersOf(page);
  // The key was pressed again to get to the toast.
  const isAgain = world.leafmarkCloseToast?.() === true;
  const host = shareHost(page);
  host.raise();
  const root = host.addRoot();
  const focusBefore = members.activeElement as Partial<HTMLElement> | null;
  const onGone = () => void close();
  const frame = link(root, token, { onRequest: (request) => receive(request), onGone });
  const { element } = frame;
  element.className += ' dark-ground';
  element.dataset.view = 'toast';
  const guard = guardClicks(element, host.element);
  const stopWaiting = later(onGone, READY_WITHIN_MS);
  members.defaultView?.addEventListener('pagehide', onGone);

  function receive(request: ToastRequest): void {
    if (request.kind === 'close') close();
    else if (request.kind === 'is-seen') frame.tell({ kind: 'seen', isSeen: guard.isSeen() });
    else {
      stopWaiting();
      element.dataset.ready = '';
      if (!isAgain) return;
      element.focus({ preventScroll: true });
      frame.tell({ kind: 'focus' });
    }
  }

  function close(): true {
    if (world.leafmarkCloseToast === close) delete world.leafmarkCloseToast;
    const hadFocus = host.focused() === element;
    members.defaultView?.removeEventListener('pagehide', onGone);
    stopWaiting();
    guard.stop();
    frame.remove();
    root.remove();
    host.remove();
    if (hadFocus) focusBefore?.focus?.({ preventScroll: true });
    return true;
  }

  world.leafmarkCloseToast = close;
}
