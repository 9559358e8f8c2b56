import type { Insertable } from 'kysely';
import type { Session, Unit } from '../database/session';
import { insertStatement, slot, statement } from '../database/statement';
import { rowsOf } from '../schema/column';
import type { BookmarkKey } from '../schema/ids';
import { TABLES, type Tables } from '../schema/tables';
import { bytesOf, removeUnused } from './blobs';
import type { ResourceFile, ResourceRow, SentFile } from './content';

/** Lists the files of a bookmark by name, without their bytes. */
export async function resourcesOf(
  { db }: Session,
  key: BookmarkKey,
): Promise<readonly ResourceRow[]> {
  const rows = await db
    .selectFrom('resources')
    .selectAll()
    .where('bookmark_key', '=', key)
    .where('kind', '!=', SENT)
    .orderBy('name')
    .execute();
  return rows.map(toResource);
}

/** Lists the files of several bookmarks, by name for each. */
export async function resourcesOfMany(
  { db, engine }: Session,
  keys: readonly BookmarkKey[],
): Promise<ReadonlyMap<BookmarkKey, readonly ResourceRow[]>> {
  const rows = await db
    .selectFrom('resources')
    .selectAll()
    .where(engine.isAmong('bookmark_key', keys))
    .where('kind', '!=', SENT)
    .orderBy('bookmark_key')
    .orderBy('name')
    .execute();
  const files = Map.groupBy(rows, ({ bookmark_key }) => bookmark_key);
  return new Map(keys.map((key) => [key, (files.get(key) ?? []).map(toResource)]));
}

/** Replaces the files of a bookmark. */
export async function putResources(
  { db }: Unit,
  key: BookmarkKey,
  resources: readonly ResourceRow[],
): Promise<void> {
  await db.deleteFrom('resources').where('bookmark_key', '=', key).execute();
  for (const resource of resources) {
    await db
      .insertInto('resources')
      .values({ ...toColumns(resource), bookmark_key: key })
      .execute();
  }
}

const named = (db: Session['db'], bookmarkId: string, name: string) =>
  db
    .selectFrom('bookmarks as b')
    .innerJoin('resources as r', 'r.bookmark_key', 'b.key')
    .selectAll('r')
    .where('b.id', '=', bookmarkId)
    .where('r.name', '=', name)
    .where('r.kind', '!=', SENT);

/** Finds a file by name, without its bytes; null when there is none. */
export async function resourceOf(
  { db }: Session,
  bookmarkId: string,
  name: string,
): Promise<ResourceRow | null> {
  const row = await named(db, bookmarkId, name).executeTakeFirst();
  return row ? toResource(row) : null;
}

/** Finds a file by name, with its bytes; null when there is none. */
export async function fileOf(
  session: Session,
  bookmarkId: string,
  name: string,
): Promise<ResourceFile | null> {
  const resource = await resourceOf(session, bookmarkId, name);
  const bytes = resource && (await bytesOf(session, resource.hash));
  return resource && bytes ? { ...resource, bytes } : null;
}

const { toRow, toColumns } = rowsOf(TABLES.resources);

type Stored = Parameters<typeof toRow>[0];

// The queries leave out the files that wait for the extraction.
const toResource = (stored: Stored): ResourceRow => toRow(stored) as ResourceRow;

/** The kind of files that wait for the extraction. `removeSent` deletes them. */
const SENT = 'sent';

/** The names keep the order of the files. */
const nameOf = (index: number) => `${SENT}/${String(index).padStart(5, '0')}`;

const deleteSent = statement<never, [key: BookmarkKey]>((db) =>
  db
    .deleteFrom('resources')
    .where('bookmark_key', '=', slot<BookmarkKey>(0))
    .where('kind', '=', SENT),
);

const insert = insertStatement<Insertable<Tables['resources']>>('resources');

/** Replaces the files that were sent with a bookmark. */
export async function putSent(
  unit: Unit,
  key: BookmarkKey,
  files: readonly SentFile[],
): Promise<void> {
  await deleteSent(unit, key);
  for (const [index, file] of files.entries()) {
    const columns = toColumns({ ...file, name: nameOf(index), kind: SENT, width: 0, height: 0 });
    await insert(unit, { ...columns, bookmark_key: key });
  }
}

/**
 * Deletes the files that were sent with a bookmark, and at once the bytes of the pages among them. An
 * image that is not used stays for an hour, because an extraction may be about to refer to it.
 */
export async function removeSent(unit: Unit, key: BookmarkKey): Promise<void> {
  const sent = await sentOf(unit, key);
  if (sent.length === 0) return;
  await deleteSent(unit, key);
  const pages = sent.filter(({ contentType }) => contentType.startsWith('text/html'));
  await removeUnused(unit, { among: pages.map(({ hash }) => hash) });
}

/** Lists the files that were sent with a bookmark; none after its extraction. */
export async function sentOf(
  { db }: Pick<Session, 'db'>,
  key: BookmarkKey,
): Promise<readonly SentFile[]> {
  const rows = await db
    .selectFrom('resources')
    .selectAll()
    .where('bookmark_key', '=', key)
    .where('kind', '=', SENT)
    .orderBy('name')
    .execute();
  return rows.map(toRow);
}
