import * as z from 'zod/mini';
import { Message } from '../errors';
import { type Field, type Form, flag, text } from '../form/field';
import { clearable, defaulted, filled, required } from '../form/rules';
import { PAGE_HEADERS } from '../route/headers';
import { body, empty, json, route } from '../route/route';
import { Address, described, extended, Instant, record, ShortId } from '../schema/record';
import { flag as flagOrFalse, orNull, text as textOrEmpty } from '../schema/tolerant';
import { BOOKMARK_TYPES } from './bookmark';
import { bookmarkFilters, paging, READ_STATUSES } from './bookmark-filters';

const MAX_COLLECTION_NAME_LENGTH = 128; // protocol.md section 10

/** A saved search (spec 2.17). Unset texts are empty, other unset filters null. */
export const CollectionSummary = record({
  updated: described(Instant, 'Time of the last change.'),
  name: described(z.string(), 'Name.'),
  is_pinned: described(flagOrFalse(), 'True if it is pinned.'),
  is_deleted: described(flagOrFalse(), 'True if its deletion is scheduled.'),
  search: described(textOrEmpty(), 'Search in all fields.'),
  title: described(textOrEmpty(), 'Search in titles.'),
  author: described(textOrEmpty(), 'Search in authors.'),
  site: described(textOrEmpty(), 'Search in names and hosts of sites.'),
  type: described(orNull(z.array(z.enum(BOOKMARK_TYPES))), 'article, photo or video.'),
  labels: described(
    textOrEmpty(),
    'Search in labels. All must match; `foo*` matches a prefix, `-foo` excludes a label.',
  ),
  note: described(textOrEmpty(), 'Search in the notes of annotations.'),
  read_status: described(
    orNull(z.array(z.enum(READ_STATUSES))),
    'unread (0 %), reading (1 to 99 %), read (100 %).',
  ),
  is_marked: described(orNull(z.boolean()), 'True for a favourite.'),
  is_archived: described(orNull(z.boolean()), 'True for an archived bookmark.'),
  is_loaded: described(orNull(z.boolean()), 'True if the page has been processed.'),
  has_errors: described(orNull(z.boolean()), 'True if processing the page failed.'),
  has_labels: described(orNull(z.boolean()), 'True if it has labels.'),
  has_annotations: described(orNull(z.boolean()), 'True if it has annotations.'),
  range_start: described(
    textOrEmpty(),
    'Created at or after: a date, `now`, or an offset such as `-3d`, `-2w`, `-6m`, `-1y`.',
  ),
  range_end: described(textOrEmpty(), 'Created at or before; the same forms.'),
});
export type CollectionSummary = z.output<typeof CollectionSummary>;

export const CollectionInfo = extended(CollectionSummary, {
  id: described(ShortId, 'Id.'),
  href: described(Address, 'Address of this record in the API.'),
  created: described(Instant, 'Creation time.'),
});
export type CollectionInfo = z.output<typeof CollectionInfo>;

/**
 * The response to a PATCH. Fields that did not change are absent; so is `updated` if nothing
 * changed.
 */
export const CollectionUpdated = extended(z.partial(CollectionSummary), {
  id: described(ShortId, 'Id.'),
});
export type CollectionUpdated = z.output<typeof CollectionUpdated>;

type Clearable<F extends Form> = {
  [K in keyof F]: F[K] extends Field<infer W, infer V> ? Field<W, V, 'clearable'> : never;
};

/** The filters as clearable fields: null removes a filter. */
const filters = Object.fromEntries(
  Object.entries(bookmarkFilters).map(([name, field]) => [name, clearable(field as Field)]),
) as Clearable<typeof bookmarkFilters>; // Only the presence changes; names and types stay the same.

/** `is_deleted` (spec 2.17) is accepted but has no effect. */
export const collectionCreate = {
  name: described(required(text({ max: MAX_COLLECTION_NAME_LENGTH })), 'Name.'),
  is_pinned: described(defaulted(flag(), false), 'True if it is pinned.'),
  is_deleted: described(flag(), 'True if its deletion is scheduled.'),
  ...filters,
};

export const collectionUpdate = {
  name: described(filled(text({ max: MAX_COLLECTION_NAME_LENGTH })), 'Name.'),
  is_pinned: described(flag(), 'True if it is pinned.'),
  is_deleted: described(flag(), 'True if its deletion is scheduled.'),
  ...filters,
};

const READ = ['api:bookmarks:collections:read'] as const;
const WRITE = ['api:bookmarks:collections:write'] as const;

export const collections = {
  list: route({
    summary: 'Lists collections by name, in pages of 30.',
    method: 'GET',
    path: '/api/bookmarks/collections',
    tag: 'bookmark collections',
    access: READ,
    query: paging,
    reads: ['If-None-Match'],
    answers: { 200: json(z.array(CollectionInfo), [...PAGE_HEADERS, 'ETag']), 304: empty() },
  }),
  create: route({
    summary: 'Saves a search.',
    method: 'POST',
    path: '/api/bookmarks/collections',
    tag: 'bookmark collections',
    access: WRITE,
    body: body(collectionCreate),
    answers: { 201: json(Message, ['Location']) },
  }),
  read: route({
    summary: 'Returns one collection.',
    method: 'GET',
    path: '/api/bookmarks/collections/{id}',
    tag: 'bookmark collections',
    access: READ,
    params: { id: ShortId },
    reads: ['If-None-Match'],
    answers: { 200: json(CollectionInfo, ['ETag']), 304: empty() },
  }),
  update: route({
    summary: 'Changes a collection.',
    notes: ['null removes a filter. The response contains the changed fields.'],
    method: 'PATCH',
    path: '/api/bookmarks/collections/{id}',
    tag: 'bookmark collections',
    access: WRITE,
    params: { id: ShortId },
    body: body(collectionUpdate),
    answers: { 200: json(CollectionUpdated) },
  }),
  delete: route({
    summary: 'Deletes a collection. Its bookmarks stay.',
    method: 'DELETE',
    path: '/api/bookmarks/collections/{id}',
    tag: 'bookmark collections',
    access: WRITE,
    params: { id: ShortId },
    answers: { 204: empty() },
  }),
};
