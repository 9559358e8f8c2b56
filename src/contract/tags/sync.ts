import * as z from 'zod/mini';
import { choices, flag, form, instant, text, texts } from '../form/field';
import { defaulted } from '../form/rules';
import { CONDITIONS } from '../route/headers';
import { body, empty, json, media, route } from '../route/route';
import { Instant, record, ShortId } from '../schema/record';
import { bookmarkFilters, MAX_ID_LENGTH, MAX_IDS } from './bookmark-filters';

/** One change in the sync list (spec 2.18). */
export const SyncEntry = record(() => ({
  id: ShortId,
  time: Instant,
  type: z.enum(['update', 'delete']),
}));
export type SyncEntry = z.output<typeof SyncEntry>;

const SYNC_SORTS = ['created', '-created', 'updated', '-updated'] as const;
export type SyncSort = (typeof SYNC_SORTS)[number];
const MAX_RESOURCE_PREFIX_LENGTH = 128; // protocol.md section 11

/** Filters for the part of the library that a device keeps; all must match (protocol.md section 7.1). */
const syncFilters = form(() => ({
  ...bookmarkFilters.fields,
  collection: text({ max: MAX_ID_LENGTH }),
}));

/**
 * The form of the sync stream (spec 2.18). Without ids it selects all bookmarks that match the
 * filters.
 */
export const syncParams = form(() => ({
  id: texts({ max: MAX_ID_LENGTH, maxItems: MAX_IDS }),
  ...syncFilters.fields,
  sort: defaulted(choices(SYNC_SORTS), ['updated']),
  with_json: defaulted(flag(), false),
  with_html: defaulted(flag(), false),
  with_markdown: defaulted(flag(), false),
  with_annotations: defaulted(flag(), false),
  with_resources: defaulted(flag(), false),
  resource_prefix: defaulted(text({ max: MAX_RESOURCE_PREFIX_LENGTH }), '.'),
}));

const READ_BOOKMARKS = ['api:bookmarks:read'] as const;

export const sync = {
  list: route('GET', '/api/bookmarks/sync', {
    access: READ_BOOKMARKS,
    query: form(() => ({
      since: instant(),
      ...syncFilters.fields,
    })),
    reads: CONDITIONS,
    answers: { 200: json(z.array(SyncEntry), ['ETag', 'Last-Modified']), 304: empty() },
    errors: { 404: 'message' },
  }),
  /**
   * The parts are described by `SyncPart`. The stream is complete only after its closing boundary.
   */
  stream: route('POST', '/api/bookmarks/sync', {
    access: READ_BOOKMARKS,
    body: body(syncParams),
    answers: { 200: media(['multipart/mixed']) },
    errors: { 404: 'message' },
  }),
};

/** An empty event keeps the connection open. A client that misses two of them reconnects. */
export const EVENT_HEARTBEAT_MS = 25_000;

export const events = {
  stream: route('GET', '/api/events', {
    access: ['api:bookmarks:read'],
    reads: ['Last-Event-ID'],
    answers: { 200: media(['text/event-stream'], ['Cache-Control']) },
  }),
};
