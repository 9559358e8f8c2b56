import type { PagePort, VisiblePort } from '../src/background/ports';

/** Tells the background that the page is visible. The returned function tells it that it no longer is. */
type Show = (post: (message: unknown) => void) => Promise<() => unknown>;

/** Opens the port by which the background of this page learns that the page is visible. */
export function openPort(show: Show): PagePort {
  const messages = createEvent();
  const ends = createEvent();
  // The background ends with this page, so the port ends only where it could not be started.
  const shown = show(messages.report).catch(() => {
    ends.report(null);
    return () => {};
  });
  return {
    onMessage: messages,
    onDisconnect: ends,
    disconnect: () => void shown.then((hide) => hide()),
  };
}

/** Returns the background's end of the port, and the function that closes it. */
export function portOf(post: (message: unknown) => void): {
  readonly port: VisiblePort;
  readonly close: () => void;
} {
  const ends = createEvent();
  return { port: { postMessage: post, onDisconnect: ends }, close: () => ends.report(null) };
}

function createEvent() {
  const listeners = new Set<(value: unknown) => void>();
  return {
    addListener: (listener: (value: unknown) => void) => void listeners.add(listener),
    report(value: unknown) {
      for (const listener of listeners) listener(value);
    },
  };
}
