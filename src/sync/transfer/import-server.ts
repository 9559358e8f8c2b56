import { oneSpelling } from '../../domain/label-spellings';
import { err, ok, type Result } from '../../domain/result';
import type {
  ImportBatch,
  ImportJob,
  ImportRepository,
  LibraryError,
  NotTaken,
} from '../../library';
import { detailOf, meaningOf, type ServiceError, type SyncedBookmark } from '../../service';
import {
  type ConvertOptions,
  importedBookmark,
  type TakenBookmark,
  takeBookmark,
} from './imported-bookmark';
import { readCollections } from './read-collections';
import {
  highlightReader,
  type ImportSource,
  type ReadHighlights,
  readTogether,
  readWithoutArticles,
} from './read-server';
import { joinTaken } from './repeated-bookmarks';

/** The import of a server: the job of the library and the server's bookmarks. */
export interface ServerImport extends ImportSource, Pick<ConvertOptions, 'isTooDeep'> {
  readonly job: ImportJob;
  /** The ids of the bookmarks, in the order of the import. */
  readonly ids: readonly string[];
  /** Those that become one bookmark, which is made at the place of the first (`readRepeats`). */
  readonly repeats?: readonly (readonly string[])[];
  readonly imports: ImportRepository;
  /** Bookmarks in one request and in one transaction. */
  readonly most?: number;
}

/** Why an import does not go on. */
export interface ImportStop {
  readonly kind: ServiceError['kind'] | LibraryError['kind'];
  /** The message of the server; empty if it sent none. */
  readonly detail: string;
  /** True if a later attempt may succeed without a person. */
  readonly isLater: boolean;
  /** The wait that the server asked for, in ms; null if it asked for none. */
  readonly waitMs: number | null;
}

/** Converts an error after which an import makes no more requests. */
export const stopOf = (error: ServiceError): ImportStop => {
  const { retry, waitMs } = meaningOf(error);
  return { kind: error.kind, detail: detailOf(error), isLater: retry === 'later', waitMs };
};

const stopOfLibrary = ({ kind }: LibraryError): ImportStop => ({
  kind,
  detail: '',
  isLater: false,
  waitMs: null,
});

const IMPORTED_PER_REQUEST = 20;

/** The stream broke off, perhaps at a bookmark that the server cannot send. */
const MAY_BE_ONE_BOOKMARK: ReadonlySet<ServiceError['kind']> = new Set([
  'interrupted',
  'malformed',
]);

/**
 * Imports the rest of a job: bookmarks with their articles, images and highlights, and the
 * collections. A batch is one transaction. Ends when the signal is aborted or the job is not running
 * any more.
 */
export async function importServer(run: ServerImport): Promise<Result<null, ImportStop>> {
  const { job, ids, imports, signal, most = IMPORTED_PER_REQUEST } = run;
  const spell = job.choices.hasOneSpelling ? oneSpelling(await imports.labels()) : undefined;
  const converter = new Converter({ ...run, spell });
  const first = job.done === 0 ? await firstOfServer(run) : ok(NOTHING_MORE);
  if (!first.ok) return first;
  let { done } = job;
  let together = most;
  while (done < ids.length || (done === 0 && first.value !== NOTHING_MORE)) {
    if (signal.aborted) return ok(null);
    const some = ids.slice(done, done + together);
    const read = await readSome(run, converter.withoutLater(some));
    if (!read.ok) {
      if (!MAY_BE_ONE_BOOKMARK.has(read.error.kind) || some.length === 1) {
        return err(stopOf(read.error));
      }
      together = 1;
      continue;
    }
    const { came, isWhole } = read.value;
    if (!isWhole) {
      together = Math.max(1, came.size - 1);
      continue;
    }
    const batch = await converter.batchOf(some, came, done);
    if (!batch.ok) return err(stopOf(batch.error));
    const { collections, notTaken } = done === 0 ? first.value : NOTHING_MORE;
    const added = await imports.add(job.id, {
      ...batch.value,
      collections,
      notTaken: [...notTaken, ...batch.value.notTaken],
    });
    if (!added.ok) return err(stopOfLibrary(added.error));
    if (added.value?.state !== 'running' || some.length === 0) break;
    done = added.value.done;
    together = Math.min(most, together * 2);
  }
  if (signal.aborted) return ok(null);
  const finished = await imports.finish(job.id, { isCancelled: false, problem: null });
  return finished.ok ? ok(null) : err(stopOfLibrary(finished.error));
}

