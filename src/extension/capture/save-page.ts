import type { WxtBrowser } from 'wxt/browser';
import type { Clock, LibraryAccess } from '../../background/library/libraries';
import type { ArticleWay } from '../../domain/article';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { PageState, SaveFailure } from '../../domain/page-state';
import { err, type Result } from '../../domain/result';
import { UNDO_MS, type UnixMs } from '../../domain/time';
import { urlKey } from '../../domain/url-identity';
import type { Library, LibraryError, NewPage, Recaptured, SaveResult } from '../../library';
import type { BackgroundHandlers } from '../../messages/messages';
import type { HandlerFailure } from '../../messages/schemas';
import type { ImageCollector } from '../images/collect-images';
import type { TabContent, TabPage } from '../toolbar/tab-page';
import { type CaptureAttempt, runCapture } from './run-capture';
import type { CaptureRules } from './site-rules';

export interface SaveDependencies {
  readonly browser: Pick<WxtBrowser, 'scripting' | 'tabs'>;
  readonly openLibrary: LibraryAccess;
  readonly images: Pick<ImageCollector, 'collect'>;
  readonly rules: Pick<CaptureRules, 'of'>;
  readonly undo: UndoWindow;
  /** Asks the browser once to keep the library permanently. */
  readonly askToPersist: (library: Library) => Promise<void>;
}

export interface RecaptureDependencies extends SaveDependencies {
  readonly sync: { readonly handlers: Pick<BackgroundHandlers, 'fetchArticle'> };
}

/**
 * Captures the page and saves it. The returned state is already on disk. This is in the path of the
 * click: the script is sent before the library is opened, a page that is already saved does not
 * wait for its capture, and images come afterwards.
 * @param signal aborted with the `AddressOnlyReason` when the page goes away
 * @param keepsErrors saves also a page that the server sent with an error, without asking
 */
export async function savePage(
  dependencies: SaveDependencies,
  page: TabPage,
  excerpt: string | null,
  signal: AbortSignal,
  keepsErrors: boolean,
): Promise<PageState> {
  const capturing = runCapture(dependencies.browser, page, signal, dependencies.rules.of(page.url));
  const opened = await dependencies.openLibrary();
  if (!opened.ok) return failedState(page, 'library-unavailable');
  const library = opened.value;
  const known = await findBookmark(library, page);
  if (known?.content.kind === 'article' && !excerpt)
    return restoreBookmark(dependencies, library, page, known);
  const begun = known === null && beginCapture(library, page);
  const [attempt] = await Promise.all([capturing, begun]);
  const refused = keepsErrors ? null : refusedState(page, attempt);
  if (refused !== null) {
    if (known !== null) return restoreBookmark(dependencies, library, page, known);
    await endCapture(library, page);
    return refused;
  }
  const written = await library.bookmarks.save(newPage(page, excerpt, attempt));
  if (!written.ok) return failedState(page, saveFailureOf(written.error));
  await endMoved(library, page, attempt);
  completeArticle(dependencies, library, page, attempt, known, written.value);
  if (written.value.kind === 'created') void dependencies.askToPersist(library);
  return savedState(dependencies, page, written.value.bookmark, outcomeOf(written.value));
}

/** The state of a page that is saved only if a person asks for it; null: it can be saved. */
function refusedState({ url, title }: TabPage, attempt: CaptureAttempt): PageState | null {
  if (attempt.kind === 'captured') {
    return attempt.isErrorPage ? { kind: 'error-page', url, title } : null;
  }
  return attempt.reason === 'not-loaded' ? { kind: 'not-loaded', url } : null;
}

/**
 * Saves the address of a page that did not load, at the user's request. The address is the title.
 */
