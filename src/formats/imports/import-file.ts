import { err, ok, type Result } from '../../domain';
import type { ImportFailure, ImportOptions, ImportRow, ImportStep } from './imported';
import { MAX_ROWS } from './limits';
import type { Rows } from './source';
import { goodlinks, linkwarden, pinboard } from './sources/json-sources';
import { pocketFile } from './sources/pocket-file';
import { browser, csv, readwise, text } from './sources/text-sources';
/** What exports files that we read, named as in the service's addresses (protocol.md section 12). */
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
 * Reads what another program exported. The whole file is read before the first step: a file that
 * is broken at its end imports nothing. Bookmarks come in the order in which they are to be made,
 * so that the one that was newest is so again. Never throws; a failure is the last step.
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

/** Rows that are made at a stretch; then whatever else this thread has to do gets its turn. */
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
