import type { Browser } from 'wxt/browser';
import { FakeEvent } from './fake-extension';

export type FakePort = Pick<
  Browser.runtime.Port,
  'name' | 'sender' | 'postMessage' | 'disconnect' | 'onMessage' | 'onDisconnect'
>;

interface End {
  readonly onMessage: FakeEvent;
  readonly onDisconnect: FakeEvent;
}

/**
 * Two ends of a port. Messages arrive asynchronously and as JSON, and a disconnect reaches the
 * other end.
 */
export function portPair(name: string, senderId = 'leafmark') {
  const ends = [newEnd(), newEnd()] as const;
  let isOpen = true;
  const port = (own: End, other: End): FakePort => {
    const fake = {
      name,
      sender: { id: senderId },
      onMessage: own.onMessage,
      onDisconnect: own.onDisconnect,
      postMessage(message: unknown) {
        if (!isOpen) throw new Error('Attempting to use a disconnected port object');
        const copy = JSON.stringify(message);
        queueMicrotask(() => isOpen && other.onMessage.fire(JSON.parse(copy)));
      },
      disconnect() {
        if (!isOpen) return;
        // Messages that were posted before a disconnect arrive before it.
        queueMicrotask(() => {
          isOpen = false;
          other.onDisconnect.fire();
        });
      },
    };
    return fake as unknown as FakePort; // Only the used part of a port.
  };
  return { background: port(ends[0], ends[1]), page: port(ends[1], ends[0]) };
}

const newEnd = (): End => ({ onMessage: new FakeEvent(), onDisconnect: new FakeEvent() });
