import type { WxtBrowser } from 'wxt/browser';
import {
  type AccountKey,
  type Dispose,
  highlightRepository,
  importRepository,
  isFromServer,
  type Library,
  searchIndexer,
  siteRuleRepository,
  wantedPages,
} from '../library';
import type { CaptureRules } from './capture/site-rules';
import { findUnanchored } from './highlights/find-unanchored';
import { type ImageCollector, loadImportedImages } from './images/collect-images';
import { hasImageAccess } from './images/image-access';
import type { LibraryAccess } from './library/libraries';
import { parseSettings, updateSettings } from './settings/settings';
import { stayAwake } from './stay-awake';
import type { BadgeManager } from './toolbar/badge-manager';
import type { WorkOnImports } from './transfer/import-offscreen';
import type { ImportSourceReader } from './transfer/import-source';

interface Parts {
  readonly browser: Pick<WxtBrowser, 'permissions' | 'runtime' | 'storage'>;
  readonly openLibrary: LibraryAccess;
  /** Reads the name of the active library. */
  readonly readName: () => Promise<AccountKey>;
  /** Does all steps of indexing, or those until `signal` is aborted. */
  readonly indexLibrary: Run;
  readonly workOnImports: WorkOnImports;
  readonly importSource: Pick<ImportSourceReader, 'read' | 'settle'>;
  readonly getArticles: Run;
  readonly badges: Pick<BadgeManager, 'refreshFront'>;
  readonly images: Pick<ImageCollector, 'fetchMissing'>;
  readonly rules: Pick<CaptureRules, 'record'>;
}

/** All work at the active library that is done while the background runs. */
export function createLibraryWorks(parts: Parts) {
  const { browser, openLibrary } = parts;
  const whileAwake = (work: () => Promise<void>) => stayAwake(browser.runtime, work);
  const workOf = (watch: Watch, run: Run) =>
    createLibraryWork({ openLibrary, watch, run, whileAwake });
  return {
    indexing: workOf(
      (library, listener) => library.part(searchIndexer).watchWork(listener),
      parts.indexLibrary,
    ),
    findingHighlights: workOf(
      (library, listener) => library.part(highlightRepository).watchUnanchored(listener),
      findUnanchored,
    ),
    importing: workOf(
      (library, listener) => library.part(importRepository).watchWork(listener),
      (library, signal) => importWaiting(parts, library, signal),
    ),
    loadingImages: workOf(
      (library, listener) => library.part(importRepository).watchImages(listener),
      (library, signal) => {
        const isAllowed = () => hasImageAccess(browser);
        const isOnline = () => navigator.onLine !== false;
        return loadImportedImages(
          { ...parts, hasImageAccess: isAllowed, isOnline },
          library,
          signal,
        );
      },
    ),
    gettingArticles: workOf(
      (library, listener) => library.part(wantedPages).watchWork(listener),
      parts.getArticles,
    ),
    recordingRules: workOf(
      (library, listener) => library.part(siteRuleRepository).watchSites(listener),
      async (library) => parts.rules.record(await library.part(siteRuleRepository).sites()),
    ),
  };
}

async function importWaiting(
  { readName, workOnImports, importSource, badges, browser }: Parts,
  library: Library,
  signal: AbortSignal,
): Promise<void> {
  await storeSettings(library, browser.storage.local);
  const job = await library.part(importRepository).next();
  if (job === null) return;
  if (isFromServer(job) && !(await importSource.read(library, job, signal))) return;
  await workOnImports(await readName(), signal);
  if (isFromServer(job)) await importSource.settle();
  await badges.refreshFront();
}

/** Stores the settings of a bundle that is restored into an empty library. */
export async function storeSettings(
  library: Pick<Library, 'part'>,
  local: Parameters<typeof updateSettings>[0],
): Promise<void> {
  const imports = library.part(importRepository);
  const job = await imports.withSettings();
  if (job === null) return;
  await updateSettings(local, parseSettings(job.bundle?.settings));
  await imports.settingsStored(job.id);
}

/** Calls `listener` when there is work, until the returned function is called. */
type Watch = (library: Library, listener: () => void) => Dispose;

/** Does all work that there is, or what is done until `signal` is aborted. */
type Run = (library: Library, signal: AbortSignal) => Promise<void>;

interface Dependencies {
  readonly openLibrary: LibraryAccess;
  readonly watch: Watch;
  readonly run: Run;
  /** Keeps the background alive until the work ends. */
  readonly whileAwake: (work: () => Promise<void>) => Promise<void>;
}

/** Work at the active library that is done while the background runs, such as the search index. */
export function createLibraryWork({ openLibrary, watch, run, whileAwake }: Dependencies) {
  let current = new AbortController();

  const working = (library: Library, stopped: AbortSignal) => {
    const signal = AbortSignal.any([stopped, library.closed]);
    let isRunning = false;
    let hasMore = false;
    return async () => {
      hasMore = true;
      if (isRunning) return;
      isRunning = true;
      try {
        await whileAwake(async () => {
          while (hasMore && !signal.aborted) {
            hasMore = false;
            // After a failure the next change or the next start tries again.
            await run(library, signal);
          }
        });
      } catch (error) {
        // A request that was under way when the library was closed fails.
        if (!library.closed.aborted) throw error;
      } finally {
        isRunning = false;
      }
    };
  };

  const stop = () => {
    current.abort();
    current = new AbortController();
    return current.signal;
  };

  return {
    /** Ends the work at the library, which is about to be removed. */
    stop: (): void => void stop(),
    /** Must be called at the start, and when another account becomes active. */
    async begin(): Promise<void> {
      const signal = stop();
      const library = await openLibrary();
      if (signal.aborted || !library.ok) return;
      const work = working(library.value, signal);
      const end = watch(library.value, () => void work());
      signal.addEventListener('abort', end);
    },
  };
}
