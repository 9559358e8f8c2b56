import { sortedLabels } from '../bookmarks/sorted-labels';
import type { UserId } from '../ids';
import type { Session } from '../session';
import type { LabelRepository } from './label';
import { relabel } from './relabel';

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
    rename: (userId, name, to) => session.write((unit) => relabel(unit, userId, name, to)),
    delete: (userId, name) => session.write((unit) => relabel(unit, userId, name, null)),
  };
}
