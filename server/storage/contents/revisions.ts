import { DAY_MS, type UnixMs, unixMs } from '../../../src/domain/time';
import { lockUser, type Session, type Unit } from '../database/session';
import { rowConversions } from '../schema/column';
import { type BookmarkKey, newShortId, ownerOf } from '../schema/ids';
import { type ResourceKind, type Row, TABLES } from '../schema/tables';
import type { ResourceRow } from './content';
import { countSent, FORMER, insertResource, resourcesBelow, type SentAt } from './resources';

/** An article that was replaced. */
export type RevisionRow = Row<'revisions'>;

export interface NewRevision extends Omit<RevisionRow, 'id' | 'bookmarkKey' | 'replaced'> {
  /** Its files. */
  readonly resources: readonly ResourceRow[];
}

const { toRow, toColumns } = rowConversions(TABLES.revisions);

/** The time for which replaced articles are kept. */
export const KEEP_REVISIONS_MS = 30 * DAY_MS;
/** The earlier articles of a bookmark. None is deleted for another one, so more pages have to wait. */
const MAX_REVISIONS = 50;

/**
 * Returns null if there is room for the earlier article that a page may leave behind, and otherwise when
 * there will be. Pages that wait to be read count, because each may leave one, too.
 * @param at the page that is to be sent. If it waits already, it takes no more room
 */
export async function whenRoom(unit: Unit, key: BookmarkKey, at: SentAt): Promise<UnixMs | null> {
  // Of two requests at once, the second sees the page of the first.
  await lockUser(unit, ownerOf(key));
  const { kept, oldest } = await unit.db
    .selectFrom('revisions')
    .select(({ fn }) => [
      fn.countAll<number>().as('kept'),
      fn.min<number | null>('replaced').as('oldest'),
    ])
    .where('bookmark_key', '=', key)
    .executeTakeFirstOrThrow();
  if (kept + (await countSent(unit, key, at)) < MAX_REVISIONS) return null;
  return oldest === null ? unit.now() : unixMs(oldest + KEEP_REVISIONS_MS);
}

const folderOf = (id: string) => `${FORMER}/${id}/`;

/** Keeps an article beside the present one. */
export async function keepRevision(
  unit: Unit,
  key: BookmarkKey,
  { resources, ...revision }: NewRevision,
): Promise<void> {
  const row = { ...revision, id: newShortId(), bookmarkKey: key, replaced: unit.now() };
  await unit.db.insertInto('revisions').values(toColumns(row)).execute();
  for (const file of resources) {
    const name = `${folderOf(row.id)}${file.kind}/${file.name}`;
    await insertResource(unit, key, { ...file, kind: FORMER, name });
  }
}

/** Lists the earlier articles of a bookmark without their texts, last replaced first. */
export async function revisionsOf({ db }: Session, key: BookmarkKey) {
  const rows = await db
    .selectFrom('revisions')
    .select(['id', 'replaced', 'captured', 'word_count as wordCount'])
    .where('bookmark_key', '=', key)
    .orderBy('replaced', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ captured, replaced, ...row }) => ({
    ...row,
    replaced: replaced as UnixMs,
    captured: captured as UnixMs | null,
  }));
}

/** Finds an earlier article of a bookmark with its files; null when there is none. */
export async function revisionOf(
  session: Session,
  key: BookmarkKey,
  id: string,
): Promise<NewRevision | null> {
  const found = await session.db
    .selectFrom('revisions')
    .selectAll()
    .where('id', '=', id)
    .where('bookmark_key', '=', key)
    .executeTakeFirst();
  if (found === undefined) return null;
  const folder = folderOf(id);
  const files = await resourcesBelow(session, key, folder);
  const resources = files.map((file) => {
    const [kind = '', name = ''] = file.name.slice(folder.length).split('/');
    return { ...file, name, kind: kind as ResourceKind }; // `keepRevision` has written it.
  });
  return { ...toRow(found), resources };
}

/** Deletes an earlier article with its files. */
export async function removeRevision(
  { db }: Pick<Unit, 'db'>,
  key: BookmarkKey,
  id: string,
): Promise<void> {
  const files = db.deleteFrom('resources').where('bookmark_key', '=', key);
  await files.where('name', 'like', `${folderOf(id)}%`).execute();
  await db.deleteFrom('revisions').where('id', '=', id).execute();
}

/** The articles that one transaction deletes. */
const ARTICLES_DELETED_AT_ONCE = 50;

/** Deletes articles that were replaced before `before`, with their files. */
export async function clearRevisions(
  { write }: Pick<Session, 'write'>,
  before: UnixMs,
): Promise<void> {
  let left = ARTICLES_DELETED_AT_ONCE;
  while (left >= ARTICLES_DELETED_AT_ONCE) {
    left = await write(async ({ db }) => {
      const old = await db
        .selectFrom('revisions')
        .select(['id', 'bookmark_key'])
        .where('replaced', '<', before)
        .limit(ARTICLES_DELETED_AT_ONCE)
        .execute();
      for (const { id, bookmark_key: key } of old) await removeRevision({ db }, key, id);
      return old.length;
    }, 'lazy');
  }
}
