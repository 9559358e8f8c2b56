import type { ImportOptions, ImportStep } from './imported';
import { MAX_IMPORTED_ROWS } from './limits';
import type { Rows, Source } from './source';
import { csv, instapaper, raindropCsv, readwise } from './sources/csv-sources';
import { goodlinks, karakeep, linkwarden, pinboard } from './sources/json-sources';
import { omnivoreFile } from './sources/omnivore-file';
import { pdfFiles } from './sources/pdf-files';
import { pocketFile } from './sources/pocket-file';
import { browser, text } from './sources/text-sources';
import { wallabagFile } from './sources/wallabag-file';

/**
 * The programs whose export files a server reads, named as in the service's addresses (protocol.md
 * section 12).
 */
const FILE_SOURCES = {
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

/** All files that are read here. `recogniseFile` tells them apart. */
export const IMPORT_FORMATS = {
  ...FILE_SOURCES,
  instapaper,
  karakeep,
  linkding: browser,
  'omnivore-zip': omnivoreFile,
  pdf: pdfFiles,
  'pinboard-html': browser,
  'raindrop-csv': raindropCsv,
  'raindrop-html': browser,
  shaarli: browser,
  'wallabag-json': wallabagFile,
} as const satisfies Readonly<Record<string, Source>>;

export type ImportFormat = keyof typeof IMPORT_FORMATS;

/** True if the first row of a file is the newest one, so that `importFile` returns it last. */
export const isNewestFirst = (format: ImportFormat): boolean =>
  IMPORT_FORMATS[format].isNewestFirst;

/**
 * Reads a file that another program exported. Entries come in the order in which to create them:
 * oldest first. It never throws; a failure is the last step. Entries before it are good: a person
 * may want the beginning of a file that breaks off. The server imports nothing of it.
 */
export async function* importFile(
  format: ImportFormat,
  file: Blob,
  options: ImportOptions,
): AsyncGenerator<ImportStep> {
  const found = await IMPORT_FORMATS[format].read(file, options);
  if (!found.ok) yield { kind: 'failed', failure: found.error };
  else yield* isNewestFirst(format) ? turnedRound(found.value) : bounded(found.value);
}

/** After this many rows other work of the thread gets a turn. */
const ROWS_AT_A_STRETCH = 500;

async function* bounded(rows: Rows): AsyncGenerator<ImportStep> {
  let count = 0;
  for await (const row of rows) {
    if (count === MAX_IMPORTED_ROWS)
      return yield { kind: 'failed', failure: { kind: 'too-many-rows' } };
    yield row;
    count += 1;
    if (count % ROWS_AT_A_STRETCH === 0) await pause();
  }
}

/** Returns the rows from the last to the first, and then the failure if there is one. */
async function* turnedRound(rows: Rows): AsyncGenerator<ImportStep> {
  const collected: ImportStep[] = await Array.fromAsync(bounded(rows));
  const failure = collected.at(-1)?.kind === 'failed' ? collected.pop() : undefined;
  if (failure?.kind === 'failed' && failure.failure.kind === 'too-many-rows') return yield failure;
  yield* collected.toReversed();
  if (failure !== undefined) yield failure;
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
