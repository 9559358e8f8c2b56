import { EVENT_HEARTBEAT_MS } from '../../src/contract';
import type { Storage, UserId } from '../storage';
import { eventText, HEARTBEAT_TEXT, openingText, resetText } from './event-text';
import type { Listener } from './listeners';

/** Events that are read at once. */
const BATCH = 200;

export interface EventStream {
  readonly events: Storage['events'];
  readonly userId: UserId;
  /** The last event that the client has; null: from now on. */
  readonly after: number | null;
  readonly listener: Listener;
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
