import * as z from 'zod/mini';
import { form } from '../form/field';
import { empty, media, route } from '../route/route';
import { ShortId } from '../schema/record';
import { bookmarkSearch, paging } from './bookmark-filters';

/** The lists of the catalogue. Each is a feed of books (protocol.md section 15a). */
export const OPDS_LISTS = ['unread', 'archives', 'favorites', 'all'] as const;
export type OpdsList = (typeof OPDS_LISTS)[number];

/** The kinds of feed: entries that link to other feeds, or books to download (OPDS 1.2, section 2). */
export type OpdsKind = 'navigation' | 'acquisition';

/** Returns the media type of a feed, for responses and links. */
export const opdsType = (kind: OpdsKind): string =>
  `application/atom+xml;profile=opds-catalog;kind=${kind}`;

export const OPEN_SEARCH_TYPE = 'application/opensearchdescription+xml';

const READ_OPDS = ['api:opds:read'] as const;
const feed = media(['application/atom+xml'], ['ETag']);

/** Routes for e-readers, which sign in with HTTP Basic and use the token as password. */
export const opds = {
  root: route('GET', '/opds', {
    access: READ_OPDS,
    offersBasic: true,
    reads: ['If-None-Match'],
    answers: { 200: feed, 304: empty() },
  }),
  list: route('GET', '/opds/bookmarks/{list}', {
    access: READ_OPDS,
    offersBasic: true,
    params: { list: z.enum(OPDS_LISTS) },
    query: form(() => ({ ...bookmarkSearch.fields, ...paging.fields })),
    reads: ['If-None-Match'],
    answers: { 200: feed, 304: empty() },
  }),
  collections: route('GET', '/opds/bookmarks/collections', {
    access: READ_OPDS,
    offersBasic: true,
    query: paging,
    reads: ['If-None-Match'],
    answers: { 200: feed, 304: empty() },
  }),
  collection: route('GET', '/opds/bookmarks/collections/{id}', {
    access: READ_OPDS,
    offersBasic: true,
    params: { id: ShortId },
    reads: ['If-None-Match'],
    answers: { 200: feed, 304: empty() },
  }),
  search: route('GET', '/opds/search.xml', {
    access: READ_OPDS,
    offersBasic: true,
    reads: ['If-None-Match'],
    answers: { 200: media([OPEN_SEARCH_TYPE], ['ETag']), 304: empty() },
  }),
};
