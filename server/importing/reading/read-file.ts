import { err, ok, type Result, type UnixMs } from '../../../src/domain';
import {
  type Fetch,
  type FileSource,
  type ImportFailure,
  type ImportStep,
  importFile,
} from '../../../src/formats';
import type { ServiceSource } from '../import-job';
import { accountSteps } from '../service-steps';
import { entryLine } from './entry-lines';

/** A file that another program made. */
export interface FileContent {
  readonly source: FileSource;
  readonly file: Blob;
  /** The folders of a browser's bookmark become a label. */
  readonly hasLabelsFromFolders: boolean;
  /** Nothing in it was saved after this. */
  readonly now: UnixMs;
}

/** An account of another service. */
export interface AccountContent {
  readonly source: ServiceSource;
  /** As `writeAccount` has written it. */
  readonly account: string;
  /** Nothing in it was saved after this. */
  readonly now: UnixMs;
}

/** Entries that follow each other, the first of all being number 0. */
export interface EntryPart {
  readonly first: number;
  /** Number of the entry after the last. */
  readonly next: number;
  /** A line each, for `readLines`. */
  readonly bytes: Uint8Array;
}

/** What a file had, in rows. */
export interface FileCount {
  readonly entries: number;
  readonly skipped: number;
}

/** Of a part, if its last entry is not larger: what a database takes in without a pause. */
const PART_LENGTH = 256 * 1024;

/**
 * Reads the whole of a file, then gives `take` its entries, in the order in which they are to be
 * made bookmarks, and waits for it.
 */
export const readFile = (
  { source, file, ...options }: FileContent,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<FileCount, ImportFailure>> => readSteps(importFile(source, file, options), take);

/** As `readFile`, of an account: what was read before a failure has been given to `take`. */
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
  for await (const step of steps) {
    if (step.kind === 'failed') {
      if (part.length > 0) await take(part.close());
      return err(step.failure);
    }
    if (step.kind === 'skipped') {
      skipped += 1;
      continue;
    }
    part.add(entryLine(step.entry));
    if (part.length < PART_LENGTH) continue;
    await take(part.close());
    part = new OpenPart(part.next);
  }
  if (part.length > 0) await take(part.close());
  return ok({ entries: part.next, skipped });
}

/** A part that has room. */
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
