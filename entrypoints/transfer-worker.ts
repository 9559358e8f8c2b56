import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openIfMade, openLibraryOf, wallClock } from '../src/background/library/libraries';
import { convertImage, writeExport } from '../src/background/transfer/export-files';
import { keepImport, readImport, removeImport } from '../src/background/transfer/import-files';
import { readDocument } from '../src/background/transfer/read-document';
import {
  type ArticleMade,
  CHECK_LOCK,
  CHECKED_LIBRARY,
  type OnProgress,
  type TransferMessage,
  type TransferRequest,
} from '../src/background/transfer/transfer-in-worker';
import { err, ok, type Result } from '../src/domain/result';
import { openBundle, recogniseFile } from '../src/formats';
import {
  type ImportRepository,
  importRepository,
  isBundle,
  isFromServer,
  isLibraryMade,
  type Library,
  openLibrary,
  removeLibrary,
  transferRepository,
} from '../src/library';
import {
  type ArticleSource,
  checkBundle,
  exportFile,
  type ImportedArticle,
  importedLibrary,
  previewBundle,
  previewImport,
  previewLibrary,
  problemOfError,
  runImport,
  type TransferProblem,
  transferProblemOf,
  workOnImports,
} from '../src/transfer';
import { highlightTexts } from '../src/transfer/highlight-texts';

type Message = TransferRequest | ArticleMade;
type RequestOf<Kind extends TransferRequest['kind']> = Extract<TransferRequest, { kind: Kind }>;

/** A worker that exports or imports for a page, or for the background. */
export default defineUnlistedScript(() => {
  self.addEventListener('message', async ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'article') takeArticle?.(data.made);
    else send(await run(data));
  });
});

const send = (message: TransferMessage) => self.postMessage(message);

let takeArticle: ((made: ImportedArticle | null) => void) | null = null;

/** Entries are read one by one, so the page makes one article at a time. */
const makeArticle = ({ url, lang, html, highlights }: ArticleSource) =>
  new Promise<ImportedArticle | null>((resolve) => {
    takeArticle = resolve;
    send({ kind: 'article', source: { url, lang, html, highlights } });
  });

/** In ms. A page paints no more often. */
const PROGRESS_EVERY_MS = 100;

async function run(request: TransferRequest): Promise<TransferMessage> {
  if (request.kind === 'texts') return { kind: 'texts', texts: highlightTexts(request.pages) };
  const library = await openLibraryOf(openLibrary, request.account, wallClock);
  if (!library.ok) return failed('unavailable');
  try {
    return await transfer(library.value, request, throttled());
  } catch (error) {
    console.error(error);
    return failed(problemOfError(error));
  } finally {
    library.value.close();
  }
}

const failed = (problem: TransferProblem): TransferMessage => ({ kind: 'failed', problem });

async function transfer(
  library: Library,
  request: Exclude<TransferRequest, { kind: 'texts' }>,
  onProgress: OnProgress,
): Promise<TransferMessage> {
  switch (request.kind) {
    case 'export':
      return writeFile(library, request, onProgress);
    case 'check':
      return check(library, request, onProgress);
    case 'preview':
      return preview(library, request);
    case 'count':
      return count(library, request);
    case 'begin':
      return begin(library.part(importRepository), request);
    case 'import':
      return importAtOnce(library.part(importRepository), request);
    case 'work':
      return work(library, request);
  }
}

async function writeFile(
  library: Library,
  { into, choice }: RequestOf<'export'>,
  onProgress: OnProgress,
): Promise<TransferMessage> {
  const transfers = library.part(transferRepository);
  const all = choice.ids?.length ?? (await transfers.count());
  const file = await exportFile(transfers, choice, {
    now: wallClock(),
    onProgress: (done) => onProgress(done, all),
    convertImage,
  });
  if (file === null) return failed('nothing');
  await writeExport(into, file.name, file.body);
  const { name, type, pages, leftOut, unwritten } = file;
  const counts = { pages: pages(), leftOut: leftOut(), unwritten: unwritten() };
  return { kind: 'written', name, type, ...counts };
}

/** The lock is free when this worker has ended, however it ends. */
const check = (
  library: Library,
  { file, settings, since }: RequestOf<'check'>,
  onProgress: OnProgress,
): Promise<TransferMessage> =>
  navigator.locks.request(CHECK_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return failed('busy');
    // Some builds of Safari's engine have no such object.
    const storage: StorageManager | undefined = navigator.storage;
    const estimate = await storage?.estimate();
    const { quota = Number.POSITIVE_INFINITY, usage = 0 } = estimate ?? {};
    if (file.size > quota - usage) return failed('quota');
    await removeLibrary(CHECKED_LIBRARY);
    const aside = await openLibraryOf(openLibrary, CHECKED_LIBRARY, wallClock);
    if (!aside.ok) return failed('unavailable');
    try {
      const checked = await checkBundle(file, {
        present: library.part(transferRepository),
        aside: aside.value,
        now: wallClock(),
        settings,
        since,
        onProgress,
      });
      if (!checked.ok) return failed(transferProblemOf(checked.error));
      return { kind: 'checked', check: checked.value };
    } finally {
      aside.value.close();
      await removeLibrary(CHECKED_LIBRARY);
    }
  });

