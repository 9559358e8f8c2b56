import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DUMP_TABLES } from './dump-tables';
import { type DumpLine, type DumpValue, parseLine } from './lines';

/** The reason why a file cannot be restored. Nothing has changed then. */
export type RestoreError =
  /** The file is missing or is not a backup. */
  | { readonly kind: 'not-a-backup' }
  /** The file ends too early or is damaged. */
  | { readonly kind: 'incomplete' }
  /** A newer or an older program wrote it. */
  | { readonly kind: 'newer-schema' | 'older-schema'; readonly schema: number };

/** Carries a `RestoreError` out of a transaction and rolls it back. */
export class RestoreFailure extends Error {
  override readonly name = 'RestoreFailure';
  readonly reason: RestoreError;

  constructor(reason: RestoreError, cause?: unknown) {
    super(reason.kind, { cause });
    this.reason = reason;
  }
}

/** Rows of one table that are inserted together. */
export interface DumpBatch {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly DumpValue[])[];
}

const MAX_ROWS_PER_STEP = 100;
const MAX_CHARACTERS_PER_STEP = 1_000_000;

/** Reads the schema version of a backup. @throws RestoreFailure */
export async function schemaOfDump(path: string): Promise<number> {
  for await (const line of linesOfDump(path)) {
    if (line.kind === 'head') return line.schema;
    break;
  }
  throw new RestoreFailure({ kind: 'not-a-backup' });
}

/** Yields the rows of a backup in an order in which they can be inserted. @throws RestoreFailure */
export async function* batchesOf(path: string): AsyncGenerator<DumpBatch> {
  const names = new Set<string>(DUMP_TABLES.map(({ name }) => name));
  let head: Pick<DumpBatch, 'table' | 'columns'> | null = null;
  let rows: (readonly DumpValue[])[] = [];
  let characters = 0;
  let count = 0;
  let isWhole = false;
  for await (const line of linesOfDump(path)) {
    if (line.kind === 'head') continue;
    if (isWhole) throw new RestoreFailure({ kind: 'incomplete' });
    if (line.kind === 'row') {
      if (head === null || line.values.length !== head.columns.length) break;
      rows.push(line.values);
      characters += lengthOfValues(line.values);
      count++;
      if (rows.length < MAX_ROWS_PER_STEP && characters < MAX_CHARACTERS_PER_STEP) continue;
    }
    if (head !== null && rows.length > 0) yield { ...head, rows };
    rows = [];
    characters = 0;
    // Reading continues to the end, where gzip verifies its checksum.
    if (line.kind === 'end') isWhole = line.rows === count;
    if (line.kind === 'table') {
      if (!names.has(line.table)) break;
      head = line;
    }
  }
  if (!isWhole) throw new RestoreFailure({ kind: 'incomplete' });
}

async function* linesOfDump(path: string): AsyncGenerator<DumpLine> {
  // Only a restore needs it, and loading it takes a tenth of the start of a server.
  const { createInterface } = await import('node:readline');
  const unzipped = createGunzip();
  // A failure reaches the reader through the lines.
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

const lengthOfValues = (values: readonly DumpValue[]) =>
  values.reduce<number>(
    (sum, value) => sum + (value === null || typeof value === 'number' ? 1 : value.length),
    0,
  );
