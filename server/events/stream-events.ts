import { EVENT_HEARTBEAT_MS, formatInstant, type SyncEntry } from '../../src/contract';
import { SECOND_MS } from '../../src/domain';
import type { EventRow, Storage, UserId } from '../storage';
import type { EventListener } from './event-listeners';

/** Events that are read at once. */
const BATCH = 200;

export interface EventStream {
  readonly events: Storage['events'];
  readonly userId: UserId;
  /** The last event that the client has; null: from now on. */
  readonly after: number | null;
  readonly listener: EventListener;
  /** Whether the token is still good: asked before anything is sent. */
  readonly mayListen: () => Promise<boolean>;
  readonly heartbeatMs?: number;
}

/** What changes from `after` on, as server-sent events, until the listener is over. */
export async function* streamEvents(stream: EventStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const text of texts(stream)) yield Buffer.from(text);
  } finally {
    stream.listener.end();
  }
}

async function* texts(stream: EventStream): AsyncGenerator<string> {
  const { events, userId, after, listener, mayListen } = stream;
  const { heartbeatMs = EVENT_HEARTBEAT_MS } = stream;
  const isForgotten = after !== null && !(await events.reaches(userId, after));
  let seq = after === null || isForgotten ? await events.latest(userId) : after;
  yield openingText(seq);
  if (isForgotten) yield resetText(seq);
  while (!listener.isOver) {
    // Before the question: what is told while it is asked is asked for again.
    listener.bell.quiet();
    const news = await events.after(userId, seq, BATCH);
    if (news.length === 0) {
      const isRung = await listener.bell.wait(heartbeatMs);
      if (listener.isOver || !(await mayListen())) return;
      if (!isRung) yield HEARTBEAT_TEXT;
    } else {
      if (!(await mayListen())) return;
      seq = news.at(-1)?.seq ?? seq;
      yield news.map(eventText).join('');
    }
  }
}

/** How long a client waits before it comes back. */
const RETRY_MS = 3 * SECOND_MS;

/** What a stream begins with: where it is, so that a client that loses it at once misses nothing. */
export const openingText = (seq: number): string => `retry: ${RETRY_MS}\nid: ${seq}\n\n`;

/** Some of what was asked for is forgotten: the client has to sync, and goes on from `seq`. */
export const resetText = (seq: number): string => `event: reset\nid: ${seq}\ndata: {}\n\n`;

/** Keeps the connection from being taken for dead. */
export const HEARTBEAT_TEXT = ':\n\n';

/** A change, with its number as the id of the event. */
export function eventText({ seq, bookmarkId, time, type }: EventRow): string {
  const entry: SyncEntry = { id: bookmarkId, time: formatInstant(time), type };
  return `id: ${seq}\ndata: ${JSON.stringify(entry)}\n\n`;
}
