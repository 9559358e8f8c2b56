import { type BookmarkId, ok } from '../../domain';
import type { DuplicateMember } from '../../domain/duplicates';
import type { LibraryDatabase } from '../database';
import type { Store } from '../store';
import { commit } from '../write';
import type { Written } from '../written';
import type { Apart } from './duplicate-repository';

/** Whether a person said that two bookmarks are two pages. */
export async function readApart(
  db: LibraryDatabase,
): Promise<(a: DuplicateMember, b: DuplicateMember) => boolean> {
  const known = new Set((await readPairs(db)).map(keyOf));
  return (a, b) => known.has(keyOf(pairOf(a.bookmark.id, b.bookmark.id)));
}

/** Remembers `id` with each of `others`, and forgets pairs whose bookmarks are gone for good. */
export const setApart = (
  { db }: Store,
  id: BookmarkId,
  others: readonly BookmarkId[],
): Written<readonly Apart[]> =>
  commit(db, ['meta', 'bookmarks'], async () => {
    const before = await readPairs(db);
    const known = new Set(before.map(keyOf));
    const asked = others.map((other) => pairOf(id, other));
    const added = asked.filter((pair) => !known.has(keyOf(pair)));
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

export const forgetApart = ({ db }: Store, pairs: readonly Apart[]): Written<void> =>
  commit(db, ['meta'], async () => {
    const forgotten = new Set(pairs.map(keyOf));
    const kept = (await readPairs(db)).filter((pair) => !forgotten.has(keyOf(pair)));
    await db.meta.put({ key: 'apart', pairs: kept });
    return ok(undefined);
  });

async function readPairs(db: LibraryDatabase): Promise<readonly Apart[]> {
  const row = await db.meta.get('apart');
  return row?.key === 'apart' ? row.pairs : [];
}

const pairOf = (a: BookmarkId, b: BookmarkId): Apart => (a < b ? [a, b] : [b, a]);

const keyOf = ([a, b]: Apart): string => `${a} ${b}`;
