import { DEFAULT_COLOR, MAX_NOTE_LENGTH } from '../../../src/contract';
import { pick } from '../../../src/domain/bookmark-fields';
import { ok, type Result } from '../../../src/domain/result';
import { unixMs } from '../../../src/domain/time';
import { withoutFragment } from '../../../src/domain/url-identity';
import {
  applyChoices,
  type Fetch,
  IMPORTED_FIELDS,
  type ImportedEntry,
  type ImportedHighlight,
  type ImportFailure,
} from '../../../src/formats';
import {
  IMPORT_PRIORITY,
  type PackedPage,
  packPage,
  requestExtraction,
  storePage,
} from '../../extraction';
import { namedSiteOf } from '../../extraction/site-of';
import { type JobKind, LEASE_MS } from '../../jobs';
import type { Server } from '../../server';
import type {
  ImportProgress,
  ImportRow,
  Job,
  NewAnnotation,
  NewBookmark,
  Repositories,
  Storage,
} from '../../storage';
import { readAccountIn } from './import-apart';
import {
  choicesOf,
  IMPORT_KIND,
  type ImportJob,
  PARALLEL_IMPORTS,
  SERVICE_SOURCES,
} from './import-job';
import { type EntryPart, readLines } from './read-file';

/** Bookmarks in one transaction. Other writers wait for it, so it is small. */
const IMPORTED_PER_TRANSACTION = 25;
const IMPORTS_PER_USER = 1;

type ImportServer = Pick<Server, 'storage' | 'log' | 'now' | 'processes'>;

/** The jobs that create bookmarks from the imports that `start-import.ts` stored. */
export function importJobs(server: ImportServer, fetch: Fetch): JobKind {
  const { storage } = server;
  return {
    name: IMPORT_KIND,
    parallel: PARALLEL_IMPORTS,
    perOwner: IMPORTS_PER_USER,
    async run(job, signal) {
      const { id, user } = importOf(job);
      const row = await storage.imports.find(user, id);
      if (row === null || row.status === 'finished') return undefined; // null: its user was deleted.
      const asking: Fetch = (url, init) => fetch(url, { ...init, signal });
      const read = await passParts(
        server,
        row,
        asking,
        signal,
        takingInto(storage, job, row, signal),
      );
      if (!read.ok) endEarly(server, row, read.error);
      return ({ imports }) => imports.progress(id, { status: 'finished' });
    },
    async giveUp(job, { imports }) {
      const { id } = importOf(job);
      server.log.error('import given up', { import: id });
      await imports.progress(id, { status: 'finished' });
    },
  };
}

// Only `start-import.ts` enqueues jobs of this kind.
const importOf = ({ payload }: Job): ImportJob => payload as ImportJob;

/** Reads an account, or the stored parts of a file with one in memory at a time, and passes them on. */
async function passParts(
  { now, storage: { imports }, processes }: ImportServer,
  { id, userId, source, done }: ImportRow,
  fetch: Fetch,
  signal: AbortSignal,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<unknown, ImportFailure>> {
  const service = SERVICE_SOURCES.find((known) => known === source);
  const account = service && (await imports.account(id));
  if (service && account) {
    const content = { source: service, account, now: now() };
    return readAccountIn(processes, String(userId), content, fetch, take, signal);
  }
  for (let part = await imports.part(id, done); part; part = await imports.part(id, part.next)) {
    await take({ first: part.first, next: part.next, bytes: part.bytes });
  }
  return ok(null);
}

/** Returns a function that takes the entries of a part in batches, from the recorded progress on. */
function takingInto(
  storage: Pick<Storage, 'contents' | 'transaction'>,
  job: Job,
  row: ImportRow,
  signal: AbortSignal,
): (part: EntryPart) => Promise<void> {
  let { done } = row;
  return async ({ first, bytes }) => {
    let entries: ImportedEntry[] = [];
    const takeBatch = async () => {
      signal.throwIfAborted();
      done += entries.length;
      const progress = { status: 'running', done, total: Math.max(row.total, done) } as const;
      await takeEntries(storage, job, row, entries, progress);
      entries = [];
    };
    for (const entry of readLines(bytes, Math.max(0, done - first))) {
      entries.push(entry);
      if (entries.length === IMPORTED_PER_TRANSACTION) await takeBatch();
    }
    if (entries.length > 0) await takeBatch();
  };
}

/** The other service is unavailable for now. The message contains none of its data. */
class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';
}

