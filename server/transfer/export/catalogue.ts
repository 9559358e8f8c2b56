import {
  BOOKMARKS_PAGE_SIZE,
  COLLECTIONS_PAGE_SIZE,
  EXPORT_MEDIA_TYPES,
  type FormValue,
  type Link,
  OPDS_LISTS,
  OPEN_SEARCH_TYPE,
  type OpdsKind,
  type OpdsList,
  opds,
  opdsType,
  type Page,
  pageFor,
  pageLinks,
} from '../../../src/contract';
import { ok, type Result } from '../../../src/domain/result';
import {
  type CatalogueBook,
  type CatalogueSection,
  type Feed,
  writeCatalogue,
  writeSearchDescription,
} from '../../../src/formats';
import { bookmarkAddress, imageAddress } from '../../bookmarks/addresses';
import { resolveSearch } from '../../bookmarks/resolve-search';
import { typeOfImageName } from '../../extraction/images/image-store';
import type { BaseAddress } from '../../http/base-address';
import type { CallerContext } from '../../http/context';
import type { Refusal } from '../../http/refusal';
import { pageText, type TextKey } from '../../pages/text';
import type { Server } from '../../server';
import type { BookmarkImage, BookmarkRow, CollectionRow } from '../../storage';
import { bookmarkUrn, lastChange, nameUrn, wholePage } from './bookmark-feed';
import { exportedBookmark } from './exported-items';

type Lists = Pick<Server, 'storage' | 'now'>;
type ListQuery = FormValue<typeof opds.list.query>;

const ROOT = '/opds';
const COLLECTIONS = `${ROOT}/bookmarks/collections`;
const EPUB = EXPORT_MEDIA_TYPES.epub;
const ACQUISITION = 'http://opds-spec.org/acquisition';

/** The lists of protocol.md section 15a. Every bookmark that is not archived is unread. */
const CATALOGUE_LISTS: Readonly<
  Record<OpdsList, { title: TextKey; text: TextKey; filters: Partial<ListQuery> }>
> = {
  unread: {
    title: 'catalogueUnread',
    text: 'catalogueUnreadText',
    filters: { is_archived: false },
  },
  archives: {
    title: 'catalogueArchives',
    text: 'catalogueArchivesText',
    filters: { is_archived: true },
  },
  favorites: {
    title: 'catalogueFavorites',
    text: 'catalogueFavoritesText',
    filters: { is_marked: true },
  },
  all: { title: 'catalogueAll', text: 'catalogueAllText', filters: {} },
};

/** Writes the root feed of the catalogue, with links to the lists and the collections. */
export function rootFeed({ caller: { user }, base }: CallerContext): string {
  const section = (
    name: string,
    title: TextKey,
    text: TextKey,
    kind: OpdsKind,
  ): CatalogueSection => ({
    kind: 'section',
    id: nameUrn(user, name),
    title: pageText(title),
    text: pageText(text),
    updated: user.created,
    link: subsection(base.url(`${ROOT}/bookmarks/${name}`), kind),
  });
  const feed: Feed = {
    id: nameUrn(user, 'root'),
    title: pageText('appName'),
    author: user.username,
    updated: user.created,
    links: feedLinks(base, base.url(ROOT), 'navigation'),
  };
  return writeCatalogue(feed, [
    ...OPDS_LISTS.map((list) =>
      section(list, CATALOGUE_LISTS[list].title, CATALOGUE_LISTS[list].text, 'acquisition'),
    ),
    section('collections', 'catalogueCollections', 'catalogueCollectionsText', 'navigation'),
  ]);
}

/**
 * Writes one page of a list, with each bookmark as a book. Bookmarks that are still loading are left
 * out, because they cannot be exported yet. The title names the collection and the search, if any.
 */
export async function listFeed(
  server: Lists,
  { caller, base, url }: CallerContext,
  list: OpdsList,
  query: ListQuery,
): Promise<Result<string, Refusal>> {
  const { title, filters } = CATALOGUE_LISTS[list];
  const parameters = { ...query, ...filters, is_loaded: true };
  const resolved = await resolveSearch(server, caller, parameters, opds.list.query);
  if (!resolved.ok) return resolved;
  const { search, collection } = resolved.value;
  const chosen = [collection?.name, query.search?.trim()];
  const page = pageFor(query, BOOKMARKS_PAGE_SIZE);
  const { user } = caller;
  const { bookmarks } = server.storage;
  const { rows, total } = await wholePage(bookmarks, user, search, page);
  const feed: Feed = {
    id: nameUrn(user, nameOfList(list, url)),
    title: chosen.filter(Boolean).join(': ') || pageText(title),
    author: user.username,
    updated: lastChange(user, rows),
    ...pageOfFeed(base, url, page, total, 'acquisition'),
  };
  return ok(
    writeCatalogue(
      feed,
      rows.map((row) => bookOf(row, base)),
    ),
  );
}

