import { normalLabels, ok, type UrlKey } from '../domain';
import { toRow } from './bookmark-row';
import { COUNTED_TABLES, writeBookmarks } from './counters';
import { queueCreates } from './outbox';
import { type PreparedPage, preparePage } from './prepare-page';
import type { AddManyOptions, AddManyResult, ImportedPage, Written } from './repository';
import type { Store } from './store';
import { commit } from './write';

const TABLES = [...COUNTED_TABLES, 'articles', 'outbox'];

/** Adds pages in one transaction; those whose address is there already, or twice, are skipped. */
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
  return commit(db, TABLES, async () => {
    const taken = await db.bookmarks
      .where('urlKey')
      .anyOf([...byKey.keys()])
      .toArray();
    for (const { urlKey } of taken) byKey.delete(urlKey);
    const fresh = [...byKey.values()];
    await writeBookmarks(
      db,
      fresh.map(({ bookmark }) => ({ before: null, after: toRow(bookmark) })),
    );
    await db.articles.bulkAdd(fresh.flatMap(({ article }) => article ?? []));
    const ids = fresh.map(({ bookmark }) => bookmark.id);
    if (outbox) await queueCreates(db, ids, now());
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
