import * as z from 'zod/mini';
import { empty, media, route } from '../route/route';
import { ShortId } from '../schema/record';
import { bookmarkSearch, paging } from './bookmark-filters';

/** The lists of the catalogue, each a feed of books (protocol.md section 15a). */
export const OPDS_LISTS = ['unread', 'archives', 'favorites', 'all'] as const;
export type OpdsList = (typeof OPDS_LISTS)[number];

/** The kinds of feed: entries that link to other feeds, or books to download (OPDS 1.2, section 2). */
export type OpdsKind = 'navigation' | 'acquisition';

/** The media type of a feed, as answers and links name it. */
export const opdsType = (kind: OpdsKind): string =>
  `application/atom+xml;profile=opds-catalog;kind=${kind}`;

export const OPEN_SEARCH_TYPE = 'application/opensearchdescription+xml';

const TAG = 'e-book catalogue';
const READ = ['api:opds:read'] as const;
const feed = media(['application/atom+xml'], ['ETag']);

/** For e-readers, which sign in with HTTP Basic: the password is the token. */
export const opds = {
  root: route({
    method: 'GET',
    path: '/opds',
    tag: TAG,
    access: READ,
    offersBasic: true,
    reads: ['If-None-Match'],
    answers: { 200: feed, 304: empty() },
  }),
  list: route({
    method: 'GET',
    path: '/opds/bookmarks/{list}',
    tag: TAG,
    access: READ,
    offersBasic: true,
    params: { list: z.enum(OPDS_LISTS) },
    query: { ...bookmarkSearch, ...paging },
    reads: ['If-None-Match'],
    answers: { 200: feed, 304: empty() },
  }),
  collections: route({
    method: 'GET',
    path: '/opds/bookmarks/collections',
    tag: TAG,
    access: READ,
    offersBasic: true,
    query: paging,
    reads: ['If-None-Match'],
    answers: { 200: feed, 304: empty() },
  }),
  collection: route({
    method: 'GET',
    path: '/opds/bookmarks/collections/{id}',
    tag: TAG,
    access: READ,
    offersBasic: true,
    params: { id: ShortId },
    reads: ['If-None-Match'],
    answers: { 200: feed, 304: empty() },
  }),
  search: route({
    method: 'GET',
    path: '/opds/search.xml',
    tag: TAG,
    access: READ,
    offersBasic: true,
    reads: ['If-None-Match'],
    answers: { 200: media([OPEN_SEARCH_TYPE], ['ETag']), 304: empty() },
  }),
};
