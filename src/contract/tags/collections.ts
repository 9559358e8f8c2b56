import * as z from 'zod/mini';
import { Message } from '../errors';
import { type Field, type Form, flag, text } from '../form/field';
import { clearable, defaulted, filled, required } from '../form/rules';
import { PAGE_HEADERS } from '../route/headers';
import { body, empty, json, route } from '../route/route';
import { Address, extended, Instant, record, ShortId } from '../schema/record';
import { flag as flagOrFalse, orNull, text as textOrEmpty } from '../schema/tolerant';
import { BOOKMARK_TYPES } from './bookmark';
import { bookmarkFilters, paging, READ_STATUSES } from './bookmark-filters';

export const MAX_COLLECTION_NAME_LENGTH = 128; // protocol.md section 10

/** A saved search (spec 2.17): unset texts are empty, other unset filters null. */
export const CollectionSummary = record({
  updated: Instant,
  name: z.string(),
  is_pinned: flagOrFalse(),
  is_deleted: flagOrFalse(),
  search: textOrEmpty(),
  title: textOrEmpty(),
  author: textOrEmpty(),
  site: textOrEmpty(),
  type: orNull(z.array(z.enum(BOOKMARK_TYPES))),
  labels: textOrEmpty(),
  note: textOrEmpty(),
  read_status: orNull(z.array(z.enum(READ_STATUSES))),
  is_marked: orNull(z.boolean()),
  is_archived: orNull(z.boolean()),
  is_loaded: orNull(z.boolean()),
  has_errors: orNull(z.boolean()),
  has_labels: orNull(z.boolean()),
  has_annotations: orNull(z.boolean()),
  range_start: textOrEmpty(),
  range_end: textOrEmpty(),
});
export type CollectionSummary = z.output<typeof CollectionSummary>;

export const CollectionInfo = extended(CollectionSummary, {
  id: ShortId,
  href: Address,
  created: Instant,
});
export type CollectionInfo = z.output<typeof CollectionInfo>;

/** What a PATCH changed; fields that did not change are absent, `updated` too when none did. */
export const CollectionUpdated = extended(z.partial(CollectionSummary), { id: ShortId });
export type CollectionUpdated = z.output<typeof CollectionUpdated>;

type Clearable<F extends Form> = {
  [K in keyof F]: F[K] extends Field<infer W, infer V> ? Field<W, V, 'clearable'> : never;
};

/** The filters, where null takes one away. */
const filters = Object.fromEntries(
  Object.entries(bookmarkFilters).map(([name, field]) => [name, clearable(field as Field)]),
) as Clearable<typeof bookmarkFilters>; // Names and types stay, presence alone changes.

/** `is_deleted` (spec 2.17) is taken and does nothing, as today. */
export const collectionCreate = {
  name: required(text({ max: MAX_COLLECTION_NAME_LENGTH })),
  is_pinned: defaulted(flag(), false),
  is_deleted: flag(),
  ...filters,
};

export const collectionUpdate = {
  name: filled(text({ max: MAX_COLLECTION_NAME_LENGTH })),
  is_pinned: flag(),
  is_deleted: flag(),
  ...filters,
};

const READ = ['api:bookmarks:collections:read'] as const;
const WRITE = ['api:bookmarks:collections:write'] as const;

export const collections = {
  list: route({
    method: 'GET',
    path: '/api/bookmarks/collections',
    tag: 'bookmark collections',
    access: READ,
    query: paging,
    reads: ['If-None-Match'],
    answers: { 200: json(z.array(CollectionInfo), [...PAGE_HEADERS, 'ETag']), 304: empty() },
  }),
  create: route({
    method: 'POST',
    path: '/api/bookmarks/collections',
    tag: 'bookmark collections',
    access: WRITE,
    body: body(collectionCreate),
    answers: { 201: json(Message, ['Location']) },
  }),
  read: route({
    method: 'GET',
    path: '/api/bookmarks/collections/{id}',
    tag: 'bookmark collections',
    access: READ,
    params: { id: ShortId },
    reads: ['If-None-Match'],
    answers: { 200: json(CollectionInfo, ['ETag']), 304: empty() },
  }),
  update: route({
    method: 'PATCH',
    path: '/api/bookmarks/collections/{id}',
    tag: 'bookmark collections',
    access: WRITE,
    params: { id: ShortId },
    body: body(collectionUpdate),
    answers: { 200: json(CollectionUpdated) },
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/bookmarks/collections/{id}',
    tag: 'bookmark collections',
    access: WRITE,
    params: { id: ShortId },
    answers: { 204: empty() },
  }),
};
