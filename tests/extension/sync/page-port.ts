import type { Browser } from 'wxt/browser';
import { FakeEvent, OWN_ORIGIN } from '../support/fake-extension';

export const LIBRARY = `${OWN_ORIGIN}library.html`;

/** The background's end of a port that a page has opened. */
export function pagePort(url: string = LIBRARY, name = 'visible-page') {
  const onDisconnect = new FakeEvent();
  const posted: unknown[] = [];
  let isClosed = false;
  const fake = {
    name,
    sender: { url },
    onDisconnect,
    onMessage: new FakeEvent(),
    postMessage(message: unknown) {
      if (isClosed) throw new Error('Attempting to use a disconnected port object');
      posted.push(message);
    },
  };
  return {
    posted,
    end: fake as unknown as Browser.runtime.Port, // Only the used part.
    close(isReported = true) {
      isClosed = true;
      if (isReported) onDisconnect.fire();
    },
  };
}
