import { hash } from 'node:crypto';
import { decodeShortId, FEED_LENGTH, type Page } from '../../../src/contract';
import { type UnixMs, unixMs } from '../../../src/domain/time';
import { type Feed, writeFeed } from '../../../src/formats';
import {
  type BookmarkRow,
  type BookmarkSearch,
  EVERYTHING,
  type Listed,
  type Storage,
  type UserRow,
} from '../../storage';
import { exportedBookmark } from './exported-items';

/** Writes an Atom feed of the bookmarks that match `search`: the newest, unless it has an order. */
export async function bookmarkFeed(
  { bookmarks }: Pick<Storage, 'bookmarks'>,
  user: UserRow,
  search: BookmarkSearch,
  about: { readonly title: string; readonly selfUrl: string; readonly pageUrl: string },
): Promise<string> {
  const page = { limit: FEED_LENGTH, offset: 0 };
  const { rows } = await wholePage(bookmarks, user, newestFirst(search), page);
  const feed: Feed = {
    id: about.selfUrl,
    title: about.title,
    author: user.username,
    updated: lastChange(user, rows),
    links: [
      { rel: 'self', url: about.selfUrl, type: 'application/atom+xml' },
      { rel: 'alternate', url: about.pageUrl, type: 'text/html' },
    ],
  };
  const entries = rows.map((row) => ({ id: bookmarkUrn(row.id), bookmark: exportedBookmark(row) }));
  return writeFeed(feed, entries);
}

/** Returns the time of the last change of `rows`; without rows, the time when `user` was created. */
export const lastChange = (user: UserRow, rows: readonly { readonly updated: UnixMs }[]): UnixMs =>
  unixMs(Math.max(user.created, ...rows.map(({ updated }) => updated)));

/** Returns one page of the rows that match `search`. Only the rows of the page are read completely. */
export async function wholePage(
  bookmarks: Storage['bookmarks'],
  user: UserRow,
  search: BookmarkSearch,
  page: Page,
): Promise<Listed<BookmarkRow>> {
  const { rows, total } = await bookmarks.list(user.id, search, page);
  const ids = rows.map(({ id }) => id);
  const same: BookmarkSearch = { ...EVERYTHING, ids, order: { kind: 'as-given' } };
  const found = await Array.fromAsync(bookmarks.eachMatch(user.id, same));
  return { rows: found.flat(), total };
}

/** Orders a search by date instead of relevance, because people read feeds for what is new. */
const newestFirst = (search: BookmarkSearch): BookmarkSearch =>
  search.query.terms.length > 0 && search.order.kind === 'default'
    ? { ...search, order: { kind: 'by', keys: ['-created'] } }
    : search;

/**
 * Returns the URN of a bookmark or a collection. It does not depend on the address of the server,
 * because the id is a UUID.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-4
 */
export const bookmarkUrn = (id: string): string =>
  urnOf(Buffer.from(decodeShortId(id) ?? []).toString('hex'));

/**
 * Returns a stable URN, unique to the user, for something without an id, such as a list. It is a UUID
 * of version 8 that contains a hash.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
export function nameUrn({ id, created }: Pick<UserRow, 'id' | 'created'>, name: string): string {
  const digest = hash('sha256', `${id} ${created} ${name}`, 'hex');
  return urnOf(`${digest.slice(0, 12)}8${digest.slice(13, 16)}8${digest.slice(17, 32)}`);
}

const urnOf = (hex: string): string =>
  `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
