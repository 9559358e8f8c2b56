import type { Selectable } from 'kysely';
import type { CollectionSummary, Page } from '../../src/contract';
import { type UnixMs, unixMs } from '../../src/domain';
import { changedAt, takeChange } from './bookmarks/change-number';
import { lockUser, type Session } from './database-session';
import { newShortId, type UserId } from './ids';
import { definedFields, flag, type Listed, parsed } from './rows';
import type { CollectionTable } from './schema/tables';

/** The filters of a collection, as in the contract (protocol.md section 10). */
export type CollectionFilters = Omit<
  CollectionSummary,
  'name' | 'is_pinned' | 'is_deleted' | 'updated'
>;

/** A saved search (spec 2.17). */
export interface CollectionRow {
  /** Short id. */
  readonly id: string;
  readonly userId: UserId;
  readonly name: string;
  readonly isPinned: boolean;
  readonly filters: CollectionFilters;
  readonly created: UnixMs;
  readonly updated: UnixMs;
}

export type NewCollection = Pick<CollectionRow, 'name' | 'isPinned' | 'filters'>;
export interface CollectionChange extends Partial<Pick<CollectionRow, 'name' | 'isPinned'>> {
  /** The filters that change. */
  readonly filters?: Partial<CollectionFilters>;
}

export interface CollectionRepository {
  create(userId: UserId, collection: NewCollection): Promise<CollectionRow>;
  find(userId: UserId, id: string): Promise<CollectionRow | null>;
  /** Lists collections by name. */
  list(userId: UserId, page: Page): Promise<Listed<CollectionRow>>;
  /**
   * Changes a collection; null when there is none. A function gets the current row, which is locked
   * meanwhile. An empty change writes nothing.
   */
  update(
    userId: UserId,
    id: string,
    change: CollectionChange | ((row: CollectionRow) => CollectionChange),
  ): Promise<CollectionRow | null>;
  delete(userId: UserId, id: string): Promise<boolean>;
}

/** Creates the repository of collections. */
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
