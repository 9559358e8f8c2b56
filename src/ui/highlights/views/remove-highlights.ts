import type { HighlightId } from '../../../domain/highlight';
import type { HighlightRepository } from '../../../library';
import type { Act } from '../../components/act';
import { plural, t } from '../../strings';

export interface RemoveOptions {
  readonly highlights: Pick<HighlightRepository, 'delete' | 'restore'>;
  readonly act: Act;
}

/** Deletes highlights and offers *Undo*. Returns false if it has failed. */
export async function removeHighlights(
  { highlights, act }: RemoveOptions,
  ids: readonly HighlightId[],
): Promise<boolean> {
  const deleted = await act(highlights.delete(ids), {
    message: ({ value: { length } }) =>
      length === 0 ? null : t('toastDeleted', plural('highlightsCount', length)),
    about: ids.length === 1 ? (ids[0] ?? null) : null,
  });
  return deleted.ok;
}
