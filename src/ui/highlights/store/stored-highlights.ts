import type { BookmarkId } from '../../../domain/bookmark';
import type {
  Highlight,
  HighlightChanges,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
} from '../../../domain/highlight';
import type { Result } from '../../../domain/result';
import type { Dispose, HighlightRepository, LocalOnly, NewHighlight } from '../../../library';
import type { ChangeError, Logged } from '../../components/act';

export type Stored<T> = Promise<Result<T, ChangeError>>;

/** The stored highlights of one page. */
export type StoredHighlights = ReturnType<typeof highlightsOf>;

/** Returns the highlights of a bookmark. */
export function highlightsOf(highlights: HighlightRepository, bookmarkId: BookmarkId) {
  return {
    watch: (listener: (highlights: readonly Highlight[]) => void): Dispose =>
      highlights.watch(bookmarkId, listener),
    watchLocalOnly: (listener: (reasons: ReadonlyMap<HighlightId, LocalOnly>) => void): Dispose =>
      highlights.watchLocalOnly(bookmarkId, listener),
    add: (fields: Omit<NewHighlight, 'bookmarkId'>): Stored<Highlight> =>
      highlights.add({ ...fields, bookmarkId }),
    edit: (id: HighlightId, changes: HighlightChanges): Stored<Logged> =>
      highlights.edit(id, changes),
    delete: (ids: readonly HighlightId[]): Stored<Logged> => highlights.delete(ids),
    setPositions: (
      found: ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>,
    ): Stored<unknown> => highlights.setPositions(found),
  };
}
