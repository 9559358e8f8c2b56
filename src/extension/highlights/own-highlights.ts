import type { LibraryAccess } from '../../background/library/libraries';
import type { Bookmark } from '../../domain/bookmark';
import type { HighlightId } from '../../domain/highlight';
import { err, ok, type Result } from '../../domain/result';
import { urlKey } from '../../domain/url-identity';
import { type Done, highlightRepository, type Library, type LibraryError } from '../../library';
import type { HandlerFailure } from '../../messages/schemas';

export interface HighlightAccess {
  readonly openLibrary: LibraryAccess;
  /** Called after the highlights of a page have changed. */
  readonly onWritten: () => Promise<void>;
}

type Handled<T> = Promise<Result<T, HandlerFailure>>;

export type OwnHighlights = ReturnType<typeof highlightsAt>;

export const NOT_FOUND = err({ kind: 'not-found' } as const);

/** Returns the act alone: a page gets no values. */
export const acted = <T>(done: Result<Done<T>, LibraryError>) =>
  done.ok ? ok({ group: done.value.group }) : done;

/** The highlights of one address. Those of other pages are out of reach. */
export function highlightsAt(url: string, { openLibrary, onWritten }: HighlightAccess) {
  /** Runs `use` with the page's bookmark, or returns `otherwise` if the page is not saved. */
  async function withBookmark<T>(
    use: (library: Library, bookmark: Bookmark) => Handled<T>,
    otherwise: Result<T, HandlerFailure>,
  ): Handled<T> {
    const opened = await openLibrary();
    if (!opened.ok) return err(handlerFailureOf(opened.error));
    const key = urlKey(url);
    const bookmark = key === null ? null : await opened.value.bookmarks.findByUrlKey(key);
    const isSaved = bookmark !== null && bookmark.trashedAt === null;
    return isSaved ? use(opened.value, bookmark) : otherwise;
  }

  /** Returns the result of a write, after the pages that show highlights were told of it. */
  async function settle<T>(written: Result<T, LibraryError>): Handled<T> {
    if (!written.ok) return err(handlerFailureOf(written.error));
    await onWritten();
    return ok(written.value);
  }

  /** Writes to highlights of the page. */
  const write = <T>(
    ids: readonly HighlightId[],
    run: (library: Library, ids: readonly HighlightId[]) => Promise<Result<T, LibraryError>>,
  ): Handled<T> =>
    withBookmark<T>(async (library, { id }) => {
      const all = await library.part(highlightRepository).ofBookmark(id);
      const known = new Set(all.map((each) => each.id));
      const found = ids.filter((each) => known.has(each));
      return found.length === 0 ? NOT_FOUND : settle(await run(library, found));
    }, NOT_FOUND);

  return { withBookmark, write, settle };
}

export function handlerFailureOf(error: LibraryError): HandlerFailure {
  if (error.kind === 'quota' || error.kind === 'not-found') return { kind: error.kind };
  return { kind: 'failed', detail: error.kind };
}
