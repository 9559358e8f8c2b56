import { err, ok, type Result } from '../../domain/result';
import type { BackgroundHandlers, TransferFailure } from '../../messages/messages';
import { MAX_MESSAGE_DETAIL_LENGTH } from '../../messages/schemas';
import {
  candidatesFor,
  findServer,
  isTypedUnencrypted,
  isUnencrypted,
  pastedToken,
} from '../../service';
import { type ImportStop, listBookmarks, previewServer, stopOf } from '../../sync';
import { readLibraryChoice } from '../account/account-summary';
import { createSerialQueue } from '../serial-queue';
import { stayAwake } from '../stay-awake';
import {
  createServerImportRun,
  type ServerImportDependencies,
  type ServerImportRun,
  serverSourceOf,
} from './server-import-run';
import { heldOrigins } from './stored-server-import';

export type ServerImports = ReturnType<typeof createServerImports>;

interface Parts extends ServerImportDependencies {
  readonly held: ReturnType<typeof heldOrigins>;
  readonly run: ServerImportRun;
}

type Handle<Name extends keyof BackgroundHandlers> = Parameters<BackgroundHandlers[Name]>[0];

/** Imports from other servers of the same API. It runs in the background, which has the network. */
export function createServerImports(dependencies: ServerImportDependencies) {
  const run = createServerImportRun(dependencies);
  const held = heldOrigins(dependencies.browser.storage.local);
  const parts = { ...dependencies, held, run };
  let previewing = new AbortController();

  const beginPreview = () => {
    previewing.abort();
    previewing = new AbortController();
    return previewing.signal;
  };

  // Two steps of what a person asks for would mix with another request.
  const inTurn = createSerialQueue();

  return {
    resume: run.resume,
    /**
     * Gives back what was allowed for a preview. Called when the browser starts: its page is gone,
     * and may have gone without a word.
     */
    forgetPreview: () => forgetPreview(parts),
    handlers: {
      async previewServer(request) {
        const signal = beginPreview();
        await held.add(request.allowed);
        const preview = await previewTyped(parts, request, signal);
        // The next preview, which has ended this one, may need the same origins.
        if (!preview.ok && !signal.aborted) await forgetPreview(parts);
        return ok(preview);
      },
      async cancelServerPreview({ allowed }) {
        beginPreview();
        await held.add(allowed);
        await forgetPreview(parts);
        return ok(null);
      },
      startServerImport: (request) => inTurn(async () => ok(await startImport(parts, request))),
      continueServerImport: (request) =>
        inTurn(async () => ok(await continueImport(parts, request))),
      pauseServerImport: () =>
        inTurn(async () => {
          await pauseImport(run);
          return ok(null);
        }),
      endServerImport: ({ job }) =>
        inTurn(async () => {
          await endImport(parts, job);
          return ok(null);
        }),
    } satisfies Partial<BackgroundHandlers>,
  };
}

async function forgetPreview({ held, releaseOrigins }: Parts): Promise<void> {
  await releaseOrigins(await held.take());
}

/** Counts what an import from a typed server would bring. */
async function previewTyped(
  parts: Parts,
  { address, token }: Handle<'previewServer'>,
  signal: AbortSignal,
) {
  const { browser, run } = parts;
  const pasted = pastedToken(token);
  if (pasted === null) return err(failure('not-a-token'));
  const found = await findTyped(parts, address, signal);
  if (!found.ok) return found;
  const { name } = await readLibraryChoice(browser.storage.local);
  const imports = await run.importsOf(name);
  if (imports === null) return err(failure('unavailable'));
  const source = serverSourceOf({ ...parts, base: found.value, token: pasted.token, signal });
  const preview = await stayAwake(browser.runtime, () => previewServer(source, imports));
  if (!preview.ok) return err(importFailureOf(stopOf(preview.error)));
  return ok({ base: found.value, preview: preview.value });
}

/** Reads the list of the server, stores it with the token, and begins to import. */
async function startImport(
  parts: Parts,
  { base, token, allowed, choices }: Handle<'startServerImport'>,
): Promise<TransferFailure | null> {
  const { browser, held, run, isAllowed, now } = parts;
  const pasted = pastedToken(token);
  if (pasted === null) return failure('not-a-token');
  if ((await run.storage.read()) !== null) return failure('busy');
  if (!(await isAllowed(base))) return failure('not-allowed');
  const { name } = await readLibraryChoice(browser.storage.local);
  const imports = await run.importsOf(name);
  if (imports === null) return failure('unavailable');
  const { signal } = new AbortController();
  const listed = await listBookmarks(
    serverSourceOf({ ...parts, base, token: pasted.token, signal }),
  );
  if (!listed.ok) return importFailureOf(stopOf(listed.error));
  const ids = [...listed.value];
  const started = await imports.start({
    choices,
    format: 'server',
    startedAt: now(),
    total: ids.length,
    fileName: hostAndPathOf(base),
  });
  if (!started.ok) return failure(started.error.kind);
  if (started.value === null) return failure('busy');
  await run.storage.put({
    library: name,
    job: started.value,
    base,
    token: pasted.token,
    ids,
    isPaused: false,
    retryAt: null,
    failures: 0,
    allowed: [...new Set([...allowed, ...(await held.take())])],
  });
  void run.run();
  return null;
}

async function continueImport(
  { run }: Parts,
  { token, allowed }: Handle<'continueServerImport'>,
): Promise<TransferFailure | null> {
  const stored = await run.storage.read();
  if (stored === null) return failure('source-gone');
  const pasted = token === null ? null : pastedToken(token);
  if (token !== null && pasted === null) return failure('not-a-token');
  if (pasted === null && stored.token === '') return failure('unauthorised');
  await run.storage.change(stored.job, {
    isPaused: false,
    retryAt: null,
    failures: 0,
    allowed: [...new Set([...stored.allowed, ...allowed])],
    ...(pasted && { token: pasted.token }),
  });
  // A run that is about to end would not notice that it may go on.
  await run.stop();
  void run.run();
  return null;
}

async function pauseImport(run: ServerImportRun): Promise<void> {
  const stored = await run.storage.read();
  if (stored === null) return;
  await run.storage.change(stored.job, { isPaused: true });
  await run.stop();
  await run.clearAlarm();
  await (await run.importsOf(stored.library))?.pause(stored.job, null);
}

async function endImport({ browser, run }: Parts, job: number): Promise<void> {
  await run.stop();
  const stored = await run.storage.read();
  const { name } = await readLibraryChoice(browser.storage.local);
  await (await run.importsOf(name))?.finish(job, { isCancelled: true, problem: null });
  if (stored?.job === job && stored.library === name) await run.forget(stored);
}

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
  if (!found.ok) return err(importFailureOf(stopOf(found.error)));
  const { base } = found.value;
  if (reachable.every((typed) => hostOfServer(typed) !== hostOfServer(base))) {
    return err(failure('moved', base));
  }
  if (isUnencrypted(base) && !isTypedUnencrypted(address)) return err(failure('unencrypted', base));
  return (await isAllowed(base)) ? ok(base) : err(failure('not-allowed'));
}

const hostOfServer = (base: string): string => new URL(base).hostname;

/** Returns the name of a server as the list of imports shows it. */
function hostAndPathOf(base: string): string {
  const { host, pathname } = new URL(base);
  return host + pathname.replace(/\/$/, '');
}

const failure = (kind: string, detail = ''): TransferFailure => ({ kind, detail });

const importFailureOf = ({ kind, detail }: ImportStop): TransferFailure =>
  failure(kind, detail.slice(0, MAX_MESSAGE_DETAIL_LENGTH));
