import { type BookmarkId, type CaptureChange, err, type Result, urlKey } from '../domain';
import type { LibraryError } from '../library';
import type { HandlerFailure } from './refusal';
import { runCapture } from './run-capture';
import type { SaveDependencies } from './save-page';
import type { TabContent } from './tab-page';

/**
 * Captures the page of a bookmark anew when it is what the tab in front shows; otherwise
 * `not-in-front`. The old article stays until the new one is good, and then as a revision.
 */
export async function captureAgain(
  { browser, openLibrary, images }: SaveDependencies,
  id: BookmarkId,
  front: TabContent,
): Promise<Result<CaptureChange, HandlerFailure>> {
  const opened = await openLibrary();
  if (!opened.ok) return err(failureOf(opened.error));
  const library = opened.value;
  const bookmark = await library.bookmarks.get(id);
  if (bookmark === null) return err({ kind: 'not-found' });
  if (front.kind !== 'page' || urlKey(front.page.url) !== bookmark.urlKey) {
    return err({ kind: 'not-in-front' });
  }
  const attempt = await runCapture(browser, front.page, new AbortController().signal);
  if (attempt.kind === 'address') return err({ kind: 'not-captured', reason: attempt.reason });
  // It may have moved on within its site since: that is the page of another bookmark.
  if (urlKey(attempt.capture.url) !== bookmark.urlKey) {
    return err({ kind: 'not-captured', reason: 'navigated' });
  }
  const changed = await library.bookmarks.recapture(id, attempt.capture);
  if (!changed.ok) return err(failureOf(changed.error));
  void images.collect(library, front.page, id, attempt.capture);
  return changed;
}

function failureOf(error: LibraryError): HandlerFailure {
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
