import { hash } from 'node:crypto';
import { decodeShortId, FEED_LENGTH, type Page } from '../../../src/contract';
import { type UnixMs, unixMs } from '../../../src/domain';
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

/** The newest of what `wanted` chooses, unless it orders them itself, as an Atom feed. */
export async function bookmarkFeed(
  { bookmarks }: Pick<Storage, 'bookmarks'>,
  user: UserRow,
  wanted: BookmarkSearch,
  about: { readonly title: string; readonly selfUrl: string; readonly pageUrl: string },
): Promise<string> {
  const page = { limit: FEED_LENGTH, offset: 0 };
  const { rows } = await wholePage(bookmarks, user, newestFirst(wanted), page);
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

/** The time of the last change among `rows`; without rows, the time at which `user` was created. */
export const lastChange = (user: UserRow, rows: readonly { readonly updated: UnixMs }[]): UnixMs =>
  unixMs(Math.max(user.created, ...rows.map(({ updated }) => updated)));

/** One page of whole rows that `wanted` chooses. It is found as lists are, which reads few rows. */
export async function wholePage(
  bookmarks: Storage['bookmarks'],
  user: UserRow,
  wanted: BookmarkSearch,
  page: Page,
): Promise<Listed<BookmarkRow>> {
  const { rows, total } = await bookmarks.list(user.id, wanted, page);
  const ids = rows.map(({ id }) => id);
  const same: BookmarkSearch = { ...EVERYTHING, ids, order: { kind: 'as-given' } };
  const found: BookmarkRow[] = [];
  for await (const batch of bookmarks.eachWanted(user.id, same)) found.push(...batch);
  return { rows: found, total };
}

/** `wanted` by date instead of relevance: people read what is new in a feed. */
const newestFirst = (wanted: BookmarkSearch): BookmarkSearch =>
  wanted.query.terms.length > 0 && wanted.order.kind === 'default'
    ? { ...wanted, order: { kind: 'by', keys: ['-created'] } }
    : wanted;

/**
 * A name of a bookmark or a collection that is the same wherever the server is reached: its id is a
 * UUID.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-4
 */
export const bookmarkUrn = (id: string): string =>
  urnOf(Buffer.from(decodeShortId(id) ?? []).toString('hex'));

/**
 * A name of something of `user` that has no id, such as a list: the same as long as there is the
 * user, and nobody else's. It is a UUID of version 8, with a hash in it.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
export function nameUrn({ id, created }: Pick<UserRow, 'id' | 'created'>, name: string): string {
  const digest = hash('sha256', `${id} ${created} ${name}`, 'hex');
  return urnOf(`${digest.slice(0, 12)}8${digest.slice(13, 16)}8${digest.slice(17, 32)}`);
}

const urnOf = (hex: string): string =>
  `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
