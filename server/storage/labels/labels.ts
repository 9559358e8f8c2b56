import { setImmediate as nextTurn } from 'node:timers/promises';
import { takeChange } from '../bookmarks/change-number';
import { toBookmark } from '../bookmarks/columns';
import { sortedLabels } from '../bookmarks/sorted-labels';
import { writeChange } from '../bookmarks/update-bookmark';
import type { UserId } from '../ids';
import { lockUser } from '../lock-user';
import type { Session, Unit } from '../session';
import type { LabelRepository } from './label';

/** Bookmarks that are rewritten before other work has its turn. */
const BATCH = 100;

/** Labels, in either database. */
export function createLabels(session: Session): LabelRepository {
  const counted = (userId: UserId) =>
    session.db
      .selectFrom('bookmark_labels')
      .select(['label as name', ({ fn }) => fn.countAll<number>().as('count')])
      .where('user_id', '=', userId)
      .groupBy('label');
  return {
    async list(userId) {
      const rows = await counted(userId).execute();
      const counts = new Map(rows.map(({ name, count }) => [name, count]));
      return sortedLabels(counts.keys()).map((name) => ({ name, count: counts.get(name) ?? 0 }));
    },
    async find(userId, name) {
      return (await counted(userId).where('label', '=', name).executeTakeFirst()) ?? null;
    },
    rename: (userId, name, to) => session.write((unit) => relabel(unit, userId, name, [to])),
    delete: (userId, name) => session.write((unit) => relabel(unit, userId, name, [])),
  };
}

/** Puts other labels in the place of `name` wherever it is. */
async function relabel(
  unit: Unit,
  userId: UserId,
  name: string,
  instead: readonly string[],
): Promise<number> {
  await lockUser(unit, userId);
  const labelled = await unit.db
    .selectFrom('bookmark_labels')
    .innerJoin('bookmarks', 'bookmarks.key', 'bookmark_labels.bookmark_key')
    .select(['bookmarks.key', 'bookmarks.updated'])
    .where('bookmark_labels.user_id', '=', userId)
    .where('label', '=', name)
    .execute();
  if (labelled.length === 0 || instead.includes(name)) return labelled.length;
  const newest = Math.max(...labelled.map(({ updated }) => updated));
  const { seq, at } = await takeChange(unit, userId, labelled.length, newest + 1);
  const first = seq - labelled.length + 1;
  for (const [index, { key }] of labelled.entries()) {
    const row = toBookmark(
      await unit.db
        .selectFrom('bookmarks')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirstOrThrow(),
    );
    const labels = [...row.labels.filter((label) => label !== name), ...instead];
    await writeChange(unit, row, { labels }, { seq: first + index, at });
    if (index % BATCH === BATCH - 1) await nextTurn();
  }
  return labelled.length;
}
