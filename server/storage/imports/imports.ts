import type { Selectable } from 'kysely';
import { type UnixMs, unixMs } from '../../../src/domain';
import { newShortId, type UserId } from '../ids';
import { parsed } from '../rows';
import type { ImportTable } from '../schema/work-tables';
import type { Session } from '../session';

export type ImportStatus = 'scheduled' | 'running' | 'finished';

/** An import and how far it is. */
export interface ImportRow {
  /** The track id, a short id. */
  readonly id: string;
  readonly userId: UserId;
  readonly source: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly status: ImportStatus;
  /** Entries; 0 until they are counted. */
  readonly total: number;
  /** Entries taken or passed over: where to go on after a crash. */
  readonly done: number;
  readonly created: UnixMs;
}

export interface NewImport extends Pick<ImportRow, 'source' | 'options'> {
  /** The file; null when the server reads an account. */
  readonly data: Uint8Array | null;
}

export type ImportProgress = Partial<Pick<ImportRow, 'status' | 'total' | 'done'>>;

export interface ImportRepository {
  create(userId: UserId, started: NewImport): Promise<ImportRow>;
  find(userId: UserId, id: string): Promise<ImportRow | null>;
  /** The file; null when there was none, or once the import is finished. */
  data(id: string): Promise<Uint8Array | null>;
  /** Notes how far it is, best in the transaction of what was taken. Finished, the file goes. */
  progress(id: string, progress: ImportProgress): Promise<void>;
  /** Forgets finished imports of before `before`. */
  clear(before: UnixMs): Promise<void>;
}

/** Imports, in either database. */
export const createImports = ({ db, now, write }: Session): ImportRepository => ({
  async create(userId, { source, options, data }) {
    const row = {
      id: newShortId(),
      user_id: userId,
      source,
      options: JSON.stringify(options),
      status: 'scheduled',
      total: 0,
      done: 0,
      created: now(),
    };
    await write((unit) =>
      unit.db
        .insertInto('imports')
        .values({ ...row, data })
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
  async data(id) {
    const row = await db
      .selectFrom('imports')
      .select('data')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.data ?? null;
  },
  async progress(id, { status, total, done }) {
    await write((unit) =>
      unit.db
        .updateTable('imports')
        .set({
          ...(status === undefined ? {} : { status }),
          ...(status === 'finished' ? { data: null } : {}),
          ...(total === undefined ? {} : { total }),
          ...(done === undefined ? {} : { done }),
        })
        .where('id', '=', id)
        .execute(),
    );
  },
  async clear(before) {
    await write((unit) =>
      unit.db
        .deleteFrom('imports')
        .where('status', '=', 'finished')
        .where('created', '<', before)
        .execute(),
    );
  },
});

const toImport = (row: Omit<Selectable<ImportTable>, 'data'>): ImportRow => ({
  id: row.id,
  userId: row.user_id,
  source: row.source,
  options: parsed(row.options),
  status: row.status as ImportStatus, // Written from one.
  total: row.total,
  done: row.done,
  created: unixMs(row.created),
});
