import type { Selectable } from 'kysely';
import { unixMs } from '../../../src/domain';
import { changedAt, takeChange } from '../bookmarks/change-number';
import { newShortId, type UserId } from '../ids';
import { lockUser } from '../lock-user';
import { flag, given, parsed } from '../rows';
import type { CollectionTable } from '../schema/content-tables';
import type { Session } from '../session';
import type { CollectionRepository, CollectionRow } from './collection';

/** Collections, in either database. */
export function createCollections(session: Session): CollectionRepository {
  const ownIn = (db: Session['db'], userId: UserId) =>
    db.selectFrom('collections').where('user_id', '=', userId);
  return {
    create: (userId, collection) =>
      session.write(async (unit) => {
        const { at } = await takeChange(unit, userId);
        const row = { ...collection, id: newShortId(), userId, created: at, updated: at };
        await unit.db.insertInto('collections').values(toColumns(row)).execute();
        return row;
      }),
    async find(userId, id) {
      const row = await ownIn(session.db, userId)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? toCollection(row) : null;
    },
    async list(userId, { limit, offset }) {
      const own = ownIn(session.db, userId);
      const rows = await own
        .selectAll()
        .orderBy('name')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
      const { total } = await own
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows: rows.map(toCollection), total };
    },
    update: (userId, id, change) =>
      session.write(async (unit) => {
        await lockUser(unit, userId);
        const found = await ownIn(unit.db, userId)
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        if (found === undefined) return null;
        const before = toCollection(found);
        const { filters, ...wanted } = given(
          typeof change === 'function' ? change(before) : change,
        );
        if (filters === undefined && Object.keys(wanted).length === 0) return before;
        // Later than all that anybody was told of: whoever syncs by it then knows that it changed.
        const { at } = await takeChange(unit, userId, 1, (await changedAt(unit, userId)) + 1);
        const row: CollectionRow = {
          ...before,
          ...wanted,
          filters: { ...before.filters, ...given(filters ?? {}) },
          updated: at,
        };
        await unit.db.updateTable('collections').set(toColumns(row)).where('id', '=', id).execute();
        return row;
      }),
    delete: (userId, id) =>
      session.write(async (unit) => {
        await lockUser(unit, userId);
        const { numDeletedRows } = await unit.db
          .deleteFrom('collections')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await takeChange(unit, userId);
        return true;
      }),
  };
}

const toColumns = (row: CollectionRow) => ({
  id: row.id,
  user_id: row.userId,
  name: row.name,
  is_pinned: flag(row.isPinned),
  filters: JSON.stringify(row.filters),
  created: row.created,
  updated: row.updated,
});

const toCollection = (row: Selectable<CollectionTable>): CollectionRow => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  isPinned: row.is_pinned === 1,
  filters: parsed(row.filters),
  created: unixMs(row.created),
  updated: unixMs(row.updated),
});
