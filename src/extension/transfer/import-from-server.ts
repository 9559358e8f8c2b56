import type { WxtBrowser } from 'wxt/browser';
import { DAY_MS, err, MINUTE_MS, ok, type Result } from '../../domain';
import { type ImportRepository, importRepository, type SecretStore } from '../../library';
import {
  candidatesFor,
  connectClient,
  findServer,
  isTypedUnencrypted,
  isUnencrypted,
  pastedToken,
  type Transport,
} from '../../service';
import {
  backOffMs,
  type ImportStop,
  importServer,
  listBookmarks,
  previewServer,
  stopOf,
} from '../../sync';
import { isNestedTooDeep } from '../../transfer/import-nesting';
import { readLibraryChoice } from '../account/account-summary';
import type { Clock, Libraries } from '../library/libraries';
import type { HandlersOf } from '../messages/message-table';
import { MAX_DETAIL_LENGTH } from '../messages/schemas';
import type { TransferFailure, TransferMessages } from '../messages/transfer-messages';
import { stayAwake } from '../stay-awake';
import { heldOrigins, type StoredServerImport, serverImportStorage } from './stored-server-import';

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
const ALARM = 'server-import';
/** Browsers do not allow a shorter period. */
const WAKE_EVERY_MINUTES = 0.5;

type Handlers = Pick<
  HandlersOf<TransferMessages>,
  | 'previewServer'
  | 'cancelServerPreview'
  | 'startServerImport'
  | 'continueServerImport'
  | 'pauseServerImport'
  | 'endServerImport'
>;

/** Imports from other servers of the same API. It runs in the background, which has the network. */
export interface ServerImports extends Handlers {
  /**
   * Continues an import that does not wait for a person. With `isNow` it does not wait for the time
   * of the next attempt either.
   */
  resume(isNow?: boolean): Promise<void>;
  /**
   * Gives back what was allowed for a preview. Called when the browser starts: its page is gone, and
   * may have gone without a word.
   */
  forgetPreview(): Promise<void>;
}

/** The longest valid wait: servers may request up to a day. */
const LONGEST_WAIT_MS = DAY_MS + MINUTE_MS;

