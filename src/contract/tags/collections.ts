import * as z from 'zod/mini';
import { Message } from '../errors';
import { type Field, type Fields, flag, form, text } from '../form/field';
import { clearable, defaulted, filled, required } from '../form/rules';
import { PAGE_HEADERS } from '../route/headers';
import { body, empty, json, route } from '../route/route';
import { Address, extended, Instant, record, ShortId } from '../schema/record';
import { flag as flagOrFalse, orNull, text as textOrEmpty } from '../schema/tolerant';
import { BOOKMARK_TYPES } from './bookmark';
import { bookmarkFilters, paging, READ_STATUSES } from './bookmark-filters';

const MAX_COLLECTION_NAME_LENGTH = 128; // protocol.md section 10

/** The filters of a saved search. Unset texts are empty, other unset filters null. */
export const CollectionFilters = record(() => ({
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
}));
export type CollectionFilters = z.output<typeof CollectionFilters>;

/** A saved search (spec 2.17). */
export const CollectionSummary = record(() => ({
  updated: Instant,
  name: z.string(),
  is_pinned: flagOrFalse(),
  is_deleted: flagOrFalse(),
  ...CollectionFilters.shape,
}));
export type CollectionSummary = z.output<typeof CollectionSummary>;

export const CollectionInfo = extended(CollectionSummary, () => ({
  id: ShortId,
  href: Address,
  created: Instant,
}));
export type CollectionInfo = z.output<typeof CollectionInfo>;

/**
 * The response to a PATCH. Fields that did not change are absent; so is `updated` if nothing
 * changed.
 */
export const CollectionUpdated = record(() => ({
  ...z.partial(CollectionSummary).shape,
  id: ShortId,
}));
export type CollectionUpdated = z.output<typeof CollectionUpdated>;

type Clearable<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer V, infer W> ? Field<V | null, W | null> : never;
};

/**
 * The filters as clearable fields: null removes a filter. Only the presence changes; names and types
 * stay the same.
 */
const filters = form(
  () =>
    Object.fromEntries(
      Object.entries(bookmarkFilters.fields).map(([name, field]) => [
        name,
        clearable(field as Field<unknown>),
      ]),
    ) as Clearable<typeof bookmarkFilters.fields>,
);

/** `is_deleted` (spec 2.17) is accepted but has no effect. */
export const collectionCreate = form(() => ({
  name: required(text({ max: MAX_COLLECTION_NAME_LENGTH })),
  is_pinned: defaulted(flag(), false),
  is_deleted: flag(),
  ...filters.fields,
}));

export const collectionUpdate = form(() => ({
  name: filled(text({ max: MAX_COLLECTION_NAME_LENGTH })),
  is_pinned: flag(),
  is_deleted: flag(),
  ...filters.fields,
}));

const READ_COLLECTIONS = ['api:bookmarks:collections:read'] as const;
const WRITE_COLLECTIONS = ['api:bookmarks:collections:write'] as const;

export const collections = {
  list: route('GET', '/api/bookmarks/collections', {
    access: READ_COLLECTIONS,
    query: paging,
    reads: ['If-None-Match'],
    answers: { 200: json(z.array(CollectionInfo), [...PAGE_HEADERS, 'ETag']), 304: empty() },
  }),
  create: route('POST', '/api/bookmarks/collections', {
    access: WRITE_COLLECTIONS,
    body: body(collectionCreate),
    answers: { 201: json(Message, ['Location']) },
  }),
  read: route('GET', '/api/bookmarks/collections/{id}', {
    access: READ_COLLECTIONS,
    params: { id: ShortId },
    reads: ['If-None-Match'],
    answers: { 200: json(CollectionInfo, ['ETag']), 304: empty() },
  }),
  update: route('PATCH', '/api/bookmarks/collections/{id}', {
    access: WRITE_COLLECTIONS,
    params: { id: ShortId },
    body: body(collectionUpdate),
    answers: { 200: json(CollectionUpdated) },
  }),
  delete: route('DELETE', '/api/bookmarks/collections/{id}', {
    access: WRITE_COLLECTIONS,
    params: { id: ShortId },
    answers: { 204: empty() },
  }),
};
