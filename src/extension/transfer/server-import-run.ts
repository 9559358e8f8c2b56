import type { WxtBrowser } from 'wxt/browser';
import { ok, type Result } from '../../domain/result';
import { DAY_MS, MINUTE_MS } from '../../domain/time';
import { type ImportRepository, importRepository, type SecretStore } from '../../library';
import { connectClient, type Transport } from '../../service';
import { type ImportStop, importServer, readRepeats, stopOf, waitAfter } from '../../sync';
import { isNestedTooDeep } from '../../transfer/import-nesting';
import type { Clock, Libraries } from '../library/libraries';
import { stayAwake } from '../stay-awake';
import { type StoredServerImport, serverImportStorage } from './stored-server-import';

export interface ServerImportDependencies {
  readonly browser: Pick<WxtBrowser, 'alarms' | 'runtime' | 'storage'>;
  readonly secrets: SecretStore;
  readonly libraries: Pick<Libraries, 'open'>;
  readonly transport: Transport;
  readonly now: Clock;
  readonly random: () => number;
  readonly isAllowed: (base: string) => Promise<boolean>;
  /** Gives origins back that nothing else needs. */
  readonly releaseOrigins: (patterns: readonly string[]) => Promise<void>;
}

/** The alarm that continues an import after the worker was stopped, or after a wait. */
const SERVER_IMPORT_ALARM = 'server-import';
/** Browsers do not allow a shorter period. */
const WAKE_EVERY_MINUTES = 0.5;
/** The longest valid wait: servers may request up to a day. */
const MAX_RETRY_WAIT_MS = DAY_MS + MINUTE_MS;

const NOT_ALLOWED = { kind: 'not-allowed', detail: '', isLater: false, waitMs: null } as const;

export type ServerImportRun = ReturnType<typeof createServerImportRun>;

/** Carries out the stored import from a server. At most one runs at a time. */
export function createServerImportRun(dependencies: ServerImportDependencies) {
  const { browser, libraries, now, secrets } = dependencies;
  const storage = serverImportStorage(secrets);
  let running: { readonly controller: AbortController; readonly over: Promise<void> } | null = null;

  const importsOf = async (name: StoredServerImport['library']) => {
    const library = await libraries.open(name);
    return library.ok ? library.value.part(importRepository) : null;
  };
  const clearAlarm = () => browser.alarms.clear(SERVER_IMPORT_ALARM);
  /** Deletes the token and gives the permission back. */
  const forget = async ({ allowed }: StoredServerImport): Promise<void> => {
    await storage.remove();
    await clearAlarm();
    await dependencies.releaseOrigins(allowed);
  };
  const parts = { ...dependencies, storage, importsOf, clearAlarm, forget };

  /** Runs the stored import, unless it runs already. */
  const run = async (): Promise<void> => {
    if (running !== null) return running.over;
    const controller = new AbortController();
    const over = stayAwake(browser.runtime, () => runStored(parts, controller.signal))
      .catch((error: unknown) => {
        // The library may have been closed meanwhile, for example. The alarm is set.
        console.error('An import broke off', error);
      })
      .finally(() => {
        running = null;
      });
    running = { controller, over };
    return over;
  };

  return {
    storage,
    importsOf,
    clearAlarm,
    forget,
    run,
    async stop(): Promise<void> {
      running?.controller.abort();
      await running?.over;
    },
    /**
     * Continues an import that does not wait for a person. With `isNow` it does not wait for the time
     * of the next attempt either.
     */
    async resume(isNow = false): Promise<void> {
      const stored = await storage.read();
      if (stored === null || stored.isPaused) return;
      // A clock that was set back must not block it.
      const { retryAt } = stored;
      const isWaiting = retryAt !== null && now() < retryAt && retryAt < now() + MAX_RETRY_WAIT_MS;
      if (isNow || !isWaiting) await run();
    },
  };
}

type Parts = ServerImportDependencies &
  Pick<ServerImportRun, 'storage' | 'importsOf' | 'clearAlarm' | 'forget'>;

/** Imports what is left of the stored import, and stores what becomes of it. */
async function runStored(parts: Parts, signal: AbortSignal): Promise<void> {
  const { browser, storage, clearAlarm } = parts;
  const stored = await storage.read();
  if (stored === null || stored.isPaused || stored.token === '') {
    await clearAlarm();
    return;
  }
  await browser.alarms.create(SERVER_IMPORT_ALARM, { periodInMinutes: WAKE_EVERY_MINUTES });
  const imports = await parts.importsOf(stored.library);
  // If the library cannot be opened now, the next alarm tries again.
  if (imports === null) return;
  const ended = await importAll(parts, imports, stored, signal);
  if (ended.kind === 'over') await parts.forget(stored);
  if (ended.kind !== 'stopped') return;
  const { stop, hasProgress } = ended;
  if (!stop.isLater) await clearAlarm();
  const failures = hasProgress ? 1 : stored.failures + 1;
  const waitMs = Math.max(stop.waitMs ?? 0, waitAfter(failures, parts.random()));
  await storage.change(stored.job, {
    failures,
    isPaused: !stop.isLater,
    retryAt: stop.isLater ? parts.now() + waitMs : null,
    // A refused token is of no use any more.
    ...(stop.kind === 'unauthorised' && { token: '' }),
  });
  await imports.pause(stored.job, stop.detail === '' ? stop.kind : `${stop.kind} ${stop.detail}`);
}

type Ended =
  /** The import has ended, or there is nothing to import any more. */
  | { readonly kind: 'over' }
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'stopped';
      readonly stop: ImportStop | typeof NOT_ALLOWED;
      readonly hasProgress: boolean;
    };

/** Imports the bookmarks of the stored list that are not imported yet. */
async function importAll(
  { isAllowed, transport, now, storage }: Parts,
  imports: ImportRepository,
  { base, token, ids, repeats: known, job: id }: StoredServerImport,
  signal: AbortSignal,
): Promise<Ended> {
  const job = await imports.get(id);
  if (job?.state !== 'running' && job?.state !== 'paused') return { kind: 'over' };
  if (!(await isAllowed(base))) return { kind: 'stopped', stop: NOT_ALLOWED, hasProgress: false };
  await imports.resume(id);
  const source = serverSourceOf({ base, token, transport, now, signal });
  const isKnown = known !== undefined || !job.choices.skipsDuplicates;
  const repeats = isKnown ? ok(known ?? []) : await readRepeats(source, ids);
  if (signal.aborted) return { kind: 'aborted' };
  if (!repeats.ok) return { kind: 'stopped', stop: stopOf(repeats.error), hasProgress: false };
  // Every run joins the same ones, wherever the last was stopped.
  if (!isKnown) await storage.change(id, { repeats: repeats.value });
  const done: Result<unknown, ImportStop> = await importServer({
    ...source,
    job,
    ids,
    repeats: repeats.value,
    imports,
    isTooDeep: isNestedTooDeep,
  });
  if (signal.aborted) return { kind: 'aborted' };
  if (done.ok) return { kind: 'over' };
  const hasProgress = (await imports.get(id))?.done !== job.done;
  return { kind: 'stopped', stop: done.error, hasProgress };
}

interface SourceOptions {
  readonly base: string;
  readonly token: string;
  readonly transport: Transport;
  readonly now: Clock;
  readonly signal: AbortSignal;
}

/** The other server, as the functions of `src/sync/transfer` take it. */
export const serverSourceOf = ({ base, token, transport, now, signal }: SourceOptions) => ({
  server: { client: connectClient({ base, token }, transport) },
  signal,
  now,
});
