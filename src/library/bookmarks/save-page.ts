import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import { joinExcerpts } from '../../domain/excerpt';
import { normalLabels } from '../../domain/label';
import { err, ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import type { UrlKey } from '../../domain/url-identity';
import { COUNTED_TABLES, fromRow, toRow, writeBookmarks } from '../database/bookmark-rows';
import { commit, type Written, write } from '../database/commit';
import type { BookmarkRow, PendingCapture } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';
import { ASSET_TABLES } from '../images/assets';
import { CHANGED_ARTICLE_TABLES, changeArticle } from '../outbox/change-article';
import { CHANGE_TABLES, changeBookmarks } from '../outbox/change-bookmarks';
import { withCapture, withTitle } from './page-values';
import {
  type NewPage,
  type PreparedPage,
  prepareAddress,
  preparePage,
  withoutArticle,
} from './prepare-page';
import { isLessThanKnown, offerArticle } from './replace-article';

export type SaveResult =
  | { readonly kind: 'created'; readonly bookmark: Bookmark }
  /** The address was in the library or the trash; no second copy was made. */
  | { readonly kind: 'existing'; readonly bookmark: Bookmark; readonly restored: boolean }
  /** The storage had no space for the article; only the address is stored. */
  | { readonly kind: 'address-kept'; readonly bookmark: Bookmark };

/**
 * Saves a page: bookmark, article and outbox entry in one transaction with strict durability. If the
 * storage is full, it saves only the address, which is small. Saving an address again never makes a
 * second copy.
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

const SAVE_TABLES = [
  ...COUNTED_TABLES,
  ...ASSET_TABLES,
  ...CHANGED_ARTICLE_TABLES,
  ...['revisions', 'pendingCaptures'],
];

/** Saves a prepared page inside a transaction over `SAVE_TABLES`. */
async function savePrepared(
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

/** Returns the row of the address: preferably one outside the trash; null if there is none. */
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
  const row = toRow({ ...bookmark, hasPageValues: true });
  await Promise.all([
    changeBookmarks(db, [{ before: null, after: row }], now),
    article !== null && db.articles.add(article),
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
  const captured = before.content.kind === 'address' ? page.article : null;
  const isLess = captured !== null && isLessThanKnown(before, null, captured);
  const article = isLess ? null : captured;
  if (isLess) await offerArticle(db, captured, withCapture(before, page.bookmark), now);
  const excerpt = joinExcerpts([before.excerpt, page.bookmark.excerpt]);
  const filled =
    article === null
      ? withTitle(before, isLess ? '' : page.bookmark.title)
      : withCapture(before, page.bookmark);
  if (!restored && filled === before && excerpt === before.excerpt) {
    return { kind: 'existing', bookmark: fromRow(before), restored };
  }
  const after = toRow({ ...filled, excerpt, trashedAt: null, updated: now, isOwn: true });
  await changeBookmarks(db, [{ before, after }], now);
  if (article !== null) {
    const { id } = before;
    await changeArticle(db, { id, before: null, after: { ...article, bookmarkId: id } }, now);
  }
  return { kind: 'existing', bookmark: fromRow(after), restored };
}

/** A page from a file or a test, with its state there. */
export interface ImportedPage {
  readonly page: NewPage;
  readonly created?: UnixMs;
  readonly labels?: readonly string[];
  readonly isFavourite?: boolean;
  readonly isArchived?: boolean;
  readonly readProgress?: number;
}

export interface AddManyOptions {
  /** True if the bookmarks are to be created on the server; false if they come from it. */
  readonly outbox: boolean;
}

export interface AddManyResult {
  readonly added: readonly BookmarkId[];
  /** Number of pages that were in the library, occurred twice or have no usable address. */
  readonly skipped: number;
}

const SAVE_PAGE_TABLES = [...CHANGE_TABLES, 'articles'];

/** Adds many pages in one transaction; none of them if they do not fit. */
export async function addMany(
  { db, newId, now }: Store,
  pages: readonly ImportedPage[],
  { outbox }: AddManyOptions,
): Written<AddManyResult> {
  const byKey = new Map<UrlKey, PreparedPage>();
  for (const imported of pages) {
    const prepared = await preparePage(imported.page, newId(), now());
    const key = prepared?.bookmark.urlKey;
    if (prepared && key && !byKey.has(key)) byKey.set(key, withState(prepared, imported));
  }
  return commit(db, SAVE_PAGE_TABLES, async () => {
    const taken = await db.bookmarks
      .where('urlKey')
      .anyOf([...byKey.keys()])
      .toArray();
    for (const { urlKey } of taken) byKey.delete(urlKey);
    const fresh = [...byKey.values()];
    const changes = fresh.map(({ bookmark }) => ({ before: null, after: toRow(bookmark) }));
    if (outbox) await changeBookmarks(db, changes, now());
    else await writeBookmarks(db, changes);
    await db.articles.bulkAdd(fresh.flatMap(({ article }) => article ?? []));
    const ids = fresh.map(({ bookmark }) => bookmark.id);
    return ok({ added: ids, skipped: pages.length - ids.length });
  });
}

function withState(page: PreparedPage, imported: ImportedPage): PreparedPage {
  const { created, isFavourite, isArchived, readProgress, labels } = imported;
  const bookmark = {
    ...page.bookmark,
    ...(created === undefined ? {} : { created }),
    isFavourite: isFavourite ?? false,
    isArchived: isArchived ?? false,
    readProgress: readProgress ?? 0,
    labels: normalLabels(labels ?? []),
  };
  return { ...page, bookmark };
}

export const pendingCaptureRepository = repository({
  begin: ({ db, now }, pending: Omit<PendingCapture, 'startedAt'>): Written<void> =>
    write(db, ['pendingCaptures'], () => db.pendingCaptures.put({ ...pending, startedAt: now() })),

  end: ({ db }, urlKey: UrlKey): Written<void> =>
    write(db, ['pendingCaptures'], () => db.pendingCaptures.delete(urlKey)),

  /**
   * Saves the addresses of captures that started before `before`, with reason `failed`. One in the future
   * was started before the clock was set back.
   */
  rescue: ({ db, newId, now }, before: UnixMs): Written<readonly Bookmark[]> =>
    commit(db, SAVE_TABLES, async () => {
      const begun = await db.pendingCaptures.toArray();
      const rescued: Bookmark[] = [];
      for (const { startedAt, url, title } of begun) {
        if (startedAt >= before && startedAt <= now()) continue;
        const address = { kind: 'address', url, title, excerpt: '', reason: 'failed' } as const;
        const page = prepareAddress(address, newId(), now());
        if (page !== null) rescued.push((await savePrepared(db, page, now())).bookmark);
      }
      return ok(rescued);
    }),
});
