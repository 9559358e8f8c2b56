import type { BookmarkId } from '../../domain/bookmark';
import { MINUTE_MS, type UnixMs, unixMs } from '../../domain/time';
import type { BookmarkEntry } from '../database/outbox-rows';
import { type ArticleRow, changedAtOf } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { markUnanchored } from '../database/unanchored-highlights';
import { bookmarkEntries, queueIntent, replaceEntries } from './outbox';
import { isUnsent } from './waiting-intents';

/** The article of a bookmark before and after a change on this device; null: there is none. */
export interface ArticleChange {
  readonly id: BookmarkId;
  readonly before: ArticleRow | null;
  readonly after: ArticleRow | null;
  /** True if only images changed. Highlights stay where they are. */
  readonly hasSameText?: boolean;
  /** True if `after` was there before. */
  readonly isUndo?: boolean;
}

interface WrittenArticle {
  readonly article: ArticleRow | null;
  /** The entry that was added to send it; null: one that waits already sends it. */
  readonly seq: number | null;
}

export const CHANGED_ARTICLE_TABLES = ['articles', 'highlights', 'outbox', 'shadows'] as const;

// These functions run inside a transaction over `CHANGED_ARTICLE_TABLES`.

/**
 * Writes an article and queues sending it with its images. It becomes later than each article of the
 * bookmark that was sent or received. Highlights are looked for again in another text.
 */
export async function changeArticle(
  db: LibraryDatabase,
  change: ArticleChange,
  now: UnixMs,
): Promise<WrittenArticle> {
  const { id, before, after } = change;
  const queued = await queueArticle(db, id, now);
  const article =
    after &&
    (queued === 'with-create'
      ? withTimeAfter(change, after, now)
      : await withLaterTime(db, before, after, now));
  await write(db, { ...change, after: article });
  return { article, seq: queued === 'with-create' ? null : queued };
}

/** Returns the entry with the number `seq` if a change can still be taken back with it. */
export async function unsentEntry(
  db: LibraryDatabase,
  seq: number | null,
): Promise<BookmarkEntry | null> {
  const entry = seq === null ? undefined : await db.outbox.get(seq);
  return entry?.kind === 'bookmark' && isUnsent(entry) ? entry : null;
}

/** Writes the article from before a change of which nothing was sent, and removes its entry. */
export async function takeBackArticle(
  db: LibraryDatabase,
  change: ArticleChange,
  unsent: BookmarkEntry,
): Promise<WrittenArticle> {
  await write(db, change);
  await replaceEntries(db, [unsent], []);
  return { article: change.after, seq: null };
}

/**
 * Queues sending the article of a bookmark, or reading it on the server if there is none here. Returns
 * the number of the entry that was added; null: a waiting one does so. `with-create`: the bookmark itself
 * was never sent, and its article is sent with it.
 */
export async function queueArticle(
  db: LibraryDatabase,
  id: BookmarkId,
  now: UnixMs,
): Promise<number | 'with-create' | null> {
  const unsent = (await bookmarkEntries(db, [id])).filter(isUnsent);
  const waits = (kind: string) => unsent.some(({ intent }) => intent.kind === kind);
  if (waits('create')) return 'with-create';
  return waits('content') ? null : queueIntent(db, id, { kind: 'content' }, now);
}

/**
 * An article that is sent with its bookmark keeps its time, unless the one before it has a later time: that
 * may be the article of a device whose clock is ahead, which came in a file.
 */
function withTimeAfter(
  { before, isUndo = false }: ArticleChange,
  after: ArticleRow,
  now: UnixMs,
): ArticleRow {
  if (before === null) return after;
  const [own, known] = [changedAtOf(after), changedAtOf(before)];
  return { ...after, changedAt: own < known && !isUndo ? laterThan(known, now) : own };
}

/** The time is later whatever the clocks of devices say. */
async function withLaterTime(
  db: LibraryDatabase,
  before: ArticleRow | null,
  after: ArticleRow,
  now: UnixMs,
): Promise<ArticleRow> {
  const own = Math.max(changedAtOf(after), before ? changedAtOf(before) : 0);
  const { captured, sentCaptured } = (await db.shadows.get(after.bookmarkId)) ?? {};
  const known = Math.max(captured ?? 0, sentCaptured ?? 0);
  const isLater = now >= own && now > known;
  return { ...after, changedAt: isLater ? now : laterThan(Math.max(own, known), now) };
}

/** Devices that know the same time of a clock that is ahead must not all take the next one. */
const laterThan = (time: number, now: UnixMs): UnixMs => unixMs(time + 1 + (now % MINUTE_MS));

async function write(
  db: LibraryDatabase,
  { id, after, hasSameText = false }: ArticleChange,
): Promise<void> {
  await (after ? db.articles.put(after) : db.articles.delete(id));
  if (!hasSameText) await markUnanchored(db, [id]);
}
