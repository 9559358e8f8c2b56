import * as z from 'zod/mini';
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

const TAG = 'e-book catalogue';
const READ = ['api:opds:read'] as const;
const feed = media(['application/atom+xml'], ['ETag']);

/** Routes for e-readers, which sign in with HTTP Basic and use the token as password. */
export const opds = {
  root: route({
    summary:
      'Returns the start feed of the catalogue for e-readers (OPDS 1.2), which links to the lists.',
    notes: [
      'E-readers sign in with HTTP Basic: any user name, and the token as password. Every 401 of the catalogue offers Basic.',
      'Every feed links to itself (`self`), to this one (`start`) and to the description of the search (`search`).',
    ],
    method: 'GET',
    path: '/opds',
    tag: TAG,
    access: READ,
    offersBasic: true,
    reads: ['If-None-Match'],
    answers: { 200: feed, 304: empty() },
  }),
  list: route({
    summary: 'Lists bookmarks as books to download (EPUB), in pages of 50.',
    notes: [
      '`unread` contains bookmarks that are not archived, `archives` archived ones, `favorites` favourites, `all` everything. Bookmarks that are still loading are left out.',
      'Accepts the parameters of the list of bookmarks. Atom links lead to the `first`, `previous`, `next` and `last` page.',
      'An entry links to the EPUB (`http://opds-spec.org/acquisition`), the thumbnail (`http://opds-spec.org/image/thumbnail`) and the original page (`alternate`).',
    ],
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
    summary: 'Lists collections by name, in pages of 30.',
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
    summary: 'Returns a collection: a link to browse it, and its content as one book (EPUB).',
    notes: ['A collection without bookmarks has no book.'],
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
    summary: 'Describes the search of the catalogue (OpenSearch 1.1).',
    method: 'GET',
    path: '/opds/search.xml',
    tag: TAG,
    access: READ,
    offersBasic: true,
    reads: ['If-None-Match'],
    answers: { 200: media([OPEN_SEARCH_TYPE], ['ETag']), 304: empty() },
  }),
};