async function preview(
  library: Library,
  { file, format, choices }: RequestOf<'preview'>,
): Promise<TransferMessage> {
  const found = format === null ? await recogniseFile(file) : { ok: true as const, value: format };
  if (!found.ok) return failed(transferProblemOf(found.error));
  const imports = library.part(importRepository);
  if (found.value === 'bundle') {
    const opened = await openBundle(file);
    if (!opened.ok) return failed(transferProblemOf(opened.error));
    return { kind: 'previewed', preview: await previewBundle(opened.value, imports) };
  }
  const options = { ...choices, now: wallClock() };
  return { kind: 'previewed', preview: await previewImport(found.value, file, imports, options) };
}

/** Counts what the import of a library would bring. */
async function count(
  library: Library,
  { source: name }: RequestOf<'count'>,
): Promise<TransferMessage> {
  const source = await openSource(name);
  if (!source.ok) return failed(source.error);
  const imports = library.part(importRepository);
  try {
    const from = await importedLibrary(source.value);
    return { kind: 'counted', counts: await previewLibrary(from, imports, wallClock()) };
  } finally {
    source.value.close();
  }
}

/** Opens the library into which a server was read. */
async function openSource(name: string | undefined): Promise<Result<Library, TransferProblem>> {
  const opened = name === undefined ? null : await openIfMade({ openLibrary, isLibraryMade }, name);
  if (opened === null) return err('source-gone');
  return opened.ok ? opened : err('unavailable');
}

/** Stores a job, with the settings of a bundle. */
async function start(
  imports: ImportRepository,
  { file, job }: Pick<RequestOf<'begin'>, 'file' | 'job'>,
): ReturnType<ImportRepository['start']> {
  const opened = isBundle(job) ? await openBundle(file) : null;
  const settings = opened?.ok ? await opened.value.readSettings() : null;
  return imports.start({ ...job, settings });
}

async function importAtOnce(
  imports: ImportRepository,
  { file, job }: RequestOf<'import'>,
): Promise<TransferMessage> {
  const started = await start(imports, { file, job });
  if (!started.ok) return failed(transferProblemOf(started.error));
  const id = started.value;
  if (id === null) return failed('busy');
  const resumed = await imports.resume(id);
  const begun = await imports.get(id);
  if (!resumed.ok || begun === null) return failed('unavailable');
  const ended = await runImport(begun, file, { imports, makeArticle, readDocument });
  if (ended.ok) return { kind: 'done' };
  const problem = transferProblemOf(ended.error);
  await imports.pause(id, problem);
  return failed(problem);
}

async function begin(
  imports: ImportRepository,
  { account, file, job }: RequestOf<'begin'>,
): Promise<TransferMessage> {
  const started = await start(imports, { file, job });
  if (!started.ok) return failed(transferProblemOf(started.error));
  const id = started.value;
  if (id === null) return failed('busy');
  try {
    await keepImport(account, id, file);
  } catch (error) {
    await imports.finish(id, { isCancelled: true, problem: null });
    throw error;
  }
  const resumed = await imports.resume(id);
  return resumed.ok ? { kind: 'done' } : failed(transferProblemOf(resumed.error));
}

async function work(library: Library, { account }: RequestOf<'work'>): Promise<TransferMessage> {
  const sources: Library[] = [];
  const working = workOnImports({
    imports: library.part(importRepository),
    makeArticle,
    readDocument,
    async openInput(job) {
      if (!isFromServer(job)) {
        const file = await readImport(account, job.id);
        return file === null ? err('file-gone') : ok(file);
      }
      const source = await openSource(job.source);
      if (!source.ok) return source;
      sources.push(source.value);
      return ok(await importedLibrary(source.value));
    },
    forgetFile: (job) => removeImport(account, job),
  });
  const ended = await working.finally(() => {
    for (const source of sources) source.close();
  });
  return ended.ok ? { kind: 'done' } : failed(transferProblemOf(ended.error));
}

function throttled(): OnProgress {
  let sent = 0;
  return (done, all) => {
    const now = performance.now();
    if (now - sent < PROGRESS_EVERY_MS) return;
    sent = now;
    send({ kind: 'progress', done, all });
  };
}
