import type { BookmarkId } from '../../domain/bookmark';
import type { DuplicateMember } from '../../domain/duplicates';
import { ok } from '../../domain/result';
import { commit, type Written, write } from '../database/commit';
import type { DistinctPair } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository } from '../database/store';
import { findDuplicates, type Search } from './find-duplicates';
import { joinBookmarks } from './join-bookmarks';

export type DuplicateRepository = ReturnType<typeof duplicateRepository>;

/** Finds and joins bookmarks of the same page that have different addresses. */
export const duplicateRepository = repository({
  find: (store, search: Search = {}) => findDuplicates(store, search, () => readDistinct(store.db)),

  join: joinBookmarks,

  /** Returns those of `ids` that are outside the trash. */
  async shown({ db }, ids: readonly BookmarkId[]): Promise<readonly BookmarkId[]> {
    const rows = await db.bookmarks.bulkGet([...ids]);
    return rows.flatMap((row) => (row?.trashedAt === null ? row.id : []));
  },

  /**
   * Marks `others` as pages different from `id`, and drops pairs whose bookmarks are deleted for good.
   * Returns the pairs that are new.
   */
  markDistinct: (
    { db },
    id: BookmarkId,
    others: readonly BookmarkId[],
  ): Written<readonly DistinctPair[]> =>
    commit(db, ['meta', 'bookmarks'], async () => {
      const before = await readPairs(db);
      const known = new Set(before.map(pairKey));
      const asked = others.map((other) => pairOf(id, other));
      const added = asked.filter((pair) => !known.has(pairKey(pair)));
      const here = new Set(
        await db.bookmarks
          .where('id')
          .anyOf([...new Set(before.flat())])
          .primaryKeys(),
      );
      const kept = before.filter((pair) => pair.every((one) => here.has(one)));
      await db.meta.put({ key: 'apart', pairs: [...kept, ...added] });
      return ok(added);
    }),

  unmarkDistinct: ({ db }, pairs: readonly DistinctPair[]): Written<void> =>
    write(db, ['meta'], async () => {
      const forgotten = new Set(pairs.map(pairKey));
      const kept = (await readPairs(db)).filter((pair) => !forgotten.has(pairKey(pair)));
      await db.meta.put({ key: 'apart', pairs: kept });
    }),
});

/** Returns a function that tells whether a person marked two bookmarks as different pages. */
async function readDistinct(
  db: LibraryDatabase,
): Promise<(a: DuplicateMember, b: DuplicateMember) => boolean> {
  const known = new Set((await readPairs(db)).map(pairKey));
  return (a, b) => known.has(pairKey(pairOf(a.bookmark.id, b.bookmark.id)));
}

/** Returns the pairs of bookmarks that a person marked as different pages. */
export async function readPairs(db: LibraryDatabase): Promise<readonly DistinctPair[]> {
  return (await db.meta.get('apart'))?.pairs ?? [];
}

const pairOf = (a: BookmarkId, b: BookmarkId): DistinctPair => (a < b ? [a, b] : [b, a]);

export const pairKey = ([a, b]: DistinctPair): string => `${a} ${b}`;
