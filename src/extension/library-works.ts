import type { WxtBrowser } from 'wxt/browser';
import { findUnanchored } from '../background/highlights/find-unanchored';
import type { LibraryAccess } from '../background/library/libraries';
import { createLibraryWork, type Run, storeSettings, type Watch } from '../background/library-work';
import {
  type AccountKey,
  highlightRepository,
  importRepository,
  isFromServer,
  type Library,
  searchIndexer,
  siteRuleRepository,
  wantedPages,
} from '../library';
import type { CaptureRules } from './capture/site-rules';
import { type ImageCollector, loadImportedImages } from './images/collect-images';
import { hasImageAccess } from './images/image-access';
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
