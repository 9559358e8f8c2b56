import { EVENT_HEARTBEAT_MS, formatInstant, type SyncEntry } from '../../src/contract';
import { SECOND_MS } from '../../src/domain/time';
import type { EventRow, Storage, UserId } from '../storage';
import type { StreamListener } from './event-listeners';

/** The number of events that are read at once. */
const EVENTS_PER_READ = 200;

export interface EventStream {
  readonly events: Storage['events'];
  readonly userId: UserId;
  /** The last event that the client has; null to start now. */
  readonly after: number | null;
  readonly listener: StreamListener;
  /** Tells whether the token is still valid. Called before anything is sent. */
  readonly mayListen: () => Promise<boolean>;
  readonly heartbeatMs?: number;
}

/** Yields changes after `after` as server-sent events, until the listener is over. */
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
    // The signal is cleared before the query, so that changes during the query cause another one.
    listener.signal.clear();
    const changes = await events.after(userId, seq, EVENTS_PER_READ);
    if (changes.length === 0) {
      const isSet = await listener.signal.wait(heartbeatMs);
      if (listener.isOver || !(await mayListen())) return;
      if (!isSet) yield HEARTBEAT_TEXT;
    } else {
      if (!(await mayListen())) return;
      seq = changes.at(-1)?.seq ?? seq;
      yield changes.map(eventText).join('');
    }
  }
}

/** The time that a client waits before it reconnects. */
const CLIENT_RECONNECT_MS = 3 * SECOND_MS;

/** Writes the start of a stream. The id lets a client that disconnects at once miss nothing. */
const openingText = (seq: number): string => `retry: ${CLIENT_RECONNECT_MS}\nid: ${seq}\n\n`;

/** Tells the client that some events were deleted: it has to sync and continues from `seq`. */
const resetText = (seq: number): string => `event: reset\nid: ${seq}\ndata: {}\n\n`;

/** Keeps proxies and clients from closing an idle connection. */
const HEARTBEAT_TEXT = ':\n\n';

/** Writes a change, with its number as the id of the event. */
function eventText({ seq, bookmarkId, time, type }: EventRow): string {
  const entry: SyncEntry = { id: bookmarkId, time: formatInstant(time), type };
  return `id: ${seq}\ndata: ${JSON.stringify(entry)}\n\n`;
}
