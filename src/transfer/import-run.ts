import type { PdfArticle } from '../capture/pdf/pdf-html';
import type { AssetHash } from '../domain/bookmark';
import type { Collection } from '../domain/collection';
import { sha256 } from '../domain/hash';
import { normalLabel } from '../domain/label';
import { oneSpelling, type Spell } from '../domain/label-spellings';
import type { OriginalFile } from '../domain/original-file';
import { ok, type Result } from '../domain/result';
import { unixMs } from '../domain/time';
import type { UrlKey } from '../domain/url-identity';
import {
  applyChoices,
  type ImportedEntry,
  type ImportedFile,
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
  type TransferredImage,
} from '../library';
import type { ArticleSource, ImportedArticle } from './import-article';
import { bookmarkOf } from './import-entry';
import {
  type Copied,
  copiedCollections,
  copyBookmark,
  type ImportedLibrary,
  libraryEntries,
} from './import-library';
import { isNestedTooDeep } from './import-nesting';
import { inPart, notTakenOf } from './import-preview';
import { runRestore } from './restore-bundle';

/** An import reads a file, or the library into which a server was read. */
export type ImportInput = Blob | ImportedLibrary;

export interface ImportRun {
  readonly imports: ImportRepository;
  /** Makes an article where there is a DOM. null: it has no text. */
  readonly makeArticle: (source: ArticleSource) => Promise<ImportedArticle | null>;
  /** Makes an article of a document; null if it has no text that can be read. */
  readonly readDocument: (file: ImportedFile, name: string) => Promise<PdfArticle | null>;
  /** Bookmarks in one transaction. */
  readonly batchRows?: number;
}

const BATCH_ROWS = 100;
/** Articles and images in one transaction, in UTF-16 code units and bytes. One bookmark may have more. */
const BATCH_LENGTH = 4_000_000;

/**
 * Imports the rest of a job's file or library, in batches. It is read from its beginning again, and
 * rows that are done are passed over. Rows of one address become one bookmark.
 */
export async function runImport(
  job: ImportJob,
  input: ImportInput,
  run: ImportRun,
): Promise<Result<void, LibraryError>> {
  const { imports, batchRows = BATCH_ROWS } = run;
  const { choices, startedAt } = job;
  const library = input instanceof Blob ? null : input;
  if (input instanceof Blob && isBundle(job)) {
    const opened = await openBundle(input);
    if (opened.ok) return runRestore(job, opened.value, imports);
    return imports.finish(job.id, { isCancelled: false, problem: opened.error.kind });
  }
  // The page that started the job has recognised the format.
  const format = job.format as ImportFormat;
  const { hasLabelsFromFolders, columns } = choices;
  const options = { now: startedAt, hasLabelsFromFolders, columns };
  const read = () =>
    input instanceof Blob ? importFile(format, input, options) : libraryEntries(input, startedAt);
  // The server may have got repeats since its preview.
  const mayRepeat = library !== null || job.hasRepeats === true;
  const hasRepeats = mayRepeat && choices.skipsDuplicates;
  const isReversed = library === null && isNewestFirst(format);
  const spell = choices.hasOneSpelling ? oneSpelling(await imports.labels()) : undefined;
  const reader = new BatchReader(job, run, spell, library);
  await reader.begin();
  let problem: string | null = null;
  for await (const step of hasRepeats ? joinRepeats(read, isReversed) : read()) {
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
  if (reader.hasMore) {
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
  #images: TransferredImage[] = [];
  #collections: readonly Collection[] = [];
  readonly #library: ImportedLibrary | null;
  /** The size of the articles and images in the batch. */
  length = 0;

  constructor(
    job: ImportJob,
    run: ImportRun,
    spell: Spell | undefined,
    library: ImportedLibrary | null,
  ) {
    this.#job = job;
    this.#run = run;
    this.#library = library;
    this.#choices = { ...job.choices, label: normalLabel(job.choices.label) ?? '', spell };
    this.#from = job.done;
  }

  /** Number of rows in the batch. */
  get rows(): number {
    return Math.max(0, this.#row - this.#from);
  }

  /** True if the batch is not empty. */
  get hasMore(): boolean {
    return this.rows > 0 || this.#collections.length > 0 || this.#notTaken.length > 0;
  }

  /** Adds to the first batch what a library has beside bookmarks. */
  async begin(): Promise<void> {
    if (this.#library === null || this.#from > 0) return;
    this.#collections = await copiedCollections(this.#library, this.#run.imports.newId);
    const { fileName } = this.#job;
    this.#notTaken = this.#library.notRead.map((one) => ({ ...one, text: one.text || fileName }));
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
    const created = unixMs(startedAt - Math.max(0, total - this.#row));
    const { imports } = this.#run;
    const { copied } = entry;
    if (copied !== undefined && this.#library !== null) {
      const isRead = choices.isArchived || choices.isRead;
      const times = { now: startedAt, created };
      const options = { imports, isRead, ...times };
      return this.#addCopy(await copyBookmark(this.#library, { ...entry, copied }, options));
    }
    const original = entry.file && (await this.#addFile(entry.file));
    const whole = entry.file ? await this.#withText(entry, entry.file) : entry;
    const made = await this.#articleOf(whole);
    const options = { newId: imports.newId, now: startedAt, created, original };
    this.#bookmarks.push(bookmarkOf(whole, made, options));
    this.length += made?.article.html.length ?? 0;
    for (const place of made?.places ?? []) {
      if (place === null) {
        this.#notTaken.push({ row: null, reason: 'highlight-not-found', text: read.url });
      }
    }
  }

  #addCopy({ bookmark, images, notTaken }: Copied): void {
    this.#bookmarks.push(bookmark);
    this.#images.push(...images);
    this.#notTaken.push(...notTaken);
    this.length += bookmark.article?.html.length ?? 0;
    for (const { bytes } of images) this.length += bytes.length;
  }

  /** Adds the file of an entry to the batch. */
  async #addFile({ type, bytes }: ImportedFile): Promise<OriginalFile> {
    // The library makes hashes in the same way, and compares this one.
    const hash = (await sha256(bytes)) as AssetHash;
    this.#images.push({ hash, type, bytes });
    this.length += bytes.length;
    return { hash, sizeBytes: bytes.length };
  }

  /** Returns an entry with the text of its file, and with what the file says about itself. */
  async #withText(entry: ImportedEntry, file: ImportedFile): Promise<ImportedEntry> {
    const article = await this.#run.readDocument(file, entry.title);
    if (article === null) {
      this.#notTaken.push({ row: null, reason: 'document-without-text', text: entry.title });
      return entry;
    }
    const { title, authors, published, lang, html } = article;
    return { ...entry, title, authors, published, lang, html };
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
      images: this.#images,
      collections: this.#collections,
      notTaken: this.#notTaken,
    };
    this.#from += batch.rows;
    [this.#bookmarks, this.#images, this.#collections] = [[], [], []];
    [this.#notTaken, this.length] = [[], 0];
    return batch;
  }
}
