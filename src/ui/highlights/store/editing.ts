import type { ReadonlySignal } from '@preact/signals';
import {
  type Highlight,
  type HighlightChanges,
  type HighlightId,
  isUnanchored,
} from '../../../domain/highlight';
import type { ToastStore } from '../../components/toasts';
import { BACKGROUND_FAILURES, LIBRARY_ERRORS } from '../../messages';
import { t } from '../../strings';
import type { HighlightError, StoredHighlights } from './stored-highlights';

const ERRORS = { ...BACKGROUND_FAILURES, ...LIBRARY_ERRORS };

/** One message at a time: a person may highlight ten sentences in a minute. */
export const SUBJECT = 'highlights';

/** Edits highlights. With a message, an edit can be undone. */
export function createEditing(
  highlights: StoredHighlights,
  all: ReadonlySignal<readonly Highlight[]>,
  toasts: Pick<ToastStore, 'offerUndo' | 'showError'>,
) {
  const fail = ({ kind }: HighlightError) => toasts.showError(t(ERRORS[kind]));

  async function edit(
    id: HighlightId,
    changes: HighlightChanges,
    message: string | null,
  ): Promise<void> {
    const doubt = all.value.find((each) => each.id === id)?.doubt;
    const edited = await highlights.edit(id, changes);
    if (!edited.ok) return fail(edited.error);
    if (message === null) return;
    const takeBack = async () => {
      await undo(id, changes, edited.value);
      // No later search may be certain of a place that only a person has confirmed.
      if (!('position' in changes) || doubt === undefined || isUnanchored(doubt)) return;
      await highlights.setPositions(new Map([[id, doubt]]));
    };
    toasts.offerUndo(message, takeBack, SUBJECT);
  }

  /** Restores the fields that an edit has changed, except those that were changed again since. */
  async function undo(
    id: HighlightId,
    changes: HighlightChanges,
    before: HighlightChanges,
  ): Promise<void> {
    const now = all.value.find((each) => each.id === id);
    const left = now && leftFields(now, changes, before);
    // Without the highlight, the library reports that it is gone.
    if (left === undefined || Object.keys(left).length > 0) await edit(id, left ?? before, null);
  }

  return { fail, edit };
}

/** A position belongs to the quote. Searches change it, too. */
const POSITIONS: ReadonlySet<string> = new Set(['position', 'pagePosition']);

/** Returns the fields of `before` that are in `now` as the edit has left them. */
function leftFields(
  now: Highlight,
  changes: HighlightChanges,
  before: HighlightChanges,
): HighlightChanges {
  const isLeft = (field: keyof HighlightChanges) =>
    // The list may still show it as it was before the edit.
    [changes[field], before[field]].some(
      (value) => JSON.stringify(value) === JSON.stringify(now[field]),
    );
  const fields = Object.keys(before) as (keyof HighlightChanges)[];
  const kept = fields.filter((field) =>
    isLeft(POSITIONS.has(field) && 'quote' in before ? 'quote' : field),
  );
  return Object.fromEntries(kept.map((field) => [field, before[field]]));
}
