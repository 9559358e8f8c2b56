import type { HighlightId } from '../../../domain/highlight';
import type { HighlightRepository, RecentChanges } from '../../../library';
import type { Act } from '../../components/act';
import { plural, t } from '../../strings';
import { undoOf } from '../store/editing';

export interface RemoveOptions {
  readonly highlights: Pick<HighlightRepository, 'delete' | 'restore'>;
  readonly changes: Pick<RecentChanges, 'undo'>;
  readonly act: Act;
}

/** Deletes highlights and offers *Undo*. Returns false if it has failed. */
export async function removeHighlights(
  { highlights, changes, act }: RemoveOptions,
  ids: readonly HighlightId[],
): Promise<boolean> {
  const deleted = await act(highlights.delete(ids), {
    message: ({ value: { length } }) =>
      length === 0 ? null : t('toastDeleted', plural('highlightsCount', length)),
    undo: undoOf(changes),
    about: ids.length === 1 ? (ids[0] ?? null) : null,
  });
  return deleted.ok;
}
