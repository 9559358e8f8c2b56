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

export const MAX_COLLECTION_NAME_LENGTH = 128; // protocol.md section 10

/** A saved search (spec 2.17): unset texts are empty, other unset filters null. */
export const CollectionSummary = record({
  updated: described(Instant, 'When it last changed.'),
  name: described(z.string(), 'Name.'),
  is_pinned: described(flagOrFalse(), 'Whether it is pinned.'),
  is_deleted: described(flagOrFalse(), 'Whether it is about to be deleted.'),
  search: described(textOrEmpty(), 'Search in everything.'),
  title: described(textOrEmpty(), 'Title; as a filter: search in the titles.'),
  author: described(textOrEmpty(), 'Search in the authors.'),
  site: described(textOrEmpty(), 'Host of the site; as a filter: search in names and hosts.'),
  type: described(orNull(z.array(z.enum(BOOKMARK_TYPES))), 'article, photo or video.'),
  labels: described(
    textOrEmpty(),
    'Labels; as a filter: all of them, `foo*` for a beginning, `-foo` for without.',
  ),
  note: described(
    textOrEmpty(),
    'A note, empty when there is none; as a filter: search in the notes.',
  ),
  read_status: described(
    orNull(z.array(z.enum(READ_STATUSES))),
    'unread (0 %), reading (1 to 99 %), read (100 %).',
  ),
  is_marked: described(orNull(z.boolean()), 'Whether it is a favourite.'),
  is_archived: described(orNull(z.boolean()), 'Whether it is in the archive.'),
  is_loaded: described(orNull(z.boolean()), 'Whether the page has been read.'),
  has_errors: described(orNull(z.boolean()), 'Whether reading it went wrong.'),
  has_labels: described(orNull(z.boolean()), 'Whether it has labels.'),
  has_annotations: described(orNull(z.boolean()), 'Whether something is marked in it.'),
  range_start: described(
    textOrEmpty(),
    'Created at or after: a date, `now`, or a distance such as `-3d`, `-2w`, `-6m`, `-1y`.',
  ),
  range_end: described(textOrEmpty(), 'Created at or before.'),
});
export type CollectionSummary = z.output<typeof CollectionSummary>;

export const CollectionInfo = extended(CollectionSummary, {
  id: described(ShortId, 'Id.'),
  href: described(Address, 'Address of this record in the API.'),
  created: described(Instant, 'When it was made.'),
});
export type CollectionInfo = z.output<typeof CollectionInfo>;

/** What a PATCH changed; fields that did not change are absent, `updated` too when none did. */
export const CollectionUpdated = extended(z.partial(CollectionSummary), {
  id: described(ShortId, 'Id.'),
});
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
  name: described(required(text({ max: MAX_COLLECTION_NAME_LENGTH })), 'Name.'),
  is_pinned: described(defaulted(flag(), false), 'Whether it is pinned.'),
  is_deleted: described(flag(), 'Whether it is about to be deleted.'),
  ...filters,
};

export const collectionUpdate = {
  name: described(filled(text({ max: MAX_COLLECTION_NAME_LENGTH })), 'Name.'),
  is_pinned: described(flag(), 'Whether it is pinned.'),
  is_deleted: described(flag(), 'Whether it is about to be deleted.'),
  ...filters,
};

const READ = ['api:bookmarks:collections:read'] as const;
const WRITE = ['api:bookmarks:collections:write'] as const;

export const collections = {
  list: route({
    summary: 'Collections by name, in pages of 30.',
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
    summary: 'One collection.',
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
    notes: ['null takes a filter away. The answer has what changed.'],
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
