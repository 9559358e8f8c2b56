import type { PagePort, VisiblePort } from '../src/background/ports';

/** Opens the port by which the background in this page learns that the page is visible. */
export function openPort(connect: (port: VisiblePort) => void): PagePort {
  const messages = createEvent();
  const ends = createEvent();
  connect({ postMessage: messages.report, onDisconnect: ends });
  // The other end is in this page, so it never closes the port.
  return { onMessage: messages, onDisconnect: createEvent(), disconnect: () => ends.report(null) };
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
