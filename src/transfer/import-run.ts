import { normalLabel } from '../domain/label';
import { oneSpelling, type Spell } from '../domain/label-spellings';
import { ok, type Result } from '../domain/result';
import { unixMs } from '../domain/time';
import type { UrlKey } from '../domain/url-identity';
import {
  applyChoices,
  type ImportedEntry,
  type ImportFormat,
  type ImportStep,
  importFile,
  isNewestFirst,
  joinRepeats,
  openBundle,
} from '../formats';
import {
  type ImportBatch,
  type ImportJob,
  type ImportRepository,
  isBundle,
  type LibraryError,
  type NotTaken,
  type RestoredBookmark,
} from '../library';
import type { ArticleSource, ImportedArticle } from './import-article';
import { bookmarkOf } from './import-entry';
import { isNestedTooDeep } from './import-nesting';
import { inPart, notTakenOf } from './import-preview';
import { runRestore } from './restore-bundle';

export interface ImportRun {
  readonly imports: ImportRepository;
  /** Makes an article where there is a DOM. null: it has no text. */
  readonly makeArticle: (source: ArticleSource) => Promise<ImportedArticle | null>;
  /** Bookmarks in one transaction. */
  readonly batchRows?: number;
}

const BATCH_ROWS = 100;
/** Articles in one transaction, in UTF-16 code units. One bookmark may have more. */
const BATCH_LENGTH = 4_000_000;

/**
 * Imports the rest of a job's file, in batches. The file is read from its beginning again, and rows
 * that are done are passed over. Rows of one address become one bookmark.
 */
export async function runImport(
  job: ImportJob,
  file: Blob,
  run: ImportRun,
): Promise<Result<void, LibraryError>> {
  const { imports, batchRows = BATCH_ROWS } = run;
  const { format, choices, startedAt } = job;
  if (isBundle(job)) {
    const opened = await openBundle(file);
    if (opened.ok) return runRestore(job, opened.value, imports);
    return imports.finish(job.id, { isCancelled: false, problem: opened.error.kind });
  }
  // The page that started the job has recognised the format.
  const source = format as ImportFormat;
  const { hasLabelsFromFolders, columns } = choices;
  const read = () => importFile(source, file, { now: startedAt, hasLabelsFromFolders, columns });
  const hasRepeats = job.hasRepeats === true && choices.skipsDuplicates;
  const spell = choices.hasOneSpelling ? oneSpelling(await imports.labels()) : undefined;
  const reader = new BatchReader(job, run, spell);
  let problem: string | null = null;
  for await (const step of hasRepeats ? joinRepeats(read, isNewestFirst(source)) : read()) {
    if (step.kind === 'failed') {
      problem = step.failure.kind;
      break;
    }
    if (step.kind === 'entry') await reader.addEntry(step);
    else reader.pass(notTakenOf(step));
    if (reader.rows < batchRows && reader.length < BATCH_LENGTH) continue;
    const added = await imports.add(job.id, reader.take());
    if (!added.ok) return added;
    if (added.value?.state !== 'running') return ok(undefined);
  }
  if (reader.rows > 0) {
    const last = await imports.add(job.id, reader.take());
    if (!last.ok) return last;
    if (last.value?.state !== 'running') return ok(undefined);
  }
  return imports.finish(job.id, { isCancelled: false, problem });
}

type EntryStep = Extract<ImportStep, { kind: 'entry' }>;

/** Collects the rows of the next batch. */
class BatchReader {
  readonly #job: ImportJob;
  readonly #run: ImportRun;
  readonly #choices: ImportJob['choices'] & { readonly spell: Spell | undefined };
  /** The addresses of the file so far. */
  readonly #keys = new Set<UrlKey>();
  /** Number of rows of the file so far. */
  #row = 0;
  #from: number;
  #bookmarks: RestoredBookmark[] = [];
  #notTaken: NotTaken[] = [];
  length = 0;

  constructor(job: ImportJob, run: ImportRun, spell: Spell | undefined) {
    this.#job = job;
    this.#run = run;
    this.#choices = { ...job.choices, label: normalLabel(job.choices.label) ?? '', spell };
    this.#from = job.done;
  }

  /** Number of rows in the batch. */
  get rows(): number {
    return Math.max(0, this.#row - this.#from);
  }

  pass(notTaken: NotTaken): void {
    this.#row += 1;
    if (this.rows > 0) this.#notTaken.push(notTaken);
  }

  async addEntry({ entry: read, unreadable }: EntryStep): Promise<void> {
    if (unreadable !== undefined && this.#row >= this.#from) {
      this.#notTaken.push(inPart(unreadable));
    }
    const { startedAt, total } = this.#job;
    const choices = this.#choices;
    if (this.#keys.has(read.urlKey) && choices.skipsDuplicates) {
      return this.pass({ row: null, reason: 'twice', text: read.url });
    }
    this.#keys.add(read.urlKey);
    this.#row += 1;
    if (this.rows === 0) return;
    const entry = applyChoices(read, choices);
    const made = await this.#articleOf(entry);
    const bookmark = bookmarkOf(entry, made, {
      newId: this.#run.imports.newId,
      now: startedAt,
      created: unixMs(startedAt - Math.max(0, total - this.#row)),
    });
    this.#bookmarks.push(bookmark);
    this.length += made?.article.html.length ?? 0;
    for (const place of made?.places ?? []) {
      if (place === null) {
        this.#notTaken.push({ row: null, reason: 'highlight-not-found', text: read.url });
      }
    }
  }

  async #articleOf(entry: ImportedEntry): Promise<ImportedArticle | null> {
    if (entry.html === null) return null;
    const isTooDeep = await isNestedTooDeep(entry.html);
    const made = isTooDeep ? null : await this.#run.makeArticle(entry);
    const reason = isTooDeep ? 'too-deep' : 'no-text';
    if (made === null) this.#notTaken.push({ row: null, reason, text: entry.url });
    return made;
  }

  /** Returns the batch, and begins the next one. */
  take(): ImportBatch {
    const batch = {
      from: this.#from,
      rows: this.rows,
      bookmarks: this.#bookmarks,
      notTaken: this.#notTaken,
    };
    this.#from += batch.rows;
    [this.#bookmarks, this.#notTaken, this.length] = [[], [], 0];
    return batch;
  }
}
