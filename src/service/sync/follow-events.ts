import {
  type Answered,
  type CallOptions,
  EVENT_HEARTBEAT_MS,
  type events,
  SyncEntry,
} from '../../contract';
import { MINUTE_MS, ok, type Result, SECOND_MS } from '../../domain';
import { platformTransport, type Transport } from '../http/connection';
import { boundedChunks } from '../http/read-body';
import { BodyFailure } from '../http/response-error';
import { meaningOf, type ServiceError } from '../http/service-error';
import { EventParser, type ServerEvent } from './event-parser';

/** News of the library on the server. */
export type LibraryNews =
  /** The line is open, for the first time or again. */
  | { readonly kind: 'open' }
  /** Some of what was asked for is forgotten there: sync, and listen on. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'change'; readonly entry: SyncEntry; readonly eventId: string };

interface Followed {
  /** The id of the last event that was seen, to have those that came after. */
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
  readonly transport?: Pick<Transport, 'sleep' | 'now'>;
}

type Open = (options: CallOptions) => Promise<Result<Answered<typeof events.stream>, ServiceError>>;

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
/** A line that held for so long was a good one, also without news. */
const LASTING_MS = MINUTE_MS;
/** Two heartbeats were missed. */
const SILENCE_MS = 2 * EVENT_HEARTBEAT_MS + SECOND_MS;

/**
 * What changes on the server while it changes, with the feature `events`; nobody may need it. When
 * the line breaks it is opened again, with the last event's id, after a wait that grows. Ends with
 * the first error that no waiting mends, or when `signal` is aborted. `open` is
 * `client.events.stream`.
 */
export async function* followEvents(
  open: Open,
  { lastEventId = '', signal, transport = platformTransport }: Followed = {},
): AsyncGenerator<Result<LibraryNews, ServiceError>, void> {
  let lastId = lastEventId;
  let waitMs = FIRST_WAIT_MS;
  while (!signal?.aborted) {
    const answer = await open({
      ...(signal && { signal }),
      ...(lastId !== '' && { headers: { 'Last-Event-ID': lastId } }),
    });
    const isHopeless = !answer.ok && meaningOf(answer.error).retry !== 'later';
    if (signal?.aborted) return;
    if (isHopeless) return yield answer;
    let atLeastMs = answer.ok ? 0 : (meaningOf(answer.error).waitMs ?? 0);
    if (answer.ok) {
      const openedAt = transport.now();
      yield ok({ kind: 'open' });
      const parser = new EventParser(lastId);
      for await (const event of eventsIn(answer.value.body, parser)) {
        lastId = event.id;
        waitMs = FIRST_WAIT_MS;
        const news = newsIn(event);
        if (news) yield ok(news);
      }
      lastId = parser.lastEventId;
      atLeastMs = parser.retryMs ?? 0;
      if (transport.now() - openedAt > LASTING_MS) waitMs = FIRST_WAIT_MS;
    }
    await transport.sleep(Math.max(atLeastMs, waitMs), signal);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** The events of one connection; ends when it does, however that comes. */
async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  parser: EventParser,
): AsyncGenerator<ServerEvent, void> {
  const bounds = { maxBytes: Number.POSITIVE_INFINITY, stallMs: SILENCE_MS };
  try {
    for await (const chunk of boundedChunks(body, bounds)) yield* parser.write(chunk);
  } catch (failure) {
    if (!(failure instanceof BodyFailure)) throw failure;
    // Lines break: that is what the next one is for.
  }
}

/** What an event says; null for what only a newer client knows. */
function newsIn({ type, data, id }: ServerEvent): LibraryNews | null {
  if (type === 'reset') return { kind: 'reset' };
  try {
    const read = SyncEntry.safeParse(JSON.parse(data));
    return read.success ? { kind: 'change', entry: read.data, eventId: id } : null;
  } catch {
    return null; // Not JSON: not for us.
  }
}
