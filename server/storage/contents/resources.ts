import type { Insertable } from 'kysely';
import type { UnixMs } from '../../../src/domain/time';
import type { Session, Unit } from '../database/session';
import { insertStatement, slot, statement } from '../database/statement';
import { rowConversions } from '../schema/column';
import type { BookmarkKey } from '../schema/ids';
import { type ResourceKind, type Row, TABLES, type Tables } from '../schema/tables';
import { blobBytesOf, removeUnused } from './blobs';
import type { ResourceFile, ResourceRow, SentFile } from './content';

/** The kinds of files that a bookmark shows. */
const SHOWN_KINDS: readonly ResourceKind[] = ['icon', 'image', 'thumbnail', 'embedded'];

/** Lists the files of a bookmark by name, without their bytes. */
export async function resourcesOf(
  { db }: Session,
  key: BookmarkKey,
): Promise<readonly ResourceRow[]> {
  const rows = await db
    .selectFrom('resources')
    .selectAll()
    .where('bookmark_key', '=', key)
    .where('kind', 'in', SHOWN_KINDS)
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
    .where('kind', 'in', SHOWN_KINDS)
    .orderBy('bookmark_key')
    .orderBy('name')
    .execute();
  const files = Map.groupBy(rows, ({ bookmark_key }) => bookmark_key);
  return new Map(keys.map((key) => [key, (files.get(key) ?? []).map(toResource)]));
}

/** Replaces the files of a bookmark. Those that were sent or are of an earlier article stay. */
export async function putResources(
  unit: Unit,
  key: BookmarkKey,
  resources: readonly ResourceRow[],
): Promise<void> {
  const { db } = unit;
  await db
    .deleteFrom('resources')
    .where('bookmark_key', '=', key)
    .where('kind', 'in', SHOWN_KINDS)
    .execute();
  for (const resource of resources) await insertResource(unit, key, resource);
}

const named = (db: Session['db'], bookmarkId: string, name: string) =>
  db
    .selectFrom('bookmarks as b')
    .innerJoin('resources as r', 'r.bookmark_key', 'b.key')
    .selectAll('r')
    .where('b.id', '=', bookmarkId)
    .where('r.name', '=', name)
    .where('r.kind', 'in', SHOWN_KINDS);

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
  const bytes = resource && (await blobBytesOf(session, resource.hash));
  return resource && bytes ? { ...resource, bytes } : null;
}

const { toRow, toColumns } = rowConversions(TABLES.resources);

type Stored = Parameters<typeof toRow>[0];

// The queries leave out the files that wait for the extraction.
const toResource = (stored: Stored): ResourceRow => toRow(stored) as ResourceRow;

/** The kind of files of earlier articles. */
export const FORMER = 'former';

/** The kind of files that wait for the extraction. `removeSent` deletes them. */
const SENT_KIND = 'sent';

/** Which of the pages that were sent with a bookmark. Each has files of its own. */
export type SentAt = UnixMs | 0;

const folderOf = (at: SentAt) => `${SENT_KIND}/${at}/`;

/** The names keep the order of the files. */
const numbered = (index: number) => String(index).padStart(5, '0');
const nameOfSent = (at: SentAt, index: number) => `${folderOf(at)}${numbered(index)}`;

const deleteSent = statement<never, [key: BookmarkKey, below: string]>((db) =>
  db
    .deleteFrom('resources')
    .where('bookmark_key', '=', slot<BookmarkKey>(0))
    .where('name', 'like', slot<string>(1)),
);

const insert = insertStatement<Insertable<Tables['resources']>>('resources');

/** Adds a file of any kind to a bookmark. */
export async function insertResource(
  unit: Unit,
  key: BookmarkKey,
  file: Omit<Parameters<typeof toColumns>[0], 'bookmarkKey'>,
): Promise<void> {
  await insert(unit, { ...toColumns(file), bookmark_key: key });
}

/** Replaces the files of a page that was sent with a bookmark. */
export async function putSent(
  unit: Unit,
  key: BookmarkKey,
  files: readonly SentFile[],
  at: SentAt,
): Promise<void> {
  await deleteSent(unit, key, `${folderOf(at)}%`);
  for (const [index, file] of files.entries()) {
    const sent = {
      ...file,
      name: nameOfSent(at, index),
      kind: SENT_KIND,
      width: 0,
      height: 0,
    } as const;
    await insertResource(unit, key, sent);
  }
}

/**
 * Deletes the files of a page that was sent with a bookmark, and at once the bytes of the pages among
 * them. An image that is not used stays for an hour, because an extraction may be about to refer to it.
 */
export async function removeSent(unit: Unit, key: BookmarkKey, at: SentAt): Promise<void> {
  const sent = await sentOf(unit, key, at);
  if (sent.length === 0) return;
  await deleteSent(unit, key, `${folderOf(at)}%`);
  const pages = sent.filter(({ contentType }) => contentType.startsWith('text/html'));
  await removeUnused(unit, { among: pages.map(({ hash }) => hash) });
}

/** Lists the files of a page that was sent with a bookmark; none after its extraction. */
export const sentOf = (
  session: Pick<Session, 'db'>,
  key: BookmarkKey,
  at: SentAt,
): Promise<readonly SentFile[]> => resourcesBelow(session, key, folderOf(at));

/** Counts the pages that were sent with a bookmark and wait for their extraction, except for that of `at`. */
export async function countSent(
  { db }: Pick<Session, 'db'>,
  key: BookmarkKey,
  at: SentAt,
): Promise<number> {
  const { total } = await db
    .selectFrom('resources')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('bookmark_key', '=', key)
    .where('name', 'like', `${SENT_KIND}/%/${numbered(0)}`)
    .where('name', '!=', nameOfSent(at, 0))
    .executeTakeFirstOrThrow();
  return total;
}

/** Lists the files of any kind whose names begin with `folder`, by name. */
export async function resourcesBelow(
  { db }: Pick<Session, 'db'>,
  key: BookmarkKey,
  folder: string,
): Promise<readonly Row<'resources'>[]> {
  const rows = await db
    .selectFrom('resources')
    .selectAll()
    .where('bookmark_key', '=', key)
    .where('name', 'like', `${folder}%`)
    .orderBy('name')
    .execute();
  return rows.map(toRow);
}
