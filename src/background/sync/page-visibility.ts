import { SECOND_MS } from '../../domain/time';
import type { PagePort } from '../ports';

/** The port that a visible page holds to the background. */
export const VISIBLE_PAGE_PORT = 'visible-page';

/** Message from the background to the page over that port. */
export interface FollowingMessage {
  /** True while the background receives the server's events. */
  readonly isFollowed: boolean;
}

interface Dependencies {
  /** Opens a port to the background. */
  readonly connect: () => PagePort;
  readonly page: {
    readonly visibilityState: DocumentVisibilityState;
    addEventListener(type: 'visibilitychange', listener: () => void): void;
  };
}

const OPEN_AGAIN_MS = SECOND_MS;

/** Holds a port to the background while the page is visible and an account is signed in. */
export function createPageVisibility({ connect, page }: Dependencies) {
  let isEnabled = false;
  let port: PagePort | null = null;

  const settle = () => {
    const isVisible = isEnabled && page.visibilityState === 'visible';
    if (isVisible && port === null) open();
    if (!isVisible && port !== null) {
      port.disconnect();
      port = null;
    }
  };
  const open = () => {
    const own = connect();
    let isFollowed = false;
    port = own;
    own.onMessage.addListener((message) => {
      // Only the background posts messages over it.
      isFollowed = (message as FollowingMessage).isFollowed;
    });
    own.onDisconnect.addListener(() => {
      if (port === own) port = null;
      // The worker was stopped. It is only woken again if it was receiving events.
      if (isFollowed) setTimeout(settle, OPEN_AGAIN_MS);
    });
  };
  page.addEventListener('visibilitychange', settle);
  return {
    /** Sets whether there is an account to sync while the page is visible. */
    setEnabled(next: boolean): void {
      isEnabled = next;
      settle();
    },
  };
}
