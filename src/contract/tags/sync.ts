import * as z from 'zod/mini';
import { choices, flag, instant, text, texts } from '../form/field';
import { defaulted } from '../form/rules';
import { CONDITIONS } from '../route/headers';
import { body, empty, json, media, route } from '../route/route';
import { described, Instant, record, ShortId } from '../schema/record';
import { bookmarkFilters, MAX_ID_LENGTH, MAX_IDS } from './bookmark-filters';

/** One change in the sync list (spec 2.18). */
export const SyncEntry = record({
  id: described(ShortId, 'Id of the bookmark.'),
  time: described(Instant, 'Time of the change.'),
  type: described(z.enum(['update', 'delete']), '`update` or `delete`.'),
});
export type SyncEntry = z.output<typeof SyncEntry>;

const SYNC_SORTS = ['created', '-created', 'updated', '-updated'] as const;
export type SyncSort = (typeof SYNC_SORTS)[number];
const MAX_RESOURCE_PREFIX_LENGTH = 128; // protocol.md section 11

/** Filters for the part of the library that a device keeps; all must match (protocol.md section 7.1). */
const syncFilters = {
  ...bookmarkFilters,
  collection: described(
    text({ max: MAX_ID_LENGTH }),
    'Id of a collection whose filters are applied.',
  ),
};

/**
 * The form of the sync stream (spec 2.18). Without ids it selects all bookmarks that match the
 * filters.
 */
export const syncParams = {
  id: described(texts({ max: MAX_ID_LENGTH, maxItems: MAX_IDS }), 'Id.'),
  ...syncFilters,
  sort: described(
    defaulted(choices(SYNC_SORTS), ['updated']),
    'Sort keys, most significant first; `-` reverses one.',
  ),
  with_json: described(defaulted(flag(), false), 'true: sends the record.'),
  with_html: described(defaulted(flag(), false), 'true: sends the article.'),
  with_markdown: described(defaulted(flag(), false), 'true: sends the article as Markdown.'),
  with_annotations: described(defaulted(flag(), false), 'true: sends the annotations.'),
  with_resources: described(defaulted(flag(), false), 'true: sends the images.'),
  resource_prefix: described(
    defaulted(text({ max: MAX_RESOURCE_PREFIX_LENGTH }), '.'),
    'Prefix of resource names in the HTML; `%` stands for the id of the bookmark. Empty: absolute addresses.',
  ),
};

const READ = ['api:bookmarks:read'] as const;

export const sync = {
  list: route({
    summary: 'Lists changes since a time, newest first.',
    notes: [
      'Without `since` it lists every bookmark and no deletions.',
      'Use the greatest `time` as the next `since`, and expect repeated entries.',
      'With filters or `collection`, only matching bookmarks are an `update`. With `since`, a changed bookmark that does not match is a `delete`, whether or not it matched before: remove it, and the matching bookmarks remain. When the filters change, send no `since`.',
      'Every bookmark is listed, as an `update` or as a `delete`, if the collection was changed after `since` or if the result can change by itself (a search for words, a range of dates).',
      'An unknown collection is a 404.',
    ],
    method: 'GET',
    path: '/api/bookmarks/sync',
    tag: 'bookmark sync',
    access: READ,
    query: {
      since: described(instant(), 'Only changes since this time, in whole seconds.'),
      ...syncFilters,
    },
    reads: CONDITIONS,
    answers: { 200: json(z.array(SyncEntry), ['ETag', 'Last-Modified']), 304: empty() },
    errors: { 404: 'message' },
  }),
  /**
   * The parts are described by `SyncPart`. The stream is complete only after its closing boundary.
   */
  stream: route({
    summary: 'Returns bookmarks with their content as a stream of parts.',
    notes: [
      'Without ids it sends all bookmarks that match the filters. Ids that are unknown or do not match are left out. An unknown collection is a 404.',
      'The parts of a bookmark are adjacent: JSON, HTML, Markdown, annotations, resources. Skip unknown types, because more may be added.',
      'The part of type `annotations` is a list of `AnnotationInfo` in the order of the text; empty when there are none.',
      'The headers of each part are `Bookmark-Id`, `Type`, `Content-Type`, `Filename` and `Content-Disposition`. All but resources also have `Date` and `Last-Modified` in RFC 3339; JSON, HTML, annotations and resources have `Location`; resources have `Path`, `Group` and `Content-Length`.',
      'The status is sent before the parts, so the stream is complete only after its closing boundary.',
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

/** An empty event keeps the connection open. A client that misses two of them reconnects. */
export const EVENT_HEARTBEAT_MS = 25_000;

export const events = {
  stream: route({
    summary: 'Sends changes as server-sent events when they happen.',
    notes: [
      'The data of each event is a `SyncEntry`. Its id is a number for `Last-Event-ID` after a reconnect.',
      'An event named `reset` means that some requested events are no longer available: sync, then continue.',
      'Requires the feature `events`. It is optional for clients, because the sync list has the same information.',
    ],
    method: 'GET',
    path: '/api/events',
    tag: 'events',
    access: ['api:bookmarks:read'],
    reads: ['Last-Event-ID'],
    answers: { 200: media(['text/event-stream'], ['Cache-Control']) },
  }),
};