/** Keeps the entries so far. Throws when the service may recover, so that the job is tried again. */
function endEarly({ log }: ImportServer, { id, source }: ImportRow, failure: ImportFailure): void {
  if (failure.kind === 'service' && failure.isRetriable) throw new ServiceUnavailable(failure.kind);
  log.warn('import ended early', { import: id, source, reason: failure.kind });
}

/** Another process has taken this import, so this one must not write to it any more. */
export class ImportLost extends Error {
  override readonly name = 'ImportLost';
}

/**
 * Creates bookmarks from entries and records the progress in one transaction. After a crash the
 * import continues from the recorded progress, without duplicates.
 */
async function takeEntries(
  storage: Pick<Storage, 'contents' | 'transaction'>,
  job: Job,
  row: ImportRow,
  entries: readonly ImportedEntry[],
  progress: ImportProgress,
): Promise<void> {
  const chosen = entries.map((entry) => applyChoices(entry, choicesOf(row)));
  // Bytes are written before the transaction, because they take time. Unused ones are deleted hourly.
  const pages = await Promise.all(chosen.map((entry) => storeArticle(storage, entry)));
  await storage.transaction(async (unit) => {
    if (!(await unit.jobs.extend(job, LEASE_MS)))
      throw new ImportLost('Another process has the job');
    for (const [at, entry] of chosen.entries()) await takeEntry(unit, row, entry, pages[at]);
    await unit.imports.progress(row.id, progress);
  });
}

/** Stores the article of the other program. The extraction uses it as it is. */
async function storeArticle(
  storage: Pick<Storage, 'contents'>,
  entry: ImportedEntry,
): Promise<PackedPage | undefined> {
  if (entry.html === null) return undefined;
  const html = Buffer.from(entry.html);
  const page = await packPage(entryAddressOf(entry), { html, resources: [], findsMain: false });
  await storePage(storage, page);
  return page;
}

async function takeEntry(
  unit: Repositories,
  row: ImportRow,
  entry: ImportedEntry,
  page: PackedPage | undefined,
): Promise<void> {
  const { ignoresDuplicates } = choicesOf(row);
  const { userId } = row;
  if (ignoresDuplicates && (await unit.bookmarks.findByUrl(userId, entryAddressOf(entry)))) return;
  const bookmark = await unit.bookmarks.create(userId, importedBookmark(entry));
  for (const highlight of entry.highlights) {
    await unit.annotations.create(bookmark.key, importedHighlight(highlight));
  }
  await requestExtraction(unit, bookmark, page, IMPORT_PRIORITY);
}

/** The address of the bookmark, which identifies duplicates: without its fragment. */
const entryAddressOf = ({ url }: ImportedEntry): string => withoutFragment(url);

/** Converts an entry to a bookmark. A job reads its page later. */
function importedBookmark(entry: ImportedEntry): NewBookmark {
  const url = entryAddressOf(entry);
  return {
    url,
    ...pick(entry, IMPORTED_FIELDS),
    ...namedSiteOf(url),
    ...(entry.siteName !== '' && { siteName: entry.siteName }),
    published: entry.published === null ? null : unixMs(Date.parse(entry.published)),
    ...(entry.created !== null && { created: entry.created }),
  };
}

/** Converts a highlight. It has no place yet, and is placed when an article contains its quote. */
const importedHighlight = ({
  quote,
  prefix,
  suffix,
  note,
  color,
}: ImportedHighlight): NewAnnotation => ({
  startSelector: '',
  startOffset: 0,
  endSelector: '',
  endOffset: 0,
  position: 0,
  text: quote,
  color: color ?? DEFAULT_COLOR,
  note: [...note].slice(0, MAX_NOTE_LENGTH).join(''),
  review: '',
  quote: { exact: quote, prefix, suffix },
});
