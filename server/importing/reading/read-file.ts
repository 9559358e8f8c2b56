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

/** A file exported by another program. */
export interface FileContent {
  readonly source: FileSource;
  readonly file: Blob;
  /** True when the folders of a browser's bookmark become a label. */
  readonly hasLabelsFromFolders: boolean;
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
  { source, file, ...options }: FileContent,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<FileCount, ImportFailure>> => readSteps(importFile(source, file, options), take);

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
