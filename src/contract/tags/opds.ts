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
    summary: 'The catalogue for e-readers (OPDS 1.2): a feed that leads to the lists.',
    notes: [
      'E-readers sign in with HTTP Basic: any user name, and the token as the password. Every 401 of the catalogue offers Basic.',
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
    summary: 'Bookmarks as books to download (EPUB), in pages of 50.',
    notes: [
      '`unread` has what is not in the archive, `archives` what is, `favorites` the favourites, `all` everything. What is still loading can not be downloaded yet and is left out.',
      'Takes the parameters of the list of bookmarks. Atom links lead to the `first`, `previous`, `next` and `last` page.',
      'An entry links to the EPUB (`http://opds-spec.org/acquisition`), to the thumbnail (`http://opds-spec.org/image/thumbnail`) and to the page that it is of (`alternate`).',
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
    summary: 'Collections by name, in pages of 30.',
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
    summary: 'A collection: a link to browse it, and all of it as one book (EPUB).',
    notes: ['A collection that chooses nothing has no book.'],
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
    summary: 'How the catalogue is searched (OpenSearch 1.1).',
    method: 'GET',
    path: '/opds/search.xml',
    tag: TAG,
    access: READ,
    offersBasic: true,
    reads: ['If-None-Match'],
    answers: { 200: media([OPEN_SEARCH_TYPE], ['ETag']), 304: empty() },
  }),
};
