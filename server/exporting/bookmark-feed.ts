import { FEED_LENGTH, type Page } from '../../src/contract';
import { type UnixMs, unixMs } from '../../src/domain';
import { type Feed, writeFeed } from '../../src/formats';
import {
  type BookmarkRow,
  type BookmarkSearch,
  EVERYTHING,
  type Listed,
  type Storage,
  type UserRow,
} from '../storage';
import { bookmarkUrn } from './bookmark-urn';
import { exportedBookmark } from './exported-bookmark';

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
