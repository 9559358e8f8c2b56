import type { BookmarkId } from '../../domain/bookmark';
import { pick } from '../../domain/bookmark-fields';
import { definedFields } from '../../domain/defined-fields';
import {
  HIGHLIGHT_LOOK_FIELDS,
  type Highlight,
  type HighlightFields,
  type HighlightId,
} from '../../domain/highlight';
import { err } from '../../domain/result';
import {
  type HighlightState,
  type HighlightTransaction,
  highlightRepository,
  type JournalRow,
  type Library,
  type Written,
} from '../../library';
import { freed } from '../runner';

type DecidedLibrary = Pick<Library, 'sync' | 'part'>;

/** A person's decisions about a highlight that the server refused, as for bookmarks. */
export function createHighlightDecisions({ sync }: DecidedLibrary) {
  const change =
    (work: (tx: HighlightTransaction, state: HighlightState) => void) =>
    (bookmarkId: BookmarkId, id: HighlightId) =>
      sync.highlightTransaction(bookmarkId, (tx) => {
        const state = tx.get(id);
        if (state !== null) work(tx, state);
      });
  return {
    tryAgain: change((tx, { highlight, shadow, entry }) =>
      tx.put(highlight, shadow, entry && freed(entry)),
    ),
    /** Deletes a highlight that the server never had; `takeBack` creates it again. */
    discard: change(discard),
    keepLocalOnly: change((tx, { id, highlight, shadow }) => {
      if (highlight === null) {
        tx.remove(id);
        return;
      }
      tx.put(highlight, { ...shadow, localOnly: 'person', tried: {} });
      tx.log('kept-here', highlight);
    }),
  };
}

/** Restores what the server has. */
function discard(tx: HighlightTransaction, { id, highlight, shadow }: HighlightState): void {
  const about = highlight ?? shadow.deleted;
  const [part] = shadow.parts;
  if (about !== null) tx.log('discarded', about, [fieldOf(about)]);
  if (about === null || part === undefined) {
    tx.remove(id);
    return;
  }
  const kept = { ...shadow, tried: {}, isDeleted: false, deleted: null };
  tx.put({ ...about, ...definedFields(pick(part, HIGHLIGHT_LOOK_FIELDS)) }, kept, null);
}

const fieldOf = (highlight: Highlight) => ({ field: 'highlight', ours: highlight, theirs: null });

/**
 * Restores the other value of each field. Restores the highlight if it is gone; error `not-found` if its
 * page is, too.
 */
export async function takeHighlightBack(
  { part }: Pick<Library, 'part'>,
  id: HighlightId,
  { kind, changes }: JournalRow,
): Written<unknown> {
  const highlights = part(highlightRepository);
  const values = changes.map(({ field, ours, theirs }) => [
    field,
    kind === 'received' ? ours : theirs,
  ]);
  // The journal holds a value of the right type for each field.
  const whole = changes.find(({ field }) => field === 'highlight')?.ours as Highlight | undefined;
  if (whole !== undefined) {
    const isDiscarded = kind === 'discarded' && (await highlights.get(id)) !== null;
    if (isDiscarded) return highlights.edit(id, pick(whole, HIGHLIGHT_LOOK_FIELDS));
    const restored = await highlights.restore([whole]);
    return restored.ok && restored.value.value.length === 0 ? err({ kind: 'not-found' }) : restored;
  }
  return highlights.edit(id, Object.fromEntries(values) as Partial<HighlightFields>);
}
