import * as z from 'zod/mini';
import { choices, flag, instant, text, texts } from '../form/field';
import { defaulted } from '../form/rules';
import { CONDITIONS } from '../route/headers';
import { body, empty, json, media, route } from '../route/route';
import { described, Instant, record, ShortId } from '../schema/record';
import { bookmarkFilters, MAX_ID_LENGTH, MAX_IDS } from './bookmark-filters';
/** One change since a moment (spec 2.18). */
export const SyncEntry = record({
  id: described(ShortId, 'Id of the bookmark.'),
  time: described(Instant, 'When it changed.'),
  type: described(z.enum(['update', 'delete']), '`update` or `delete`.'),
});
export type SyncEntry = z.output<typeof SyncEntry>;

export const SYNC_SORTS = ['created', '-created', 'updated', '-updated'] as const;
export type SyncSort = (typeof SYNC_SORTS)[number];
export const MAX_RESOURCE_PREFIX_LENGTH = 128; // protocol.md section 11

/** Filters for the part of the library that a device keeps; all must match (protocol.md section 7.1). */
const syncFilters = {
  ...bookmarkFilters,
  collection: described(text({ max: MAX_ID_LENGTH }), 'Id of a collection whose filters apply.'),
};

/** What is to be streamed (spec 2.18). No ids: all bookmarks that the filters choose. */
export const syncParams = {
  id: described(texts({ max: MAX_ID_LENGTH, maxItems: MAX_IDS }), 'Id.'),
  ...syncFilters,
  sort: described(
    defaulted(choices(SYNC_SORTS), ['updated']),
    'Keys to order by, the first one first; `-` turns one around.',
  ),
  with_json: described(defaulted(flag(), false), 'Whether to send the record.'),
  with_html: described(defaulted(flag(), false), 'Whether to send the article.'),
  with_markdown: described(defaulted(flag(), false), 'Whether to send it as Markdown.'),
  with_annotations: described(defaulted(flag(), false), 'Whether to send what is marked.'),
  with_resources: described(defaulted(flag(), false), 'Whether to send images.'),
  resource_prefix: described(
    defaulted(text({ max: MAX_RESOURCE_PREFIX_LENGTH }), '.'),
    'What stands before the name of a resource in the HTML; `%` is the id of the bookmark. Empty: absolute addresses.',
  ),
};

const READ = ['api:bookmarks:read'] as const;

export const sync = {
  list: route({
    summary: 'What changed since a moment, the newest first.',
    notes: [
      'Without `since`: every bookmark, and no deletions.',
      'Take the greatest `time` as the next `since`, and expect repeats.',
      'With filters, or with `collection`, only what they choose is an `update`. With `since`, what changed and is not chosen is a `delete`, whether or not it was chosen before: drop it, and what is left is what the filters choose. Ask without `since` when the filters are others.',
      'When the collection itself was changed after `since`, and always when the choice can change by itself (a search for words, a range of dates), every bookmark is listed: as an `update` or as a `delete`.',
      'An unknown collection is a 404.',
    ],
    method: 'GET',
    path: '/api/bookmarks/sync',
    tag: 'bookmark sync',
    access: READ,
    query: {
      since: described(instant(), 'Changes from this moment on, in whole seconds.'),
      ...syncFilters,
    },
    reads: CONDITIONS,
    answers: { 200: json(z.array(SyncEntry), ['ETag', 'Last-Modified']), 304: empty() },
    errors: { 404: 'message' },
  }),
  /** A stream of parts, described by `SyncPart`. It is whole only when its closing boundary came. */
  stream: route({
    summary: 'Bookmarks with what they hold, as a stream of parts.',
    notes: [
      'Without ids: all bookmarks that the filters choose. Ids that are unknown, or not chosen by the filters, are left out. An unknown collection is a 404.',
      'The parts of a bookmark come together: JSON, HTML, Markdown, annotations, resources. There are more types to come: pass over those that you do not know.',
      'The part of type `annotations` is a list of `AnnotationInfo` in the order of the text, empty when there are none.',
      'Each part says whose it is and what in its headers: `Bookmark-Id`, `Type`, `Content-Type`, `Filename`, `Content-Disposition`; all but resources have `Date` and `Last-Modified` in RFC 3339; JSON, HTML, annotations and resources have `Location`; resources have `Path`, `Group` and `Content-Length`.',
      'The status is sent before the parts: the stream is whole only when its closing boundary came.',
    ],
    method: 'POST',
    path: '/api/bookmarks/sync',
    tag: 'bookmark sync',
    access: READ,
    body: body(syncParams),
    answers: { 200: media(['multipart/mixed']) },
    errors: { 404: 'message' },
  }),
};

/** An event with no news keeps the connection open; a client that misses two reconnects. */
export const EVENT_HEARTBEAT_MS = 25_000;

export const events = {
  /**
   * Server-sent events, each with a `SyncEntry` as its data, from the moment the stream opens or
   * from `Last-Event-ID` on. One named `reset` says that some of what was asked for is forgotten.
   * With the feature `events`; a client must never need it.
   */
  stream: route({
    summary: 'Changes as they happen, as server-sent events.',
    notes: [
      'The data of each event is a `SyncEntry`, its id a number to go on from in `Last-Event-ID`.',
      'An event named `reset` says that some of what was asked for is forgotten: sync, then go on.',
      'Only with the feature `events`, and never needed: the sync list says the same.',
    ],
    method: 'GET',
    path: '/api/events',
    tag: 'events',
    access: ['api:bookmarks:read'],
    reads: ['Last-Event-ID'],
    answers: { 200: media(['text/event-stream'], ['Cache-Control']) },
  }),
};
