import type { HighlightChanges, HighlightId } from '../../../domain/highlight';
import type { GroupId } from '../../../library';
import type { Act } from '../../components/act';
import type { StoredHighlights } from './stored-highlights';

/** One message at a time: a person may highlight ten sentences in a minute. */
export const SUBJECT = 'highlights';

/** Edits highlights. With a message, an edit can be undone. */
export const createEditing =
  (highlights: Pick<StoredHighlights, 'edit' | 'undo'>, act: Act) =>
  async (id: HighlightId, changes: HighlightChanges, message: string | null): Promise<void> => {
    const editing = highlights.edit(id, changes);
    if (message === null) await act(editing);
    else await act(editing, { message: () => message, undo: undoOf(highlights), about: SUBJECT });
  };

/** Returns a function that undoes a change of highlights. */
export const undoOf =
  ({ undo }: Pick<StoredHighlights, 'undo'>) =>
  async ({ group }: { readonly group: GroupId | null }) =>
    group === null ? null : undo(group);
