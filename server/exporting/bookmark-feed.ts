import { FEED_LENGTH } from '../../src/contract';
import { type UnixMs, unixMs } from '../../src/domain';
import { type Feed, writeFeed } from '../../src/formats';
import type { UserRow } from '../storage';
import { type BookmarkRow, type BookmarkSearch, EVERYTHING, type Storage } from '../storage';
import { bookmarkUrn } from './bookmark-urn';
import { exportedBookmark } from './exported-bookmark';

export interface BookmarkFeed {
  readonly text: string;
  /** Of the bookmark that changed last. */
  readonly updated: UnixMs;
}

/** The newest of what `wanted` chooses, unless it orders them itself, as an Atom feed. */
export async function bookmarkFeed(
  { bookmarks }: Pick<Storage, 'bookmarks'>,
  user: UserRow,
  wanted: BookmarkSearch,
  about: Pick<Feed, 'title' | 'selfUrl' | 'pageUrl'>,
): Promise<BookmarkFeed> {
  const rows = await firstOf(bookmarks, user, wanted);
  const updated = unixMs(Math.max(user.created, ...rows.map((row) => row.updated)));
  const feed: Feed = { ...about, id: about.selfUrl, author: user.username, updated };
  const entries = rows.map((row) => ({ id: bookmarkUrn(row.id), bookmark: exportedBookmark(row) }));
  return { text: await new Response(writeFeed(feed, entries)).text(), updated };
}

/** Found page by page as lists are, so that a feed of few bookmarks looks at few. */
async function firstOf(
  bookmarks: Storage['bookmarks'],
  user: UserRow,
  wanted: BookmarkSearch,
): Promise<readonly BookmarkRow[]> {
  const page = await bookmarks.list(user.id, newestFirst(wanted), {
    limit: FEED_LENGTH,
    offset: 0,
  });
  const ids = page.rows.map(({ id }) => id);
  const same: BookmarkSearch = { ...EVERYTHING, ids, order: { kind: 'as-given' } };
  const found: BookmarkRow[] = [];
  for await (const batch of bookmarks.eachWanted(user.id, same)) found.push(...batch);
  return found;
}

/** Not by relevance: what is new in a feed is what is read. */
const newestFirst = (wanted: BookmarkSearch): BookmarkSearch =>
  wanted.query.terms.length > 0 && wanted.order.kind === 'default'
    ? { ...wanted, order: { kind: 'by', keys: ['-created'] } }
    : wanted;
