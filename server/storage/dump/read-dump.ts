import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DUMP_TABLES } from './dump-tables';
import { type DumpLine, type DumpValue, parseLine } from './lines';

/** Why a file can't be restored; nothing was changed then. */
export type RestoreError =
  /** No such file, or something else. */
  | { readonly kind: 'not-a-backup' }
  /** It ends too early, or a part of it is damaged. */
  | { readonly kind: 'incomplete' }
  /** A newer program wrote it. */
  | { readonly kind: 'newer-schema'; readonly schema: number };

/** Carries a `RestoreError` out of a transaction, which is undone by it. */
export class RestoreFailure extends Error {
  override readonly name = 'RestoreFailure';
  readonly reason: RestoreError;

  constructor(reason: RestoreError, cause?: unknown) {
    super(reason.kind, { cause });
    this.reason = reason;
  }
}

/** Rows of one table, to be written together. */
export interface DumpBatch {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly DumpValue[])[];
}

const MAX_ROWS = 100;
const MAX_CHARACTERS = 1_000_000;

/** The schema that a backup was written with. @throws RestoreFailure */
export async function schemaOfDump(path: string): Promise<number> {
  for await (const line of linesOf(path)) {
    if (line.kind === 'head') return line.schema;
    break;
  }
  throw new RestoreFailure({ kind: 'not-a-backup' });
}

/** The rows of a backup, in the order in which they can be written. @throws RestoreFailure */
export async function* batchesOf(path: string): AsyncGenerator<DumpBatch> {
  const names = new Set<string>(DUMP_TABLES.map(({ name }) => name));
  let head: Pick<DumpBatch, 'table' | 'columns'> | null = null;
  let rows: (readonly DumpValue[])[] = [];
  let characters = 0;
  let count = 0;
  let isWhole = false;
  for await (const line of linesOf(path)) {
    if (line.kind === 'head') continue;
    if (isWhole) throw new RestoreFailure({ kind: 'incomplete' });
    if (line.kind === 'row') {
      if (head === null || line.values.length !== head.columns.length) break;
      rows.push(line.values);
      characters += lengthOf(line.values);
      count++;
      if (rows.length < MAX_ROWS && characters < MAX_CHARACTERS) continue;
    }
    if (head !== null && rows.length > 0) yield { ...head, rows };
    rows = [];
    characters = 0;
    // Read on, to where the sum of what was compressed is checked.
    if (line.kind === 'end') isWhole = line.rows === count;
    if (line.kind === 'table') {
      if (!names.has(line.table)) break;
      head = line;
    }
  }
  if (!isWhole) throw new RestoreFailure({ kind: 'incomplete' });
}

async function* linesOf(path: string): AsyncGenerator<DumpLine> {
  const unzipped = createGunzip();
  // Its failure comes to whoever reads on, through the lines.
  const piping = pipeline(createReadStream(path), unzipped);
  piping.catch(() => undefined);
  let isFirst = true;
  try {
    for await (const text of createInterface({ input: unzipped, crlfDelay: Infinity })) {
      const line = parseLine(text);
      if (line === null) break;
      yield line;
      isFirst = false;
    }
    await piping;
  } catch (error) {
    throw new RestoreFailure({ kind: isFirst ? 'not-a-backup' : 'incomplete' }, error);
  } finally {
    unzipped.destroy();
  }
}

const lengthOf = (values: readonly DumpValue[]) =>
  values.reduce<number>(
    (sum, value) => sum + (value === null || typeof value === 'number' ? 1 : value.length),
    0,
  );