/** The collections, which come with the first batch. */
type First = Required<Pick<ImportBatch, 'collections' | 'notTaken'>>;

const NOTHING_MORE: First = { collections: [], notTaken: [] };

async function firstOfServer(run: ServerImport): Promise<Result<First, ImportStop>> {
  const read = await readCollections(run);
  if (!read.ok) return err(stopOf(read.error));
  const { collections, areUnreadable } = read.value;
  if (!areUnreadable)
    return ok(collections.length > 0 ? { collections, notTaken: [] } : NOTHING_MORE);
  const { fileName: text } = run.job;
  return ok({ collections, notTaken: [{ row: null, reason: 'collections-not-read', text }] });
}

/** Reads bookmarks. One that breaks the stream comes without its article. */
async function readSome(run: ServerImport, some: readonly string[]) {
  if (some.length === 0) return ok({ came: new Map<string, SyncedBookmark>(), isWhole: true });
  const read = await readTogether(run, some, { hasArticles: true });
  if (read.ok || some.length > 1 || !MAY_BE_ONE_BOOKMARK.has(read.error.kind)) return read;
  return readTogether(run, some, { hasArticles: false });
}

/** Makes batches of a library from what came from the server. */
class Converter {
  readonly #run: ServerImport & Pick<ConvertOptions, 'spell'>;
  readonly #readHighlights: ReadHighlights;
  /** By the first id: the ids that are joined with it. */
  readonly #others: ReadonlyMap<string, readonly string[]>;
  /** The rows of these. */
  readonly #laterRows = new Map<string, number>();

  constructor(run: ServerImport & Pick<ConvertOptions, 'spell'>) {
    const { ids, repeats = [] } = run;
    this.#run = run;
    this.#readHighlights = highlightReader(run);
    this.#others = new Map(repeats.map(([first = '', ...others]) => [first, others]));
    const later = new Set([...this.#others.values()].flat());
    for (const [at, id] of ids.entries()) if (later.has(id)) this.#laterRows.set(id, at + 1);
  }

  /** Returns the ids that are not joined with another one. */
  withoutLater(ids: readonly string[]): readonly string[] {
    return ids.filter((id) => !this.#laterRows.has(id));
  }

  async batchOf(
    ids: readonly string[],
    came: ReadonlyMap<string, SyncedBookmark>,
    from: number,
  ): Promise<Result<ImportBatch, ServiceError>> {
    const { job, imports } = this.#run;
    const { choices } = job;
    const options = { ...this.#run, choices, newId: imports.newId };
    const notTaken: NotTaken[] = [];
    const byKey = new Map<string, TakenBookmark>();
    const take = async (id: string, row: number, one: SyncedBookmark | undefined) => {
      const taken = takeBookmark(one, { id, row }, this.#run.now());
      if (!taken.ok) {
        if (taken.error !== null) notTaken.push(taken.error);
        return ok(null);
      }
      const annotations = await this.#readHighlights(taken.value.came);
      if (!annotations.ok) return annotations;
      const next = { ...taken.value, annotations: annotations.value };
      const { url, urlKey } = next.entry;
      const key = choices.skipsDuplicates ? urlKey : id;
      const before = byKey.get(key);
      if (before !== undefined) notTaken.push({ row, reason: 'twice', text: url });
      byKey.set(key, before === undefined ? next : joinTaken(before, next));
      return ok(null);
    };
    for (const [at, id] of ids.entries()) {
      if (this.#laterRows.has(id)) continue;
      const taken = await take(id, from + at + 1, came.get(id));
      if (!taken.ok) return taken;
    }
    const others = ids.flatMap((id) => this.#others.get(id) ?? []);
    for await (const read of readWithoutArticles(this.#run, others)) {
      if (!read.ok) return read;
      for (const id of read.value.some) {
        const taken = await take(id, this.#laterRows.get(id) ?? 0, read.value.came.get(id));
        if (!taken.ok) return taken;
      }
    }
    const bookmarks = [];
    const images = [];
    for (const taken of byKey.values()) {
      const parts = await importedBookmark(taken, options);
      notTaken.push(...parts.notTaken);
      images.push(...parts.images);
      bookmarks.push(parts.bookmark);
    }
    return ok({ from, rows: ids.length, bookmarks, images, notTaken });
  }
}
