import type { Fetch, ImportedEntry, ImportFailure, ImportStep } from '../../src/formats';
import type { JobKind } from '../jobs';
import type { Server } from '../server';
import type { ImportRepository, ImportRow, Job } from '../storage';
import { IMPORT_KIND, type ImportJob, SERVICE_SOURCES } from './import-job';
import { readLines } from './reading/entry-lines';
import type { EntryPart } from './reading/read-file';
import { takeEntries } from './take-entries';

/** Bookmarks in one transaction. Other writers wait for it, so it is small. */
const BATCH = 25;
/** Imports that one process runs in parallel. */
const PARALLEL = 2;

/** The other service is unavailable for now. The message contains none of its data. */
class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';
}

type ImportServer = Pick<Server, 'storage' | 'log' | 'now' | 'importReader'>;

/** The jobs that create bookmarks from the imports that `start-import.ts` stored. */
export function importJobs(server: ImportServer, fetch: Fetch): JobKind {
  const { storage } = server;
  return {
    name: IMPORT_KIND,
    parallel: PARALLEL,
    async run(job, signal) {
      const { id, user } = importOf(job);
      const row = await storage.imports.find(user, id);
      if (row === null || row.status === 'finished') return undefined; // null: its user was deleted.
      const asking: Fetch = (url, init) => fetch(url, { ...init, signal });
      await takeAll(server, job, row, stepsOf(server, row, asking, signal), signal);
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

async function* stepsOf(
  { now, storage: { imports }, importReader }: ImportServer,
  { id, source, done }: ImportRow,
  fetch: Fetch,
  signal: AbortSignal,
): AsyncGenerator<ImportStep> {
  const service = SERVICE_SOURCES.find((known) => known === source);
  const account = service && (await imports.account(id));
  if (!service || !account) return yield* keptSteps(imports, id, done);
  const content = { source: service, account, now: now() };
  for await (const part of importReader.readAccount(content, fetch, signal)) {
    if (part.ok) yield* entriesOf(part.value, done);
    else yield { kind: 'failed', failure: part.error };
  }
}

/** Reads the entries of a part from entry number `from` on. */
function* entriesOf(
  { first, bytes }: Omit<EntryPart, 'next'>,
  from: number,
): Generator<ImportStep> {
  const skipped = Math.max(0, from - first);
  for (const entry of readLines(bytes, skipped)) yield { kind: 'entry', entry };
}

/** Reads the stored entries of a file from number `from` on, with one part in memory at a time. */
async function* keptSteps(
  imports: Pick<ImportRepository, 'part'>,
  id: string,
  from: number,
): AsyncGenerator<ImportStep> {
  for (let part = await imports.part(id, from); part; part = await imports.part(id, part.next)) {
    yield* entriesOf(part, from);
  }
}

/** Takes the steps in batches, from the recorded progress on. */
async function takeAll(
  server: ImportServer,
  job: Job,
  row: ImportRow,
  steps: AsyncIterable<ImportStep>,
  signal: AbortSignal,
): Promise<void> {
  let entries: ImportedEntry[] = [];
  let { done } = row;
  const take = async () => {
    signal.throwIfAborted();
    const progress = { status: 'running', done, total: Math.max(row.total, done) } as const;
    await takeEntries(server.storage, job, row, entries, progress);
    entries = [];
  };
  for await (const step of steps) {
    if (step.kind === 'failed') {
      await take();
      return endEarly(server, row, step.failure);
    }
    done += 1;
    if (step.kind === 'entry') entries.push(step.entry);
    if (entries.length === BATCH) await take();
  }
  await take();
}

/** Keeps the entries so far. Throws when the service may recover, so that the job is tried again. */
function endEarly({ log }: ImportServer, { id, source }: ImportRow, failure: ImportFailure): void {
  if (failure.kind === 'service' && failure.isRetriable) throw new ServiceUnavailable(failure.kind);
  log.warn('import ended early', { import: id, source, reason: failure.kind });
}
