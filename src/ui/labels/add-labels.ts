import type { BookmarkId } from '../../domain';
import type { BookmarkActions } from '../stores/bookmark-actions';
import type { DraftStore } from '../stores/draft-store';

type Actions = Pick<BookmarkActions, 'edit'>;

/**
 * Adds labels that a person entered, which stay in the draft until the bookmark has them: a popup
 * that closes at once takes its unfinished edit with it.
 */
export async function addLabels(
  draft: DraftStore,
  actions: Actions,
  id: BookmarkId,
  labels: readonly string[],
): Promise<void> {
  keep(draft, [...entered(draft), ...labels]);
  await write(draft, actions, id, labels);
}

/** Adds what was entered before the page closed, and not known to be added. */
export async function finishLabels(
  draft: DraftStore,
  actions: Actions,
  id: BookmarkId,
): Promise<void> {
  const labels = entered(draft);
  if (labels.length > 0) await write(draft, actions, id, labels);
}

async function write(
  draft: DraftStore,
  actions: Actions,
  id: BookmarkId,
  labels: readonly string[],
): Promise<void> {
  if (!(await actions.edit(id, { addLabels: labels }))) return;
  keep(
    draft,
    entered(draft).filter((label) => !labels.includes(label)),
  );
}

/** One a line: no label has a line break in it. */
const entered = (draft: DraftStore): readonly string[] =>
  draft.fields.value?.enteredLabels?.split('\n') ?? [];

function keep(draft: DraftStore, labels: readonly string[]): void {
  draft.keep({ enteredLabels: labels.length === 0 ? undefined : labels.join('\n') });
}
