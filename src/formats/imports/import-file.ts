import { err, ok, type Result } from '../../domain';
import type { ImportFailure, ImportOptions, ImportRow, ImportStep } from './imported';
import { MAX_ROWS } from './limits';
import type { Rows } from './source';
import { goodlinks, linkwarden, pinboard } from './sources/json-sources';
import { pocketFile } from './sources/pocket-file';
import { browser, csv, readwise, text } from './sources/text-sources';
/**
 * The programs whose export files Leafmark reads, named as in the service's addresses (protocol.md
 * section 12).
 */
export const FILE_SOURCES = {
  browser,
  csv,
  goodlinks,
  linkwarden,
  pinboard,
  'pocket-file': pocketFile,
  readwise,
  text,
} as const;

export type FileSource = keyof typeof FILE_SOURCES;

/**
 * Reads a file that another program exported. It reads the whole file before the first step, so a
 * file with a broken end imports nothing. Entries come in the order in which to create them: oldest
 * first. It never throws; a failure is the last step.
 */
export async function* importFile(
  source: FileSource,
  file: Blob,
  options: ImportOptions,
): AsyncGenerator<ImportStep> {
  const { isNewestFirst, read } = FILE_SOURCES[source];
  const found = await read(file, options);
  const rows = found.ok ? await collect(found.value) : found;
  if (!rows.ok) {
    yield { kind: 'failed', failure: rows.error };
    return;
  }
  yield* isNewestFirst ? rows.value.toReversed() : rows.value;
}

/** After this many rows other work of the thread gets a turn. */
const ROWS_AT_A_STRETCH = 500;

async function collect(rows: Rows): Promise<Result<readonly ImportRow[], ImportFailure>> {
  const collected: ImportRow[] = [];
  for (const row of rows) {
    if (collected.length === MAX_ROWS) return err({ kind: 'too-many-rows' });
    collected.push(row);
    if (collected.length % ROWS_AT_A_STRETCH === 0) await pause();
  }
  return ok(collected);
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
