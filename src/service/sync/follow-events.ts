import {
  type Answered,
  type CallOptions,
  EVENT_HEARTBEAT_MS,
  type events,
  SyncEntry,
} from '../../contract';
import { backOffMs } from '../../domain/back-off';
import { ok, type Result } from '../../domain/result';
import { MINUTE_MS, SECOND_MS } from '../../domain/time';
import { platformTransport, type Transport } from '../http/connection';
import { boundedChunks } from '../http/read-body';
import { BodyError } from '../http/response-error';
import { meaningOf, type ServiceError } from '../http/service-error';
import { EventParser, type ServerEvent } from './event-parser';

/** An event of the library on the server. */
export type LibraryEvent =
  /** The stream was opened, for the first time or again. */
  | { readonly kind: 'open' }
  /** The server has dropped some of the requested events, so a sync is needed. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'change'; readonly entry: SyncEntry; readonly eventId: string };

interface FollowOptions {
  /** The id of the last received event; the stream continues after it. */
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
  readonly transport?: Pick<Transport, 'sleep' | 'now'>;
}

type Open = (options: CallOptions) => Promise<Result<Answered<typeof events.stream>, ServiceError>>;

const EVENTS_BACK_OFF = { firstMs: SECOND_MS, maxMs: 5 * MINUTE_MS };
/** A connection that lasted this long was good, even without events. */
const STABLE_MS = MINUTE_MS;
/** Two heartbeats were missed. */
const HEARTBEAT_TIMEOUT_MS = 2 * EVENT_HEARTBEAT_MS + SECOND_MS;

/**
 * Yields the changes on a server with the feature `events`. When the connection breaks it
 * reconnects with the last event id, with exponential back-off. It ends with the first error that a
 * retry cannot fix, or when `signal` is aborted. `open` is `client.events.stream`.
 */
export async function* followEvents(
  open: Open,
  { lastEventId = '', signal, transport = platformTransport }: FollowOptions = {},
): AsyncGenerator<Result<LibraryEvent, ServiceError>, void> {
  let lastId = lastEventId;
  let failures = 0;
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
        failures = 0;
        const news = parseEvent(event);
        if (news) yield ok(news);
      }
      lastId = parser.lastEventId;
      atLeastMs = parser.retryMs ?? 0;
      if (transport.now() - openedAt > STABLE_MS) failures = 0;
    }
    failures += 1;
    await transport.sleep(Math.max(atLeastMs, backOffMs(failures, 1, EVENTS_BACK_OFF)), signal);
  }
}

/** Yields the events of one connection until it ends or breaks. */
async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  parser: EventParser,
): AsyncGenerator<ServerEvent, void> {
  const bounds = { maxBytes: Number.POSITIVE_INFINITY, stallMs: HEARTBEAT_TIMEOUT_MS };
  try {
    for await (const chunk of boundedChunks(body, bounds)) yield* parser.write(chunk);
  } catch (failure) {
    if (!(failure instanceof BodyError)) throw failure;
    // A broken connection is expected; the caller opens the next one.
  }
}

/** Parses an event. Returns null for events that only newer clients know. */
function parseEvent({ type, data, id }: ServerEvent): LibraryEvent | null {
  if (type === 'reset') return { kind: 'reset' };
  try {
    const read = SyncEntry.safeParse(JSON.parse(data));
    return read.success ? { kind: 'change', entry: read.data, eventId: id } : null;
  } catch {
    return null; // Ignore events that are not JSON.
  }
}
