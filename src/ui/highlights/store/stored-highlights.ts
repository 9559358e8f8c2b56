import type { BookmarkId } from '../../../domain/bookmark';
import type {
  Highlight,
  HighlightChanges,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
} from '../../../domain/highlight';
import type { Result } from '../../../domain/result';
import type {
  Dispose,
  Done,
  GroupId,
  HighlightRepository,
  LocalOnly,
  NewHighlight,
  RecentChanges,
} from '../../../library';
import type { ChangeError } from '../../components/act';

export type Stored<T> = Promise<Result<T, ChangeError>>;

/** The stored highlights of one page. */
export type StoredHighlights = ReturnType<typeof highlightsOf>;

interface HighlightParts {
  readonly highlights: HighlightRepository;
  readonly changes: Pick<RecentChanges, 'undo'>;
}

/** An act that can be undone; null: nothing has changed. */
type Act = Pick<Done<unknown>, 'group'>;

/** Returns the highlights of a bookmark. */
export function highlightsOf({ highlights, changes }: HighlightParts, bookmarkId: BookmarkId) {
  return {
    watch: (listener: (highlights: readonly Highlight[]) => void): Dispose =>
      highlights.watch(bookmarkId, listener),
    watchLocalOnly: (listener: (reasons: ReadonlyMap<HighlightId, LocalOnly>) => void): Dispose =>
      highlights.watchLocalOnly(bookmarkId, listener),
    add: (fields: Omit<NewHighlight, 'bookmarkId'>): Stored<Highlight> =>
      highlights.add({ ...fields, bookmarkId }),
    edit: (id: HighlightId, changes: HighlightChanges): Stored<Act> => highlights.edit(id, changes),
    delete: (ids: readonly HighlightId[]): Stored<Act> => highlights.delete(ids),
    undo: (group: GroupId): Stored<unknown> => changes.undo(group),
    setPositions: (
      found: ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>,
    ): Stored<unknown> => highlights.setPositions(found),
  };
}
