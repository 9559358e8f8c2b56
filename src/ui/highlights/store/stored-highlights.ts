import type { BookmarkId } from '../../../domain/bookmark';
import type {
  Highlight,
  HighlightChanges,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
} from '../../../domain/highlight';
import type { BackgroundFailure } from '../../../domain/page-state';
import type { Result } from '../../../domain/result';
import type {
  Dispose,
  HighlightRepository,
  LibraryError,
  LocalOnly,
  NewHighlight,
} from '../../../library';

export interface HighlightError {
  readonly kind: LibraryError['kind'] | BackgroundFailure['kind'];
}

export type Stored<T> = Promise<Result<T, HighlightError>>;

/** The stored highlights of one page. */
export type StoredHighlights = ReturnType<typeof highlightsOf>;

/** Returns the highlights of a bookmark. `onWritten` is called after each change. */
export function highlightsOf(
  highlights: HighlightRepository,
  bookmarkId: BookmarkId,
  onWritten: () => void,
) {
  const reporting = async <T>(writing: Stored<T>): Stored<T> => {
    const written = await writing;
    if (written.ok) onWritten();
    return written;
  };
  return {
    watch: (listener: (highlights: readonly Highlight[]) => void): Dispose =>
      highlights.watch(bookmarkId, listener),
    watchLocalOnly: (listener: (reasons: ReadonlyMap<HighlightId, LocalOnly>) => void): Dispose =>
      highlights.watchLocalOnly(bookmarkId, listener),
    add: (fields: Omit<NewHighlight, 'bookmarkId'>) =>
      reporting(highlights.add({ ...fields, bookmarkId })),
    edit: (id: HighlightId, changes: HighlightChanges) => reporting(highlights.edit(id, changes)),
    delete: (ids: readonly HighlightId[]) => reporting(highlights.delete(ids)),
    restore: (these: readonly Highlight[]): Stored<unknown> => reporting(highlights.restore(these)),
    setPositions: (
      found: ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>,
    ): Stored<unknown> => highlights.setPositions(found),
  };
}