export async function saveAddress(
  dependencies: Pick<SaveDependencies, 'openLibrary' | 'undo' | 'askToPersist'>,
  page: TabPage,
): Promise<PageState> {
  const { openLibrary, askToPersist } = dependencies;
  const opened = await openLibrary();
  if (!opened.ok) return failedState(page, 'library-unavailable');
  const address = { kind: 'address', url: page.url, title: '', excerpt: '' } as const;
  const written = await opened.value.bookmarks.save({ ...address, reason: 'not-loaded' });
  if (!written.ok) return failedState(page, saveFailureOf(written.error));
  if (written.value.kind === 'created') void askToPersist(opened.value);
  return savedState(dependencies, page, written.value.bookmark, outcomeOf(written.value));
}

/** The bookmark of the page, including one in the trash; null if there is none. */
export async function findBookmark(library: Library, page: TabPage): Promise<Bookmark | null> {
  const key = urlKey(page.url);
  return key === null ? null : library.bookmarks.findByUrlKey(key);
}

export const failedState = ({ url, title }: TabPage, failure: SaveFailure): PageState => ({
  kind: 'failed',
  url,
  title,
  failure,
});

type SavedState = PageState & { kind: 'saved' };

/** The state of a saved page. A page that was just saved can be undone. */
export function savedState(
  { undo }: Pick<SaveDependencies, 'undo'>,
  { isPrivateWindow }: TabPage,
  { id, url, title, content }: Bookmark,
  outcome: SavedState['outcome'],
): SavedState {
  if (outcome !== 'existing') undo.begin(id);
  return {
    kind: 'saved',
    bookmarkId: id,
    url,
    title,
    outcome,
    undoLeftMs: undo.left(id),
    addressOnly: content.kind === 'address' ? content.reason : null,
    isPrivateWindow,
  };
}

async function restoreBookmark(
  dependencies: SaveDependencies,
  library: Library,
  page: TabPage,
  known: Bookmark,
): Promise<PageState> {
  if (known.trashedAt === null) return savedState(dependencies, page, known, 'existing');
  const restored = await library.bookmarks.restore([known.id]);
  return restored.ok
    ? savedState(dependencies, page, known, 'restored')
    : failedState(page, saveFailureOf(restored.error));
}

/** If the worker dies from here on, its next start saves the address. */
async function beginCapture(library: Library, { url, title }: TabPage): Promise<void> {
  const key = urlKey(url);
  // A failure here only loses this fallback. The save itself reports the same failure.
  if (key !== null) await library.pendingCaptures.begin({ urlKey: key, url, title });
}

/** A page that navigated during its capture is saved under its new address. */
async function endMoved(library: Library, page: TabPage, attempt: CaptureAttempt): Promise<void> {
  const hasMoved = attempt.kind === 'captured' && urlKey(attempt.capture.url) !== urlKey(page.url);
  if (hasMoved) await endCapture(library, page);
}

async function endCapture(library: Library, { url }: TabPage): Promise<void> {
  const key = urlKey(url);
  if (key !== null) await library.pendingCaptures.end(key);
}

function newPage(
  { url, title }: TabPage,
  excerpt: string | null,
  attempt: CaptureAttempt,
): NewPage {
  if (attempt.kind === 'address') {
    return { kind: 'address', url, title, excerpt: excerpt ?? '', reason: attempt.reason };
  }
  const { capture } = attempt;
  const selected = excerpt === null ? '' : capture.excerpt || excerpt;
  return { kind: 'captured', capture: { ...capture, excerpt: selected } };
}

/** Starts the work that follows a new article. */
function completeArticle(
  { images }: SaveDependencies,
  library: Library,
  page: TabPage,
  attempt: CaptureAttempt,
  known: Bookmark | null,
  { kind, bookmark }: SaveResult,
): void {
  const isFilled = kind === 'created' || known?.content.kind === 'address';
  if (attempt.kind === 'address' || !isFilled) return;
  const { article, metadata } = attempt.capture;
  // A page without an article keeps its picture. An article that found no room keeps nothing.
  const hasPicture = article === null && (metadata.imageUrl ?? metadata.iconUrl) !== null;
  if (bookmark.content.kind !== 'article' && !hasPicture) return;
  void images.collect(library, page, bookmark.id, attempt.capture);
}

