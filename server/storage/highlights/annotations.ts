import { sql } from 'kysely';
import type { Page } from '../../../src/contract';
import { definedFields } from '../../../src/domain/defined-fields';
import type { BookmarkRow } from '../bookmarks/bookmark';
import { touchBookmark } from '../bookmarks/write-bookmark';
import { deletesAny, firstRow, type Listed } from '../database/rows';
import { lockUser, type Session, type Unit } from '../database/session';
import { rowConversions } from '../schema/column';
import { type BookmarkKey, newShortId, ownerOf, type UserId } from '../schema/ids';
import { type Row, TABLES } from '../schema/tables';
import { markUnindexed } from '../search/unindexed';

const { toRow, toColumns } = rowConversions(TABLES.annotations);

/** A highlighted passage (spec 2.16, protocol.md section 9). */
export type AnnotationRow = Row<'annotations'>;
export type NewAnnotation = Omit<AnnotationRow, 'id' | 'bookmarkKey' | 'created'>;
export type AnnotationChange = Partial<NewAnnotation>;

/** An annotation in the list of all, with its bookmark. */
export interface AnnotationInLibrary extends AnnotationRow {
  readonly bookmark: Pick<BookmarkRow, 'id' | 'url' | 'title' | 'siteName'>;
}

/** Creates the repository of annotations. Each change also updates the bookmark's `updated`. */
export function createAnnotations(session: Session) {
  const { db, engine } = session;
  const ofBookmarks = db
    .selectFrom('annotations')
    .selectAll()
    .orderBy('position')
    // Of two annotations with the same start, the shorter one comes first.
    .orderBy((row) => row.fn<number>('length', ['text']))
    .orderBy('id');
  return {
    /** Lists annotations in the order of the text. */
    list: async (key: BookmarkKey): Promise<readonly AnnotationRow[]> =>
      (await ofBookmarks.where('bookmark_key', '=', key).execute()).map(toRow),
    /** Lists the annotations of several bookmarks, each in the order of the text. */
    async listMany(
      keys: readonly BookmarkKey[],
    ): Promise<ReadonlyMap<BookmarkKey, readonly AnnotationRow[]>> {
      const rows = await ofBookmarks.where(engine.isAmong('bookmark_key', keys)).execute();
      const byKey = new Map(keys.map((key) => [key, [] as AnnotationRow[]]));
      for (const row of rows) byKey.get(row.bookmark_key)?.push(toRow(row));
      return byKey;
    },
    /** Newest first. */
    listAll: (userId: UserId, page: Page) => listAll(session, userId, page),
    find: (key: BookmarkKey, id: string): Promise<AnnotationRow | null> =>
      firstRow(ofBookmarks.where('id', '=', id).where('bookmark_key', '=', key), toRow),
    create: (key: BookmarkKey, annotation: NewAnnotation) =>
      session.write(async (unit): Promise<AnnotationRow> => {
        await lockUser(unit, ownerOf(key));
        const row = { ...annotation, id: newShortId(), bookmarkKey: key, created: unit.now() };
        await unit.db
          .insertInto('annotations')
          .values({ ...toColumns(row), user_id: ownerOf(key) })
          .execute();
        await touchBookmark(unit, key);
        if (row.note !== '') await markUnindexed(unit, key);
        return row;
      }),
    /** null when there is none. */
    update: (key: BookmarkKey, id: string, change: AnnotationChange) =>
      session.write(async (unit) => {
        const annotation = await changeAnnotation(unit, key, id, change);
        const bookmark = annotation && (await touchBookmark(unit, key));
        if (!annotation || !bookmark) return null;
        if (change.note !== undefined) await markUnindexed(unit, key);
        return { annotation, bookmark };
      }),
    /** false when there was none. */
    delete: (key: BookmarkKey, id: string) =>
      session.write(async (unit) => {
        await lockUser(unit, ownerOf(key));
        const own = unit.db.deleteFrom('annotations').where('bookmark_key', '=', key);
        if (!(await deletesAny(own.where('id', '=', id)))) return false;
        await touchBookmark(unit, key);
        await markUnindexed(unit, key);
        return true;
      }),
    /** Moves annotations to their places in a new article, in one change. */
    async move(
      key: BookmarkKey,
      places: readonly (Pick<AnnotationRow, 'id'> & AnnotationChange)[],
    ): Promise<void> {
      if (places.length === 0) return;
      await session.write(async (unit) => {
        for (const { id, ...place } of places) await changeAnnotation(unit, key, id, place);
        await touchBookmark(unit, key);
      });
    },
  };
}

async function changeAnnotation(
  unit: Unit,
  key: BookmarkKey,
  id: string,
  change: AnnotationChange,
): Promise<AnnotationRow | null> {
  await lockUser(unit, ownerOf(key));
  const found = await unit.db
    .selectFrom('annotations')
    .selectAll()
    .where('id', '=', id)
    .where('bookmark_key', '=', key)
    .executeTakeFirst();
  if (found === undefined) return null;
  const row = { ...toRow(found), ...definedFields(change) };
  await unit.db.updateTable('annotations').set(toColumns(row)).where('id', '=', id).execute();
  return row;
}

/**
 * Returns one page of all annotations of a user with their bookmarks, newest first, those of one
 * second in the order in which they were made (protocol.md section 18).
 */
async function listAll(
  { db }: Session,
  userId: UserId,
  { limit, offset }: Page,
): Promise<Listed<AnnotationInLibrary>> {
  const { total } = await db
    .selectFrom('annotations')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  // The rows before the page are only counted in the index. With a join they would be read.
  const chosen = db
    .selectFrom('annotations')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy(sql`created / 1000`, 'desc')
    .orderBy('created')
    .orderBy('id')
    .limit(limit)
    .offset(offset);
  const rows = await db
    .selectFrom(chosen.as('chosen'))
    .innerJoin('annotations as a', 'a.id', 'chosen.id')
    .innerJoin('bookmarks as b', 'b.key', 'a.bookmark_key')
    .selectAll('a')
    .select(['b.id as bookmark_id', 'b.url', 'b.title', 'b.site_name'])
    .orderBy(sql`a.created / 1000`, 'desc')
    .orderBy('a.created')
    .orderBy('a.id')
    .execute();
  return {
    total,
    rows: rows.map((row) => ({
      ...toRow(row),
      bookmark: {
        id: row.bookmark_id,
        url: row.url,
        title: row.title,
        siteName: row.site_name,
      },
    })),
  };
}
