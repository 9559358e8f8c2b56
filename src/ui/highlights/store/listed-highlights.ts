import type { ReadonlySignal } from '@preact/signals';
import type { Highlight, HighlightColor, HighlightId } from '../../../domain/highlight';
import type { LocalOnly } from '../../../library';

/** A highlight with its place in the open text; null: it is not there. */
export interface ListedHighlight {
  readonly highlight: Highlight;
  readonly place: HighlightPlace | null;
}

/** The part of a place that lists and editors show. */
export interface HighlightPlace {
  /** Sorts the highlights of a page, which may have several texts. */
  readonly order: number;
  /** False if the text may be another one, so that a person has to confirm it. */
  readonly isSure: boolean;
}

/** The data and the actions of the list and the editor. */
export interface HighlightActions {
  /** In the order of the text. Those that are not in it are last. */
  readonly listed: ReadonlySignal<readonly ListedHighlight[]>;
  /** Why highlights are not on the server. */
  readonly localOnly: ReadonlySignal<ReadonlyMap<HighlightId, LocalOnly>>;
  /** True if text is selected, to which a highlight can be attached. */
  readonly hasSelection: ReadonlySignal<boolean>;
  setColor(highlight: Highlight, color: HighlightColor): Promise<void>;
  setNote(highlight: Highlight, note: string): Promise<void>;
  /** Attaches a highlight to the selected text. */
  reattach(highlight: Highlight): Promise<void>;
  /** Attaches a highlight to the text where it is shown, which is sure then. */
  confirm(highlight: Highlight): Promise<void>;
  /** Detaches a highlight from the text where it is shown, which is not offered again. */
  refuse(highlight: Highlight): Promise<void>;
  keepAsNote(highlight: Highlight): Promise<void>;
  /** Looks for a highlight that was kept as a note. */
  keepInText(highlight: Highlight): Promise<void>;
  remove(highlight: Highlight): Promise<void>;
}

/** Returns highlights with their places, in the order of the text. */
export function listHighlights<Place extends HighlightPlace>(
  all: readonly Highlight[],
  places: ReadonlyMap<HighlightId, Place>,
): readonly { readonly highlight: Highlight; readonly place: Place | null }[] {
  const order = ({ place }: ListedHighlight) => place?.order ?? Number.MAX_SAFE_INTEGER;
  return all
    .map((highlight) => ({ highlight, place: places.get(highlight.id) ?? null }))
    .sort((a, b) => order(a) - order(b) || a.highlight.created - b.highlight.created);
}