function outcomeOf(result: SaveResult): SavedState['outcome'] {
  if (result.kind === 'existing') return result.restored ? 'restored' : 'existing';
  return result.kind;
}

/** The failure for the user. The address is saved at the next start if possible. */
function saveFailureOf(error: LibraryError): SaveFailure {
  if (error.kind === 'quota') return 'quota';
  return error.kind === 'unavailable' ? 'library-unavailable' : 'unknown';
}

interface AskedRecapture {
  readonly id: BookmarkId;
  /** Takes also a page that the server sent with an error. */
  readonly keepsErrors?: boolean;
  /** The way of finding the article. Absent: with our rules. */
  readonly way?: ArticleWay;
}

/**
 * Captures the page of a bookmark again if it is shown in the tab in front; otherwise returns
 * `not-in-front`. The old article stays until the new one is saved, and is then kept as a revision. One
 * that only the server has is fetched first; if it can't be, the page is captured all the same. Of a page
 * that is known to have no article, all of the text is kept.
 */
export async function captureAgain(
  { browser, openLibrary, images, rules, sync }: RecaptureDependencies,
  { id, keepsErrors, way }: AskedRecapture,
  front: TabContent,
): Promise<Result<Recaptured, HandlerFailure>> {
  const opened = await openLibrary();
  if (!opened.ok) return err(recaptureFailure(opened.error));
  const library = opened.value;
  const bookmark = await library.bookmarks.get(id);
  if (bookmark === null) return err({ kind: 'not-found' });
  if (front.kind !== 'page' || urlKey(front.page.url) !== bookmark.urlKey) {
    return err({ kind: 'not-in-front' });
  }
  const { content } = bookmark;
  const missing = content.kind === 'address' ? content.reason : null;
  const attempt = await runCapture(
    browser,
    front.page,
    new AbortController().signal,
    rules.of(front.page.url),
    way ?? (missing === 'no-article' ? 'text' : null),
  );
  if (attempt.kind === 'address') return err({ kind: 'not-captured', reason: attempt.reason });
  if (attempt.isErrorPage && !keepsErrors) return err({ kind: 'error-page' });
  // If the tab has moved on within its site, it shows the page of another bookmark.
  if (urlKey(attempt.capture.url) !== bookmark.urlKey) {
    return err({ kind: 'not-captured', reason: 'navigated' });
  }
  if (missing === 'on-server') await sync.handlers.fetchArticle({ id });
  const changed = await library.bookmarks.recapture(id, attempt.capture);
  if (!changed.ok) return err(recaptureFailure(changed.error));
  void images.collect(library, front.page, id, attempt.capture);
  return changed;
}

function recaptureFailure(error: LibraryError): HandlerFailure {
  switch (error.kind) {
    case 'quota':
    case 'not-found':
    case 'nothing-better':
      return { kind: error.kind };
    case 'not-an-address':
    case 'no-name':
      return { kind: 'failed', detail: error.kind };
    case 'unavailable':
      return { kind: 'failed', detail: error.detail };
  }
}

export type UndoWindow = ReturnType<typeof createUndoWindow>;

/**
 * The remaining time to undo each save, from any popup. It is only in the worker's memory, because
 * both browsers keep the worker alive for longer than that after a save.
 */
export function createUndoWindow(now: Clock) {
  const savedAt = new Map<BookmarkId, UnixMs>();
  const left = (id: BookmarkId): number => {
    const since = savedAt.get(id);
    return since === undefined ? 0 : Math.max(0, since + UNDO_MS - now());
  };
  return {
    /** The bookmark was just saved or restored. */
    begin(id: BookmarkId): void {
      for (const known of savedAt.keys()) if (left(known) === 0) savedAt.delete(known);
      savedAt.set(id, now());
    },
    /** In milliseconds; 0 if the time is over or nothing was saved. */
    left,
  };
}
