import type { Insertable, Selectable } from 'kysely';
import type { Page } from '../../../src/contract';
import { unixMs } from '../../../src/domain';
import { touchBookmark } from '../bookmarks/write-bookmark';
import { lockUser, type Session, type Unit } from '../database-session';
import { type BookmarkKey, newShortId, ownerOf, type UserId } from '../ids';
import { definedFields, type Listed, parsedOrNull } from '../rows';
import type { AnnotationTable } from '../schema/tables';
import { markUnindexed } from '../search/unindexed';
import type {
  AnnotationChange,
  AnnotationInLibrary,
  AnnotationRepository,
  AnnotationRow,
} from './annotation';

/** Creates the repository of annotations. */
export function createAnnotations(session: Session): AnnotationRepository {
  const { db, engine } = session;
  const ofBookmarks = db
    .selectFrom('annotations')
    .selectAll()
    .orderBy('position')
    // Of two annotations with the same start, the shorter one comes first.
    .orderBy((row) => row.fn<number>('length', ['text']))
    .orderBy('id');
  return {
    list: async (key) =>
      (await ofBookmarks.where('bookmark_key', '=', key).execute()).map(toAnnotation),
    async listMany(keys) {
      const rows = await ofBookmarks.where(engine.isAmong('bookmark_key', keys)).execute();
      const byKey = new Map(keys.map((key) => [key, [] as AnnotationRow[]]));
      for (const row of rows) byKey.get(row.bookmark_key)?.push(toAnnotation(row));
      return byKey;
    },
    listAll: (userId, page) => listAll(session, userId, page),
    async find(key, id) {
      const row = await ofBookmarks
        .where('id', '=', id)
        .where('bookmark_key', '=', key)
        .executeTakeFirst();
      return row ? toAnnotation(row) : null;
    },
    create: (key, annotation) =>
      session.write(async (unit) => {
        await lockUser(unit, ownerOf(key));
        const row = { ...annotation, id: newShortId(), bookmarkKey: key, created: unit.now() };
        await unit.db.insertInto('annotations').values(toColumns(row)).execute();
        await touchBookmark(unit, key);
        if (row.note !== '') await markUnindexed(unit, key);
        return row;
      }),
    update: (key, id, change) =>
      session.write(async (unit) => {
        const annotation = await changeAnnotation(unit, key, id, change);
        const bookmark = annotation && (await touchBookmark(unit, key));
        if (!annotation || !bookmark) return null;
        if (change.note !== undefined) await markUnindexed(unit, key);
        return { annotation, bookmark };
      }),
    delete: (key, id) =>
      session.write(async (unit) => {
        await lockUser(unit, ownerOf(key));
        const { numDeletedRows } = await unit.db
          .deleteFrom('annotations')
          .where('id', '=', id)
          .where('bookmark_key', '=', key)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await touchBookmark(unit, key);
        await markUnindexed(unit, key);
        return true;
      }),
    async move(key, places) {
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
  const row = { ...toAnnotation(found), ...definedFields(change) };
  await unit.db.updateTable('annotations').set(toColumns(row)).where('id', '=', id).execute();
  return row;
}

/** Converts a row for storage. */
const toColumns = (row: AnnotationRow): Insertable<AnnotationTable> => ({
  id: row.id,
  user_id: ownerOf(row.bookmarkKey),
  bookmark_key: row.bookmarkKey,
  start_selector: row.startSelector,
  start_offset: row.startOffset,
  end_selector: row.endSelector,
  end_offset: row.endOffset,
  position: row.position,
  text: row.text,
  color: row.color,
  note: row.note,
  quote: row.quote && JSON.stringify(row.quote),
  created: row.created,
});

/** Converts a stored row. */
const toAnnotation = (row: Selectable<AnnotationTable>): AnnotationRow => ({
  id: row.id,
  bookmarkKey: row.bookmark_key,
  startSelector: row.start_selector,
  startOffset: row.start_offset,
  endSelector: row.end_selector,
  endOffset: row.end_offset,
  position: row.position,
  text: row.text,
  color: row.color,
  note: row.note,
  quote: parsedOrNull(row.quote),
  created: unixMs(row.created),
});

/** Returns one page of all annotations of a user, newest first, with their bookmarks. */
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
    .orderBy('created', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset);
  const rows = await db
    .selectFrom(chosen.as('chosen'))
    .innerJoin('annotations as a', 'a.id', 'chosen.id')
    .innerJoin('bookmarks as b', 'b.key', 'a.bookmark_key')
    .selectAll('a')
    .select(['b.id as bookmark_id', 'b.url', 'b.title', 'b.site_name'])
    .orderBy('a.created', 'desc')
    .orderBy('a.id')
    .execute();
  return {
    total,
    rows: rows.map((row) => ({
      ...toAnnotation(row),
      bookmark: {
        id: row.bookmark_id,
        url: row.url,
        title: row.title,
        siteName: row.site_name,
      },
    })),
  };
}
