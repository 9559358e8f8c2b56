import { touchBookmark } from '../bookmarks/update-bookmark';
import { type BookmarkKey, newShortId, ownerOf } from '../ids';
import { lockUser } from '../lock-user';
import { given } from '../rows';
import { markUnindexed } from '../search/unindexed';
import type { Session, Unit } from '../session';
import type { AnnotationChange, AnnotationRepository, AnnotationRow } from './annotation';
import { listAll } from './annotations-of-user';
import { toAnnotation, toColumns } from './columns';

/** Annotations, in either database. */
export function createAnnotations(session: Session): AnnotationRepository {
  const { db, engine } = session;
  const ofBookmarks = db
    .selectFrom('annotations')
    .selectAll()
    .orderBy('position')
    // Of two that begin together, the one that ends first.
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
  const row = { ...toAnnotation(found), ...given(change) };
  await unit.db.updateTable('annotations').set(toColumns(row)).where('id', '=', id).execute();
  return row;
}
