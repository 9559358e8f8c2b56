import { sql } from 'kysely';
import { fold } from '../../../src/query';
import type { BookmarkKey } from './ids';
import type { Db } from './tables';

/** Lists sort by so much of a title. */
const TITLE_KEY_LENGTH = 128;

/** Returns the beginning of a title by which lists are sorted. */
export const titleKeyOf = (title: string): string => fold(title).slice(0, TITLE_KEY_LENGTH);

/** The number of titles in memory at a time. */
const BATCH = 1000;

/**
 * Computes everything again that depends on `fold`, in the transaction of the caller, and queues all
 * bookmarks for the word index. Until they are indexed, searches find what the old index has.
 */
export async function refold(db: Db): Promise<void> {
  await refoldTitles(db);
  await refoldLabels(db);
  await indexAll(db);
}

/** Queues all bookmarks for the word index. */
export async function indexAll(db: Db): Promise<void> {
  // Without a condition, SQLite takes the conflict for a join.
  await sql`insert into unindexed (bookmark_key, stamp) select key, 0 from bookmarks where true
    on conflict (bookmark_key) do nothing`.execute(db);
}

async function refoldTitles(db: Db): Promise<void> {
  let after = -1 as BookmarkKey;
  for (;;) {
    const rows = await db
      .selectFrom('bookmarks')
      .select(['key', 'title', 'title_key'])
      .where('key', '>', after)
      .orderBy('key')
      .limit(BATCH)
      .execute();
    for (const { key, title, title_key: old } of rows) {
      const title_key = titleKeyOf(title);
      if (title_key === old) continue;
      await db.updateTable('bookmarks').set({ title_key }).where('key', '=', key).execute();
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}

async function refoldLabels(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('bookmark_labels')
    .select(['user_id', 'label', 'folded'])
    .distinct()
    .execute();
  for (const { user_id, label, folded: old } of rows) {
    const folded = fold(label);
    if (folded === old) continue;
    await db
      .updateTable('bookmark_labels')
      .set({ folded })
      .where('user_id', '=', user_id)
      .where('label', '=', label)
      .execute();
  }
}