/** Writes one page of the collections, each with a link to its own feed. */
export async function collectionsFeed(
  { storage }: Lists,
  { caller: { user }, base, url }: CallerContext,
  query: FormValue<typeof opds.collections.query>,
): Promise<string> {
  const page = pageFor(query, COLLECTIONS_PAGE_SIZE);
  const { rows, total } = await storage.collections.list(user.id, page);
  const feed: Feed = {
    id: nameUrn(user, 'collections'),
    title: pageText('catalogueCollections'),
    author: user.username,
    updated: lastChange(user, rows),
    ...pageOfFeed(base, url, page, total, 'navigation'),
  };
  const entries = rows.map(
    (row): CatalogueSection => ({
      kind: 'section',
      id: bookmarkUrn(row.id),
      title: row.name,
      text: pageText('catalogueCollectionText'),
      updated: row.updated,
      link: subsection(base.url(`${COLLECTIONS}/${row.id}`), 'acquisition'),
    }),
  );
  return writeCatalogue(feed, entries);
}

/** Writes the feed of a collection: links to its bookmarks and, unless it is empty, to their EPUB. */
export async function collectionFeed(
  server: Lists,
  { caller, base, url }: CallerContext,
  { id, name, updated }: CollectionRow,
): Promise<Result<string, Refusal>> {
  const { user } = caller;
  const resolved = await resolveSearch(server, caller, { collection: id });
  if (!resolved.ok) return resolved;
  const count = await server.storage.bookmarks.count(user.id, resolved.value.search);
  const about = { kind: 'section', updated } as const;
  const browse: CatalogueSection = {
    ...about,
    id: nameUrn(user, `browse ${id}`),
    title: pageText('catalogueBrowse'),
    text: pageText('catalogueBrowseText'),
    link: subsection(base.url(`${ROOT}/bookmarks/all?collection=${id}`), 'acquisition'),
  };
  const book: CatalogueSection = {
    ...about,
    id: nameUrn(user, `book ${id}`),
    // E-readers use the title as the file name.
    title: name,
    text: pageText('catalogueBookText'),
    link: {
      rel: ACQUISITION,
      url: base.url(`/api/bookmarks/export.epub?collection=${id}`),
      type: EPUB,
    },
  };
  const feed: Feed = {
    id: bookmarkUrn(id),
    title: name,
    author: user.username,
    updated,
    links: feedLinks(base, url.href, 'acquisition'),
  };
  return ok(writeCatalogue(feed, count === 0 ? [browse] : [browse, book]));
}

/** Writes the OpenSearch description of the search in the whole catalogue. */
export const searchDescription = ({ base }: CallerContext): string =>
  writeSearchDescription({
    name: pageText('appName'),
    description: pageText('catalogueSearch'),
    type: opdsType('acquisition'),
    template: base.url(`${ROOT}/bookmarks/all?search={searchTerms}`),
  });

const subsection = (url: string, kind: OpdsKind): Link => ({
  rel: 'subsection',
  url,
  type: opdsType(kind),
});

/** The links that every feed has. */
const feedLinks = (base: BaseAddress, self: string, kind: OpdsKind): readonly Link[] => [
  { rel: 'self', url: self, type: opdsType(kind) },
  { rel: 'start', url: base.url(ROOT), type: opdsType('navigation') },
  { rel: 'search', url: base.url(opds.search.path), type: OPEN_SEARCH_TYPE },
];

const pageOfFeed = (
  base: BaseAddress,
  url: URL,
  page: Page,
  total: number,
  kind: OpdsKind,
): Pick<Feed, 'links' | 'page'> => ({
  links: [
    ...feedLinks(base, url.href, kind),
    ...pageLinks(url, page, total).map((link) => ({ ...link, type: opdsType(kind) })),
  ],
  page: { ...page, total },
});

/** Returns the name for the id of a list's feed. All of its pages share it (RFC 5005 section 3). */
function nameOfList(list: OpdsList, { search }: URL): string {
  const query = new URLSearchParams(search);
  for (const name of ['limit', 'offset']) query.delete(name);
  return query.size === 0 ? list : `${list}?${query}`;
}

const bookOf = (row: BookmarkRow, base: BaseAddress): CatalogueBook => ({
  kind: 'book',
  id: bookmarkUrn(row.id),
  bookmark: exportedBookmark(row),
  links: [
    { rel: ACQUISITION, url: `${bookmarkAddress(base, row.id)}/article.epub`, type: EPUB },
    ...pictureLinks(row, base, 'http://opds-spec.org/image', row.images.image),
    ...pictureLinks(row, base, 'http://opds-spec.org/image/thumbnail', row.images.thumbnail),
  ],
});

/** Makes the link to a picture. E-readers cannot show all types (OPDS 1.2, section 5.2.4). */
function pictureLinks(
  { id }: BookmarkRow,
  base: BaseAddress,
  rel: string,
  image: BookmarkImage | undefined,
): readonly Link[] {
  const type = image && typeOfImageName(image.name);
  return image && type ? [{ rel, url: imageAddress(base, id, image.name), type }] : [];
}
