import type { Accounts } from '../../background/account/accounts';
import type { Alarms } from '../../background/ports';
import { createSyncAlarm } from '../../background/sync/sync-alarm';
import {
  createSyncRunner,
  type RunnerDependencies,
  type SyncTrigger,
} from '../../background/sync/sync-runner';
import { DAY_MS } from '../../domain/time';
import {
  type ImportJob,
  importRepository,
  isOpenJob,
  type Library,
  transferRepository,
} from '../../library';
import type { ImportSource } from '../../service';

export interface ImportSourceDependencies
  extends Pick<
    RunnerDependencies,
    'isAllowed' | 'libraries' | 'locks' | 'now' | 'random' | 'stayAwake' | 'transport'
  > {
  readonly alarms: Alarms;
  readonly accounts: Pick<Accounts, 'source' | 'leaveSource' | 'tokenRefused'>;
}

/** The alarm that goes on with reading a server, after a wait or when the worker was stopped. */
export const IMPORT_SOURCE_ALARM = 'import-source';
const IMPORT_SOURCE_LOCK = 'leafmark-import-source';
/** A source for which no import was started by then is given up when the browser starts. */
const UNUSED_FOR_MS = DAY_MS;

export type ImportSourceReader = ReturnType<typeof createImportSource>;

/**
 * Reads the server of an import into a library of its own, as sync does, and sends nothing to it. Its
 * articles are read once the import has started.
 */
export function createImportSource(dependencies: ImportSourceDependencies) {
  const { accounts, alarms, libraries, now } = dependencies;

  const opened = async (name: ImportSource['into']): Promise<Library> => {
    const library = await libraries.open(name);
    if (!library.ok) throw new Error(library.error.kind);
    return library.value;
  };
  const importsInto = async ({ into }: ImportSource) => (await opened(into)).part(importRepository);
  /** Returns the import of a source; null if none was started. */
  const jobOf = async (source: ImportSource): Promise<ImportJob | null> =>
    (await importsInto(source)).ofSource(source.account.library);

  /** The import with articles that did not come. They are tried once more. */
  let triedAgain: number | null = null;

  /** Everything that the server sends has been read. */
  const onRead = async (source: ImportSource, { id }: ImportJob): Promise<void> => {
    const library = await opened(source.account.library);
    if ((await library.sync.articleCounts()).pending > 0 && triedAgain !== id) {
      triedAgain = id;
      void run('background');
      return;
    }
    const total = await library.part(transferRepository).count();
    await (await importsInto(source)).sourceRead(id, total);
  };

  const runner = createSyncRunner({
    ...dependencies,
    alarm: createSyncAlarm(alarms, now, () => void run('background'), IMPORT_SOURCE_ALARM),
    lock: IMPORT_SOURCE_LOCK,
    isReadOnly: true,
    accounts: {
      async current() {
        const source = await accounts.source();
        if (source === null || source.account.signedOutAt !== null) return null;
        return (await jobOf(source))?.isSourceRead ? null : source.account;
      },
      tokenRefused: accounts.tokenRefused,
      async refreshPermissions() {},
    },
    async articlesToFetch() {
      const source = await accounts.source();
      return source && (await jobOf(source))?.state === 'running' ? 'all' : 'none';
    },
    async onDone(_, articles) {
      const source = await accounts.source();
      const job = source && (await jobOf(source));
      if (source && job && articles === 'all') await onRead(source, job);
    },
  });
  const run = (trigger: SyncTrigger): Promise<void> => runner.run(trigger);

  return {
    run,
    /**
     * Reads the rest of the server of an import that is running. Returns true if all has been read; the
     * next alarm or change of the account goes on otherwise.
     */
    async read(library: Library, job: ImportJob, signal: AbortSignal): Promise<boolean> {
      const imports = library.part(importRepository);
      const source = await accounts.source();
      if (source === null || source.account.library !== job.source) {
        await imports.pause(job.id, 'source-gone');
        return false;
      }
      const isRead = async () => (await imports.get(job.id))?.isSourceRead === true;
      if ((await isRead()) || signal.aborted) return isRead();
      signal.addEventListener('abort', runner.stop);
      const unwatch = imports.watch((jobs) => {
        if (!jobs.some(({ id, state }) => id === job.id && state === 'running')) runner.stop();
      });
      try {
        await run('background');
      } finally {
        unwatch();
        signal.removeEventListener('abort', runner.stop);
      }
      return isRead();
    },
    /** Leaves the server if its import has ended, or if none was started for a long time. */
    async settle(): Promise<void> {
      const source = await accounts.source();
      if (source === null) return;
      const job = await jobOf(source);
      const isUnused = job === null && now() > source.account.signedInAt + UNUSED_FOR_MS;
      const isOver = job !== null && !isOpenJob(job);
      if (isUnused || isOver) await accounts.leaveSource(source.account.id);
    },
  };
}
