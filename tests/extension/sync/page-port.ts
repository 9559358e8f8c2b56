import type { Browser } from 'wxt/browser';
import { FakeEvent, OWN_ORIGIN } from '../support/fake-extension';

export const LIBRARY = `${OWN_ORIGIN}library.html`;

/** The background's end of the port that a page holds. */
export function pagePort(url: string = LIBRARY, name = 'visible-page') {
  const onDisconnect = new FakeEvent();
  const said: unknown[] = [];
  let isClosed = false;
  const fake = {
    ...{ name, sender: { url }, onDisconnect, onMessage: new FakeEvent() },
    postMessage(message: unknown) {
      if (isClosed) throw new Error('Attempting to use a disconnected port object');
      said.push(message);
    },
  };
  return {
    said,
    end: fake as unknown as Browser.runtime.Port, // As much of it as is used.
    close(isTold = true) {
      isClosed = true;
      if (isTold) onDisconnect.fire();
    },
  };
}