export function createServerImports(dependencies: ServerImportDependencies): ServerImports {
  const { browser, secrets, libraries, transport, now, isAllowed, releaseOrigins } = dependencies;
  const storage = serverImportStorage(secrets);
  const held = heldOrigins(browser.storage.local);
  let previewing = new AbortController();
  let running: { readonly controller: AbortController; readonly over: Promise<void> } | null = null;

  const importsOf = async (name: StoredServerImport['library']) => {
    const library = await libraries.open(name);
    return library.ok ? library.value.part(importRepository) : null;
  };

  const sourceOf = (base: string, token: string, signal: AbortSignal) => ({
    ...{ server: { client: connectClient({ base, token }, transport) }, signal, now },
  });

  async function work(stored: StoredServerImport, signal: AbortSignal): Promise<void> {
    const { base, token, ids, job: id } = stored;
    const imports = await importsOf(stored.library);
    // If the library cannot be opened now, the next alarm tries again.
    if (imports === null) return;
    const job = await imports.get(id);
    if (job?.state !== 'running' && job?.state !== 'paused') return forget(stored);
    if (!(await isAllowed(base))) return stopFor(imports, stored, NOT_ALLOWED);
    await imports.resume(id);
    const source = sourceOf(base, token, signal);
    const isTooDeep = isNestedTooDeep;
    const done = await importServer({ ...source, job, ids, imports, isTooDeep });
    if (signal.aborted) return;
    if (done.ok) return forget(stored);
    const hasProgress = (await imports.get(id))?.done !== job.done;
    return stopFor(imports, hasProgress ? { ...stored, failures: 0 } : stored, done.error);
  }

  /** Deletes the token and gives the permission back. */
  async function forget({ allowed }: StoredServerImport): Promise<void> {
    await storage.remove();
    await browser.alarms.clear(ALARM);
    await releaseOrigins(allowed);
  }

  async function stopFor(
    imports: ImportRepository,
    stored: StoredServerImport,
    { kind, detail, isLater, waitMs }: ImportStop | typeof NOT_ALLOWED,
  ): Promise<void> {
    const failures = stored.failures + 1;
    const backOff = backOffMs(failures, dependencies.random());
    if (!isLater) await browser.alarms.clear(ALARM);
    await storage.change(stored.job, {
      ...{ failures, isPaused: !isLater },
      retryAt: isLater ? now() + Math.max(waitMs ?? 0, backOff) : null,
      // A refused token is of no use any more.
      ...(kind === 'unauthorised' && { token: '' }),
    });
    await imports.pause(stored.job, detail === '' ? kind : `${kind} ${detail}`);
  }

  /** Runs the stored import, unless it runs already. */
  async function run(): Promise<void> {
    if (running !== null) return running.over;
    const controller = new AbortController();
    const sleep = stayAwake(browser.runtime);
    const over = (async () => {
      try {
        const stored = await storage.read();
        if (stored === null || stored.isPaused || stored.token === '') {
          await browser.alarms.clear(ALARM);
          return;
        }
        await browser.alarms.create(ALARM, { periodInMinutes: WAKE_EVERY_MINUTES });
        await work(stored, controller.signal);
      } catch (error) {
        // The library may have been closed meanwhile, for example. The alarm is set.
        console.error('An import from a server broke off', error);
      } finally {
        sleep();
        running = null;
      }
    })();
    running = { controller, over };
    return over;
  }

  async function stop(): Promise<void> {
    running?.controller.abort();
    await running?.over;
  }

  let last: Promise<unknown> = Promise.resolve();
  /** Does what a person asks for one after the other: two steps of one would mix with another. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => null);
    return done;
  };

  const forgetPreview = async () => releaseOrigins(await held.take());

  return {
    async previewServer({ address, token, allowed }) {
      previewing.abort();
      previewing = new AbortController();
      const { signal } = previewing;
      await held.add(allowed);
      const fail = async (error: TransferFailure) => {
        // The next preview, which has ended this one, may need the same origins.
        if (!signal.aborted) await forgetPreview();
        return ok({ ok: false as const, error });
      };
      const pasted = pastedToken(token);
      if (pasted === null) return fail(failure('not-a-token'));
      const found = await findTyped(dependencies, address, signal);
      if (!found.ok) return fail(found.error);
      const { name } = await readLibraryChoice(browser.storage.local);
      const imports = await importsOf(name);
      if (imports === null) return fail(failure('unavailable'));
      const sleep = stayAwake(browser.runtime);
      try {
        const source = sourceOf(found.value, pasted.token, signal);
        const preview = await previewServer(source, imports);
        if (!preview.ok) return fail(failureOf(stopOf(preview.error)));
        return ok({ ok: true as const, value: { base: found.value, preview: preview.value } });
      } finally {
        sleep();
      }
    },

    async cancelServerPreview({ allowed }) {
      previewing.abort();
      await held.add(allowed);
      await forgetPreview();
      return ok(null);
    },

    startServerImport: ({ base, token, allowed, choices }) =>
      inTurn(async () => {
        const pasted = pastedToken(token);
        if (pasted === null) return ok(failure('not-a-token'));
        if ((await storage.read()) !== null) return ok(failure('busy'));
        if (!(await isAllowed(base))) return ok(failure('not-allowed'));
        const { name } = await readLibraryChoice(browser.storage.local);
        const imports = await importsOf(name);
        if (imports === null) return ok(failure('unavailable'));
        const { signal } = new AbortController();
        const listed = await listBookmarks(sourceOf(base, pasted.token, signal));
        if (!listed.ok) return ok(failureOf(stopOf(listed.error)));
        const ids = [...listed.value];
        const job = { choices, format: 'server', startedAt: now(), total: ids.length };
        const started = await imports.start({ ...job, fileName: nameOf(base) });
        if (!started.ok) return ok(failure(started.error.kind));
        if (started.value === null) return ok(failure('busy'));
        await storage.put({
          ...{ library: name, job: started.value, base, token: pasted.token, ids },
          ...{ isPaused: false, retryAt: null, failures: 0 },
          allowed: [...new Set([...allowed, ...(await held.take())])],
        });
        void run();
        return ok(null);
      }),

    continueServerImport: ({ token, allowed }) =>
      inTurn(async () => {
        const stored = await storage.read();
        if (stored === null) return ok(failure('source-gone'));
        const pasted = token === null ? null : pastedToken(token);
        if (token !== null && pasted === null) return ok(failure('not-a-token'));
        if (pasted === null && stored.token === '') return ok(failure('unauthorised'));
        await storage.change(stored.job, {
          ...{ isPaused: false, retryAt: null, failures: 0 },
          allowed: [...new Set([...stored.allowed, ...allowed])],
          ...(pasted && { token: pasted.token }),
        });
        // A run that is about to end would not notice that it may go on.
        await stop();
        void run();
        return ok(null);
      }),

    pauseServerImport: () =>
      inTurn(async () => {
        const stored = await storage.read();
        if (stored === null) return ok(null);
        await storage.change(stored.job, { isPaused: true });
        await stop();
        await browser.alarms.clear(ALARM);
        await (await importsOf(stored.library))?.pause(stored.job, null);
        return ok(null);
      }),

    endServerImport: ({ job }) =>
      inTurn(async () => {
        await stop();
        const stored = await storage.read();
        const { name } = await readLibraryChoice(browser.storage.local);
        await (await importsOf(name))?.finish(job, { isCancelled: true, problem: null });
        if (stored?.job === job && stored.library === name) await forget(stored);
        return ok(null);
      }),

    forgetPreview,

    async resume(isNow = false) {
      const stored = await storage.read();
      if (stored === null || stored.isPaused) return;
      // A clock that was set back must not block it.
      const { retryAt } = stored;
      const isWaiting = retryAt !== null && now() < retryAt && retryAt < now() + LONGEST_WAIT_MS;
      if (isNow || !isWaiting) await run();
    },
  };
}

const NOT_ALLOWED = { kind: 'not-allowed', detail: '', isLater: false, waitMs: null } as const;

/** Returns the address of the server that the person typed. Requests go to no other host. */
async function findTyped(
  { isAllowed, transport }: Pick<ServerImportDependencies, 'isAllowed' | 'transport'>,
  address: string,
  signal: AbortSignal,
): Promise<Result<string, TransferFailure>> {
  const candidates = candidatesFor(address);
  if (!candidates.ok) return err(failure(candidates.error.kind));
  const areAllowed = await Promise.all(candidates.value.map(isAllowed));
  const reachable = candidates.value.filter((_, at) => areAllowed[at]);
  if (reachable.length === 0) return err(failure('not-allowed'));
  const found = await findServer(reachable, { transport, signal });
  if (!found.ok) return err(failureOf(stopOf(found.error)));
  const { base } = found.value;
  if (reachable.every((typed) => hostOf(typed) !== hostOf(base))) {
    return err(failure('moved', base));
  }
  if (isUnencrypted(base) && !isTypedUnencrypted(address)) return err(failure('unencrypted', base));
  return (await isAllowed(base)) ? ok(base) : err(failure('not-allowed'));
}

const hostOf = (base: string): string => new URL(base).hostname;

/** Returns the name of a server as the list of imports shows it. */
function nameOf(base: string): string {
  const { host, pathname } = new URL(base);
  return host + pathname.replace(/\/$/, '');
}

const failure = (kind: string, detail = ''): TransferFailure => ({ kind, detail });

const failureOf = ({ kind, detail }: ImportStop): TransferFailure =>
  failure(kind, detail.slice(0, MAX_DETAIL_LENGTH));
