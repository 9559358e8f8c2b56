import { type BookmarkId, ok } from '../../domain';
import type { DuplicateMember } from '../../domain/duplicates';
import { commit, type Written } from '../database/commit';
import type { Apart } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import type { DuplicateRepository } from './duplicate-repository';
import { findDuplicates } from './find-duplicates';
import { joinBookmarks } from './join-bookmarks';
import { takeBackJoins } from './undo-join';

/** Bookmarks that may be the same page, over one database. */
export const duplicateRepository = (store: Store): DuplicateRepository => ({
  find: (search = {}) => findDuplicates(store, search, () => readApart(store.db)),
  join: (joinings) => joinBookmarks(store, joinings),
  takeBack: (joined) => takeBackJoins(store, joined),
  setApart: (id, others) => setApart(store, id, others),
  forgetApart: (pairs) => forgetApart(store, pairs),
});

/** Whether a person said that two bookmarks are two pages. */
async function readApart(
  db: LibraryDatabase,
): Promise<(a: DuplicateMember, b: DuplicateMember) => boolean> {
  const known = new Set((await readPairs(db)).map(pairKey));
  return (a, b) => known.has(pairKey(pairOf(a.bookmark.id, b.bookmark.id)));
}

/** Remembers `id` with each of `others`, and forgets pairs whose bookmarks are gone for good. */
const setApart = (
  { db }: Store,
  id: BookmarkId,
  others: readonly BookmarkId[],
): Written<readonly Apart[]> =>
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
    const kept = before.filter((pair) => pair.every((id) => here.has(id)));
    await db.meta.put({ key: 'apart', pairs: [...kept, ...added] });
    return ok(added);
  });

const forgetApart = ({ db }: Store, pairs: readonly Apart[]): Written<void> =>
  commit(db, ['meta'], async () => {
    const forgotten = new Set(pairs.map(pairKey));
    const kept = (await readPairs(db)).filter((pair) => !forgotten.has(pairKey(pair)));
    await db.meta.put({ key: 'apart', pairs: kept });
    return ok(undefined);
  });

async function readPairs(db: LibraryDatabase): Promise<readonly Apart[]> {
  const row = await db.meta.get('apart');
  return row?.key === 'apart' ? row.pairs : [];
}

const pairOf = (a: BookmarkId, b: BookmarkId): Apart => (a < b ? [a, b] : [b, a]);

const pairKey = ([a, b]: Apart): string => `${a} ${b}`;
