import { definedFields } from '../../../src/domain/defined-fields';
import type { UnixMs } from '../../../src/domain/time';
import { firstRow } from '../database/rows';
import type { Session, Unit } from '../database/session';
import { rowConversions } from '../schema/column';
import { newShortId, type UserId } from '../schema/ids';
import { type Row, TABLES } from '../schema/tables';

const { toRow, toColumns } = rowConversions(TABLES.imports);

/** An import and its progress. */
export type ImportRow = Row<'imports'>;

export interface NewImport extends Pick<ImportRow, 'source' | 'options'> {
  /** The credentials of the account to read; null for imports of files. */
  readonly account: string | null;
}

/** Consecutive entries of an import. */
export type ImportPart = Row<'import_parts'>;

export type ImportProgress = Partial<Pick<ImportRow, 'status' | 'total' | 'done'>>;

/** Creates the repository of imports. */
export const createImports = ({ db, now, write }: Session) => ({
  async create(userId: UserId, { source, options, account }: NewImport): Promise<ImportRow> {
    const row: ImportRow = {
      id: newShortId(),
      userId,
      source,
      options,
      status: 'receiving',
      total: 0,
      done: 0,
      created: now(),
    };
    await write((unit) =>
      unit.db
        .insertInto('imports')
        .values({ ...toColumns(row), account })
        .execute(),
    );
    return row;
  },
  find(userId: UserId, id: string): Promise<ImportRow | null> {
    const own = db.selectFrom('imports').selectAll().where('user_id', '=', userId);
    return firstRow(own.where('id', '=', id), toRow);
  },
  /** Returns the credentials; null when there are none or the import is finished. */
  async account(id: string): Promise<string | null> {
    const found = db.selectFrom('imports').select('account').where('id', '=', id);
    return (await found.executeTakeFirst())?.account ?? null;
  },
  async putPart(id: string, part: ImportPart): Promise<void> {
    await write((unit) =>
      unit.db
        .insertInto('import_parts')
        .values({ import_id: id, ...part })
        .execute(),
    );
  },
  /** Finds the part with the entry of this number; null when there is none. */
  async part(id: string, number: number): Promise<ImportPart | null> {
    const row = await db
      .selectFrom('import_parts')
      .select(['first', 'next', 'bytes'])
      .where('import_id', '=', id)
      .where('first', '<=', number)
      .where('next', '>', number)
      .executeTakeFirst();
    return row ?? null;
  },
  /**
   * Records the progress. Call it in the transaction that imports the entries. Parts without entries
   * left are deleted; a finished import also loses its credentials.
   */
  progress: (id: string, progress: ImportProgress) =>
    write((unit) => writeProgress(unit, id, progress)),
  /** Deletes imports from before `before` that are finished or were never received completely. */
  async clear(before: UnixMs): Promise<void> {
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
    .set(definedFields({ status, total, done, account: isFinished ? null : undefined }))
    .where('id', '=', id)
    .execute();
  if (!isFinished && done === undefined) return;
  await db
    .deleteFrom('import_parts')
    .where('import_id', '=', id)
    .$if(!isFinished, (query) => query.where('next', '<=', done ?? 0))
    .execute();
}
