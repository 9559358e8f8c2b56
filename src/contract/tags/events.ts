import { media, route } from '../route/route';

/** An event with no news keeps the connection open; a client that misses two reconnects. */
export const EVENT_HEARTBEAT_MS = 25_000;

export const events = {
  /**
   * Server-sent events, each with a `SyncEntry` as its data, from the moment the stream opens or
   * from `Last-Event-ID` on. One named `reset` says that some of what was asked for is forgotten.
   * With the feature `events`; a client must never need it.
   */
  stream: route({
    method: 'GET',
    path: '/api/events',
    tag: 'events',
    access: ['api:bookmarks:read'],
    reads: ['Last-Event-ID'],
    answers: { 200: media(['text/event-stream'], ['Cache-Control']) },
  }),
};
