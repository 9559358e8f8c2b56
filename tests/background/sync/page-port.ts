import type { VisiblePort } from '../../../src/background/ports';
import { FakeEvent } from '../../extension/support/fake-extension';

/** The background's end of a port that a page has opened. */
export function pagePort() {
  const onDisconnect = new FakeEvent();
  const posted: unknown[] = [];
  let isClosed = false;
  const end: VisiblePort = {
    onDisconnect,
    postMessage(message: unknown) {
      if (isClosed) throw new Error('Attempting to use a disconnected port object');
      posted.push(message);
    },
  };
  return {
    posted,
    end,
    close(isReported = true) {
      isClosed = true;
      if (isReported) onDisconnect.fire();
    },
  };
}
