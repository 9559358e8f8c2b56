import * as z from 'zod/mini';
import { choices, flag, instant, text, texts } from '../form/field';
import { defaulted } from '../form/rules';
import { CONDITIONS } from '../route/headers';
import { body, empty, json, media, route } from '../route/route';
import { Instant, record, ShortId } from '../schema/record';
import { bookmarkFilters, MAX_ID_LENGTH, MAX_IDS } from './bookmark-filters';

/** One change since a moment (spec 2.18). */
export const SyncEntry = record({
  id: ShortId,
  time: Instant,
  type: z.enum(['update', 'delete']),
});
export type SyncEntry = z.output<typeof SyncEntry>;

export const SYNC_SORTS = ['created', '-created', 'updated', '-updated'] as const;
export type SyncSort = (typeof SYNC_SORTS)[number];
export const MAX_RESOURCE_PREFIX_LENGTH = 128; // protocol.md section 11

/** Filters for the part of the library that a device keeps; all must match (protocol.md section 7.1). */
const syncFilters = { ...bookmarkFilters, collection: text({ max: MAX_ID_LENGTH }) };

/** What is to be streamed (spec 2.18). No ids: all bookmarks that the filters choose. */
export const syncParams = {
  id: texts({ max: MAX_ID_LENGTH, maxItems: MAX_IDS }),
  ...syncFilters,
  sort: defaulted(choices(SYNC_SORTS), ['updated']),
  with_json: defaulted(flag(), false),
  with_html: defaulted(flag(), false),
  with_markdown: defaulted(flag(), false),
  with_annotations: defaulted(flag(), false),
  with_resources: defaulted(flag(), false),
  resource_prefix: defaulted(text({ max: MAX_RESOURCE_PREFIX_LENGTH }), '.'),
};

const READ = ['api:bookmarks:read'] as const;

export const sync = {
  list: route({
    method: 'GET',
    path: '/api/bookmarks/sync',
    tag: 'bookmark sync',
    access: READ,
    query: { since: instant(), ...syncFilters },
    reads: CONDITIONS,
    answers: { 200: json(z.array(SyncEntry), ['ETag', 'Last-Modified']), 304: empty() },
    errors: { 404: 'message' },
  }),
  /** A stream of parts, described by `SyncPart`. It is whole only when its closing boundary came. */
  stream: route({
    method: 'POST',
    path: '/api/bookmarks/sync',
    tag: 'bookmark sync',
    access: READ,
    body: body(syncParams),
    answers: { 200: media(['multipart/mixed']) },
    errors: { 404: 'message' },
  }),
};
