import type { HighlightChanges, HighlightId } from '../../../domain/highlight';
import type { Act } from '../../components/act';
import type { StoredHighlights } from './stored-highlights';

/** One message at a time: a person may highlight ten sentences in a minute. */
export const SUBJECT = 'highlights';

/** Edits highlights. Without a message, the result is visible. */
export const createEditing =
  (highlights: Pick<StoredHighlights, 'edit'>, act: Act) =>
  async (id: HighlightId, changes: HighlightChanges, message: string | null): Promise<void> => {
    const editing = highlights.edit(id, changes);
    await act(editing, message === null ? {} : { message: () => message, about: SUBJECT });
  };
