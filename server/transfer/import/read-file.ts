import { oneSpelling } from '../../../src/domain/label-spellings';
import { err, ok, type Result } from '../../../src/domain/result';
import type { UnixMs } from '../../../src/domain/time';
import {
  type Fetch,
  type FileSource,
  type ImportedEntry,
  type ImportFailure,
  type ImportOptions,
  type ImportStep,
  importFile,
  importOmnivore,
  importWallabag,
  isNewestFirst,
  joinRepeats,
  type OmnivoreAccount,
  type WallabagAccount,
} from '../../../src/formats';
import type { ServiceSource } from './import-job';

/** A file exported by another program. */
export interface FileContent {
  readonly source: FileSource;
  readonly file: Blob;
  /** True when the folders of a browser's bookmark become a label. */
  readonly hasLabelsFromFolders: boolean;
  /** True when entries of one address become one bookmark. */
  readonly joinsRepeats?: boolean;
  /** The current time. Dates more than a day later are ignored. */
  readonly now: UnixMs;
}

/** An account of another service. */
export interface AccountContent {
  readonly source: ServiceSource;
  /** The result of `writeAccount`. */
  readonly account: string;
  /** The current time. Dates more than a day later are ignored. */
  readonly now: UnixMs;
}

/** Consecutive entries. The first entry of an import has number 0. */
export interface EntryPart {
  readonly first: number;
  /** The number after the last entry. */
  readonly next: number;
  /** One line for each entry, for `readLines`. */
  readonly bytes: Uint8Array;
}

/** The number of rows that were read and skipped. */
export interface FileCount {
  readonly entries: number;
  readonly skipped: number;
}

/** The target length of a part: small enough for a database write without a noticeable pause. */
const PART_LENGTH = 256 * 1024;

/**
 * Reads a file and passes its entries to `take`, in the order in which the bookmarks are to be
 * created. Waits for each call of `take`.
 */
export const readFile = (
  { source, file, joinsRepeats = false, ...options }: FileContent,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<FileCount, ImportFailure>> => {
  const read = () => importFile(source, file, options);
  return readSteps(joinsRepeats ? joinRepeats(read, isNewestFirst(source)) : read(), take);
};

/** Reads an account as `readFile` reads a file. After a failure, `take` has had all earlier entries. */
export const readAccount = (
  { source, account, now }: AccountContent,
  fetch: Fetch,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<FileCount, ImportFailure>> =>
  readSteps(accountSteps(source, account, fetch, { now }), take);

async function readSteps(
  steps: AsyncIterable<ImportStep>,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<FileCount, ImportFailure>> {
  let part = new OpenPart(0);
  let skipped = 0;
  const spell = oneSpelling([]);
  for await (const step of steps) {
    if (step.kind === 'failed') {
      if (part.length > 0) await take(part.close());
      return err(step.failure);
    }
    if (step.kind === 'skipped') {
      skipped += 1;
      continue;
    }
    part.add(entryLine({ ...step.entry, labels: [...new Set(spell(step.entry.labels))] }));
    if (part.length < PART_LENGTH) continue;
    await take(part.close());
    part = new OpenPart(part.next);
  }
  if (part.length > 0) await take(part.close());
  return ok({ entries: part.next, skipped });
}

/** A part that is being filled. */
class OpenPart {
  readonly #lines: string[] = [];
  readonly #first: number;
  /** In UTF-16 code units. */
  length = 0;

  constructor(first: number) {
    this.#first = first;
  }

  get next(): number {
    return this.#first + this.#lines.length;
  }

  add(line: string): void {
    this.#lines.push(line);
    this.length += line.length;
  }

  close(): EntryPart {
    const bytes = new TextEncoder().encode(this.#lines.join(''));
    return { first: this.#first, next: this.next, bytes };
  }
}

/** Ends a line. JSON escapes line breaks, so an entry never contains one. */
const LINE_FEED_BYTE = '\n'.charCodeAt(0);

/** Writes an entry as a line of JSON, the form in which it is stored until it becomes a bookmark. */
const entryLine = (entry: ImportedEntry): string => `${JSON.stringify(entry)}\n`;

/** Parses lines lazily, without the first `skipped` entries. */
export function* readLines(lines: Uint8Array, skipped: number): Generator<ImportedEntry> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  let number = 0;
  for (let start = 0; start < bytes.length; number += 1) {
    const end = bytes.indexOf(LINE_FEED_BYTE, start);
    // `entryLine` wrote the line.
    if (number >= skipped) yield JSON.parse(bytes.toString('utf8', start, end)) as ImportedEntry;
    start = end + 1;
  }
}

/** An account. It is stored with its password until the import has ended. */
export type ServiceAccount = WallabagAccount | OmnivoreAccount;

export const writeAccount = (account: ServiceAccount): string => JSON.stringify(account);

/**
 * Reads the entries of an account, oldest first.
 * @param account the result of `writeAccount` for this source
 */
function accountSteps(
  source: ServiceSource,
  account: string,
  fetch: Fetch,
  options: ImportOptions,
): AsyncIterable<ImportStep> {
  return stepsOf(source, JSON.parse(account), fetch, options);
}

function stepsOf(
  source: ServiceSource,
  account: WallabagAccount & OmnivoreAccount,
  fetch: Fetch,
  options: ImportOptions,
): AsyncIterable<ImportStep> {
  switch (source) {
    case 'wallabag':
      return importWallabag(account, fetch, options);
    case 'omnivore':
      return importOmnivore(account, fetch, options);
  }
}
