import { err, joinExcerpts, ok, type UnixMs, type UrlKey } from '../domain';
import { fromRow, toRow } from './bookmark-row';
import { COUNTED_TABLES, writeBookmarks } from './counters';
import type { LibraryDatabase } from './database';
import { queueContent, queueCreates, queuePatch, withdrawDeletes } from './outbox';
import { pageValuesIntent, withCapture } from './page-values';
import { type PreparedPage, preparePage, withoutArticle } from './prepare-page';
import type { NewPage, SaveResult, Written } from './repository';
import type { BookmarkRow } from './rows';
import type { Store } from './store';
import { commit } from './write';

/**
 * Saves a page in one transaction. What does not fit is tried once more with the address alone,
 * which is small, so that a full disk costs the article and not the bookmark.
 */
export async function savePage(store: Store, page: NewPage): Written<SaveResult> {
  const prepared = await preparePage(page, store.newId(), store.now());
  if (prepared === null) return err({ kind: 'not-an-address' });
  const saved = await writePage(store, prepared);
  if (saved.ok || saved.error.kind !== 'quota' || prepared.article === null) return saved;
  const bookmark = withoutArticle(prepared.bookmark, 'quota');
  const kept = await writePage(store, { bookmark, article: null });
  if (!kept.ok || kept.value.kind !== 'created') return kept;
  return ok({ kind: 'address-kept', bookmark: kept.value.bookmark });
}

async function writePage({ db, now }: Store, page: PreparedPage): Written<SaveResult> {
  return commit(db, SAVE_TABLES, async () => ok(await savePrepared(db, page, now())));
}

export const SAVE_TABLES = [...COUNTED_TABLES, 'articles', 'outbox', 'pendingCaptures'];

/** Saves a prepared page inside a transaction over `SAVE_TABLES`. */
export async function savePrepared(
  db: LibraryDatabase,
  page: PreparedPage,
  now: UnixMs,
): Promise<SaveResult> {
  const [existing] = await Promise.all([
    findByUrlKey(db, page.bookmark.urlKey),
    db.pendingCaptures.delete(page.bookmark.urlKey),
  ]);
  return existing === null ? create(db, page, now) : update(db, existing, page, now);
}

/** The row of that address outside the trash, or else the one in the trash, or null. */
export async function findByUrlKey(
  db: LibraryDatabase,
  urlKey: UrlKey,
): Promise<BookmarkRow | null> {
  const rows = await db.bookmarks.where('urlKey').equals(urlKey).toArray();
  return rows.find(({ trashedAt }) => trashedAt === null) ?? rows[0] ?? null;
}

async function create(
  db: LibraryDatabase,
  { bookmark, article }: PreparedPage,
  now: UnixMs,
): Promise<SaveResult> {
  const row = toRow(bookmark);
  await Promise.all([
    writeBookmarks(db, [{ before: null, after: row }]),
    article !== null && db.articles.add(article),
    queueCreates(db, [bookmark.id], now),
  ]);
  return { kind: 'created', bookmark: fromRow(row) };
}

async function update(
  db: LibraryDatabase,
  before: BookmarkRow,
  page: PreparedPage,
  now: UnixMs,
): Promise<SaveResult> {
  const restored = before.trashedAt !== null;
  const article = before.content.kind === 'address' ? page.article : null;
  const excerpt = joinExcerpts(before.excerpt, page.bookmark.excerpt);
  if (!restored && article === null && excerpt === before.excerpt) {
    return { kind: 'existing', bookmark: fromRow(before), restored };
  }
  const filled = article === null ? before : withCapture(before, page.bookmark);
  const after = toRow({ ...filled, excerpt, trashedAt: null, updated: now });
  await writeBookmarks(db, [{ before, after }]);
  if (restored) await withdrawDeletes(db, [before.id], now);
  if (article !== null) {
    await db.articles.put({ ...article, bookmarkId: before.id });
    await queueContent(db, before.id, now);
  }
  await queuePatch(db, before.id, pageValuesIntent(before, after), now);
  return { kind: 'existing', bookmark: fromRow(after), restored };
}
