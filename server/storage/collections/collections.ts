import type { CollectionFilters, Page } from '../../../src/contract';
import { definedFields } from '../../../src/domain/defined-fields';
import { changedAt, takeChange } from '../bookmarks/change-number';
import { deletesAny, firstRow, listPage } from '../database/rows';
import { lockUser, type Session } from '../database/session';
import { rowConversions } from '../schema/column';
import { newShortId, type UserId } from '../schema/ids';
import { type Row, TABLES } from '../schema/tables';

const { toRow, toColumns } = rowConversions(TABLES.collections);

/** A saved search (spec 2.17). */
export type CollectionRow = Row<'collections'>;

export type NewCollection = Pick<CollectionRow, 'name' | 'isPinned' | 'filters'>;
export interface CollectionChange extends Partial<Pick<CollectionRow, 'name' | 'isPinned'>> {
  /** The filters that change. */
  readonly filters?: Partial<CollectionFilters>;
}

/** Creates the repository of collections. */
export function createCollections(session: Session) {
  const ownIn = (db: Session['db'], userId: UserId) =>
    db.selectFrom('collections').where('user_id', '=', userId);
  return {
    create: (userId: UserId, collection: NewCollection) =>
      session.write(async (unit) => {
        const { at } = await takeChange(unit, userId);
        const row: CollectionRow = {
          ...collection,
          id: newShortId(),
          userId,
          created: at,
          updated: at,
        };
        await unit.db.insertInto('collections').values(toColumns(row)).execute();
        return row;
      }),
    find: (userId: UserId, id: string): Promise<CollectionRow | null> =>
      firstRow(ownIn(session.db, userId).selectAll().where('id', '=', id), toRow),
    /** Lists collections by name. */
    list(userId: UserId, page: Page) {
      const own = ownIn(session.db, userId);
      return listPage(own, own.selectAll().orderBy('name').orderBy('id'), page, toRow);
    },
    /**
     * Changes a collection; null when there is none. A function gets the current row, which is locked
     * meanwhile. An empty change writes nothing.
     */
    update: (
      userId: UserId,
      id: string,
      change: CollectionChange | ((row: CollectionRow) => CollectionChange),
    ) =>
      session.write(async (unit): Promise<CollectionRow | null> => {
        await lockUser(unit, userId);
        const found = await ownIn(unit.db, userId)
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        if (found === undefined) return null;
        const before = toRow(found);
        const { filters, ...fields } = definedFields(
          typeof change === 'function' ? change(before) : change,
        );
        if (filters === undefined && Object.keys(fields).length === 0) return before;
        // The time is later than all that clients know, so a sync by this collection sees the change.
        const { at } = await takeChange(unit, userId, 1, (await changedAt(unit, userId)) + 1);
        const row: CollectionRow = {
          ...before,
          ...fields,
          filters: { ...before.filters, ...definedFields(filters ?? {}) },
          updated: at,
        };
        await unit.db.updateTable('collections').set(toColumns(row)).where('id', '=', id).execute();
        return row;
      }),
    delete: (userId: UserId, id: string) =>
      session.write(async (unit) => {
        await lockUser(unit, userId);
        const own = unit.db.deleteFrom('collections').where('user_id', '=', userId);
        if (!(await deletesAny(own.where('id', '=', id)))) return false;
        await takeChange(unit, userId);
        return true;
      }),
  };
}
