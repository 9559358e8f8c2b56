import type { Selectable } from 'kysely';
import { type UnixMs, unixMs } from '../../src/domain';
import type { Session, Unit } from './database-session';
import { newShortId, type UserId } from './ids';
import { parsed } from './rows';
import type { ImportTable } from './schema/tables';

/** `receiving`: entries are still being stored. They are processed when the import is scheduled. */
export type ImportStatus = 'receiving' | 'scheduled' | 'running' | 'finished';

/** An import and its progress. */
export interface ImportRow {
  /** The track id, a short id. */
  readonly id: string;
  readonly userId: UserId;
  readonly source: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly status: ImportStatus;
  /** The number of entries; 0 until they are counted. */
  readonly total: number;
  /** The number of entries that were imported or skipped. After a crash the import continues here. */
  readonly done: number;
  readonly created: UnixMs;
}

export interface NewImport extends Pick<ImportRow, 'source' | 'options'> {
  /** The credentials of the account to read; null for imports of files. */
  readonly account: string | null;
}

/** Consecutive entries of an import. */
export interface ImportPart {
  /** The number of its first entry. An import starts at 0. */
  readonly first: number;
  /** The number of the entry after its last. */
  readonly next: number;
  /** The entries in the format of the importer. */
  readonly bytes: Uint8Array;
}

export type ImportProgress = Partial<Pick<ImportRow, 'status' | 'total' | 'done'>>;

export interface ImportRepository {
  create(userId: UserId, started: NewImport): Promise<ImportRow>;
  find(userId: UserId, id: string): Promise<ImportRow | null>;
  /** Returns the credentials; null when there are none or the import is finished. */
  account(id: string): Promise<string | null>;
  putPart(id: string, part: ImportPart): Promise<void>;
  /** Finds the part with the entry of this number; null when there is none. */
  part(id: string, number: number): Promise<ImportPart | null>;
  /**
   * Records the progress. Call it in the transaction that imports the entries. Parts without entries
   * left are deleted; a finished import also loses its credentials.
   */
  progress(id: string, progress: ImportProgress): Promise<void>;
  /** Deletes imports from before `before` that are finished or were never received completely. */
  clear(before: UnixMs): Promise<void>;
}

/** Creates the repository of imports. */
export const createImports = ({ db, now, write }: Session): ImportRepository => ({
  async create(userId, { source, options, account }) {
    const row = {
      id: newShortId(),
      user_id: userId,
      source,
      options: JSON.stringify(options),
      status: 'receiving',
      total: 0,
      done: 0,
      created: now(),
    };
    await write((unit) =>
      unit.db
        .insertInto('imports')
        .values({ ...row, account })
        .execute(),
    );
    return toImport(row);
  },
  async find(userId, id) {
    const row = await db
      .selectFrom('imports')
      .select(['id', 'user_id', 'source', 'options', 'status', 'total', 'done', 'created'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row ? toImport(row) : null;
  },
  async account(id) {
    const row = await db
      .selectFrom('imports')
      .select('account')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.account ?? null;
  },
  async putPart(id, { first, next, bytes }) {
    const row = { import_id: id, first_entry: first, next_entry: next, bytes };
    await write((unit) => unit.db.insertInto('import_parts').values(row).execute());
  },
  async part(id, number) {
    const row = await db
      .selectFrom('import_parts')
      .select(['first_entry as first', 'next_entry as next', 'bytes'])
      .where('import_id', '=', id)
      .where('first_entry', '<=', number)
      .where('next_entry', '>', number)
      .executeTakeFirst();
    return row ?? null;
  },
  progress: (id, progress) => write((unit) => writeProgress(unit, id, progress)),
  async clear(before) {
    await write((unit) =>
      unit.db
        .deleteFrom('imports')
        .where('status', 'in', ['finished', 'receiving'])
        .where('created', '<', before)
        .execute(),
    );
  },
});

async function writeProgress(
  { db }: Unit,
  id: string,
  { status, total, done }: ImportProgress,
): Promise<void> {
  const isFinished = status === 'finished';
  await db
    .updateTable('imports')
    .set({
      ...(status === undefined ? {} : { status }),
      ...(isFinished ? { account: null } : {}),
      ...(total === undefined ? {} : { total }),
      ...(done === undefined ? {} : { done }),
    })
    .where('id', '=', id)
    .execute();
  if (!isFinished && done === undefined) return;
  await db
    .deleteFrom('import_parts')
    .where('import_id', '=', id)
    .$if(!isFinished, (query) => query.where('next_entry', '<=', done ?? 0))
    .execute();
}

const toImport = (row: Omit<Selectable<ImportTable>, 'account'>): ImportRow => ({
  id: row.id,
  userId: row.user_id,
  source: row.source,
  options: parsed(row.options),
  status: row.status as ImportStatus, // Only such values are written.
  total: row.total,
  done: row.done,
  created: unixMs(row.created),
});
