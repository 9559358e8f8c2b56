import type { ReadonlySignal } from '@preact/signals';
import {
  type Highlight,
  type HighlightChanges,
  type HighlightId,
  isUnanchored,
} from '../../../domain/highlight';
import { ok } from '../../../domain/result';
import type { Act } from '../../components/act';
import type { StoredHighlights } from './stored-highlights';

/** One message at a time: a person may highlight ten sentences in a minute. */
export const SUBJECT = 'highlights';

/** Edits highlights. With a message, an edit can be undone. */
export function createEditing(
  highlights: StoredHighlights,
  all: ReadonlySignal<readonly Highlight[]>,
  act: Act,
) {
  return async function edit(
    id: HighlightId,
    changes: HighlightChanges,
    message: string | null,
  ): Promise<void> {
    const editing = highlights.edit(id, changes);
    if (message === null) {
      await act(editing);
      return;
    }
    const doubt = all.value.find((each) => each.id === id)?.doubt;
    await act(editing, {
      message: () => message,
      async undo(before) {
        const undone = await undo(id, changes, before);
        // No later search may be certain of a place that only a person has confirmed.
        const isDoubted = 'position' in changes && doubt !== undefined && !isUnanchored(doubt);
        if (undone.ok && isDoubted) await highlights.setPositions(new Map([[id, doubt]]));
        return undone;
      },
      about: SUBJECT,
    });
  };

  /** Restores the fields that an edit has changed, except those that were changed again since. */
  async function undo(id: HighlightId, changes: HighlightChanges, before: HighlightChanges) {
    const now = all.value.find((each) => each.id === id);
    const left = now && leftFields(now, changes, before);
    // Without the highlight, the library reports that it is gone.
    const isNothingLeft = left !== undefined && Object.keys(left).length === 0;
    return isNothingLeft ? ok(null) : highlights.edit(id, left ?? before);
  }
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
