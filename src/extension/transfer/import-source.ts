import { DAY_MS } from '../../domain/time';
import { type ImportJob, importRepository, isOpenJob, type Library } from '../../library';
import type { ImportSource } from '../../service';
import type { Accounts } from '../account/accounts';
import type { Alarms } from '../browser-parts';
import { createSyncAlarm } from '../sync/sync-alarm';
import { createSyncRunner, type RunnerDependencies, type SyncTrigger } from '../sync/sync-runner';

export interface ImportSourceDependencies
  extends Pick<
    RunnerDependencies,
    'isAllowed' | 'libraries' | 'locks' | 'now' | 'random' | 'transport'
  > {
  readonly browser: RunnerDependencies['browser'] & { readonly alarms: Alarms };
  readonly accounts: Pick<Accounts, 'source' | 'sourceRead' | 'leaveSource' | 'tokenRefused'>;
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
  const { accounts, browser, libraries, now } = dependencies;

  /** Returns the import of a source; null if none was started. */
  const jobOf = async ({ into, account }: ImportSource): Promise<ImportJob | null> => {
    const library = await libraries.open(into);
    if (!library.ok) throw new Error(library.error.kind);
    return library.value.part(importRepository).ofSource(account.library);
  };

  const runner = createSyncRunner({
    ...dependencies,
    alarm: createSyncAlarm(browser.alarms, now, () => void run('background'), IMPORT_SOURCE_ALARM),
    lock: IMPORT_SOURCE_LOCK,
    isReadOnly: true,
    accounts: {
      async current() {
        const source = await accounts.source();
        const isOver = source === null || source.isRead || source.account.signedOutAt !== null;
        return isOver ? null : source.account;
      },
      tokenRefused: accounts.tokenRefused,
      async refreshPermissions() {},
    },
    async articlesToFetch() {
      const source = await accounts.source();
      return source && (await jobOf(source))?.state === 'running' ? 'all' : 'none';
    },
    async onDone({ id }, articles) {
      if (articles === 'all') await accounts.sourceRead(id);
    },
  });
  const run = (trigger: SyncTrigger): Promise<void> => runner.run(trigger);

  return {
    run,
    /**
     * Reads the rest of the server of an import that is running. Returns true if all has been read; the
     * next alarm or change of the account goes on otherwise.
     */
    async read(library: Library, { id, source }: ImportJob, signal: AbortSignal): Promise<boolean> {
      const imports = library.part(importRepository);
      const isRead = async () => {
        const kept = await accounts.source();
        return kept !== null && kept.account.library === source ? kept.isRead : null;
      };
      const before = await isRead();
      if (before === null) await imports.pause(id, 'source-gone');
      if (before !== false) return before ?? false;
      signal.addEventListener('abort', runner.stop);
      const unwatch = imports.watch((jobs) => {
        if (!jobs.some((job) => job.id === id && job.state === 'running')) runner.stop();
      });
      await run('background');
      unwatch();
      signal.removeEventListener('abort', runner.stop);
      return (await isRead()) ?? false;
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
