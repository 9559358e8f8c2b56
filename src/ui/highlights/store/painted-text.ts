import { documentOf } from '../../../anchoring';
import { membersOf } from '../../../dom/native';
import {
  type Highlight,
  type HighlightId,
  type HighlightPosition,
  type Quote,
  SHOWN_COLORS,
  type ShownColor,
  shownColor,
} from '../../../domain/highlight';
import type { Result } from '../../../domain/result';
import type { HighlightPlace } from './listed-highlights';
import type { PersonInPage } from './person-in-page';

/** Where a highlight is in a text. */
export interface FoundHighlight extends HighlightPlace {
  readonly position: HighlightPosition;
}

/** The words of a part of the text, with which a highlight is stored. */
export interface TakenText {
  readonly quote: Quote;
  readonly position: HighlightPosition;
}

/** The words that a highlight was found with, without text that was inserted between its parts. */
export interface TakenPlace extends TakenText {
  /** False if other text is between the parts. */
  readonly isWhole: boolean;
}

/**
 * Why a selection can't be highlighted: it has no words, is longer than `MAX_QUOTE_LENGTH`, or is not
 * in a text that is read.
 */
export type TakeProblem = 'empty' | 'too-long' | 'not-read';

/** In UTF-16 code units. It is the limit of the service, which would not get a longer quote. */
export const MAX_QUOTE_LENGTH = 10_000;

/** A text with highlights. Its DOM is not changed. */
export interface PaintedText {
  readonly root: HTMLElement;
  /** null: the text has no scripts that could do what a person does. */
  readonly person: PersonInPage | null;
  /**
   * Finds and paints highlights, which replace those of the last call. Highlights that are not in
   * the text are missing in the result. Returns null if it was called again before the end.
   */
  paint(highlights: readonly Highlight[]): Promise<ReadonlyMap<HighlightId, FoundHighlight> | null>;
  /** Returns the highlight that is shown at a point of the window, in CSS pixels; null: none. */
  highlightAt(x: number, y: number): HighlightId | null;
  rangeOf(id: HighlightId): Range | null;
  /** Lets the part of the text with a highlight be drawn. Absent where all of it always is. */
  show?(id: HighlightId): Promise<void>;
  /** Calls `add` with each frame that has a part of the text, now and later, until `signal` aborts. */
  eachFrame(add: (frame: Document) => void, signal: AbortSignal): void;
  /**
   * Returns the selected parts of this text that have words. In Firefox there may be several, such as
   * the cells of a column. Words that cannot be selected belong to the part around them.
   */
  selected(selection: Selection | null): readonly Range[];
  /** Returns the words of a part, and its position. */
  take(range: Range): Promise<Result<TakenText, TakeProblem>>;
  /** Returns the words where a highlight is shown, and their position; null: it is not shown. */
  takePlace(id: HighlightId): Promise<Result<TakenPlace, TakeProblem> | null>;
  dispose(): void;
}

const UNSURE = 'unsure';
const PAINT_NAMES: readonly (ShownColor | typeof UNSURE)[] = [...SHOWN_COLORS, UNSURE];

/** The names of the `::highlight()` of highlights.css. */
export const REGISTERED_NAMES: readonly string[] = PAINT_NAMES.map((name) => `leafmark-${name}`);

/** The name of the `::highlight()` of the words whose editor is open. */
export const EDITED_NAME = 'leafmark-edited';

/** The name of the `::highlight()` in which a highlight is painted. */
export const registeredName = ({ color }: Pick<Highlight, 'color'>, isSure: boolean): string =>
  `leafmark-${isSure ? shownColor(color) : UNSURE}`;

/** Returns the place of a frame in the window of this script, in CSS pixels. */
export function offsetOfFrame(frame: Document | null): { readonly x: number; readonly y: number } {
  const element = frame === document ? null : frame && membersOf(frame).defaultView?.frameElement;
  if (!element) return { x: 0, y: 0 };
  const outer = offsetOfFrame(element.ownerDocument);
  const { left, top } = element.getBoundingClientRect();
  return { x: outer.x + left + element.clientLeft, y: outer.y + top + element.clientTop };
}

/** Returns the lines of a range in the window of this script, also if it is in a frame. */
export function linesOfRange(range: Range): readonly DOMRect[] {
  const { x, y } = offsetOfFrame(documentOf(range.startContainer));
  return [...range.getClientRects()].map(
    ({ left, top, width, height }) => new DOMRect(left + x, top + y, width, height),
  );
}

/**
 * Returns the highlight at a point. Of several, the shortest is meant: the others can be clicked
 * elsewhere. `range` is the part of the text at the point.
 */
export function highlightOf(
  hits: readonly { readonly id: HighlightId; readonly range: Range; readonly length: number }[],
  x: number,
  y: number,
): HighlightId | null {
  const [hit] = hits.toSorted((one, other) => one.length - other.length);
  // The browser returns the nearest character for points beside a line.
  const isInside = (lines: readonly DOMRect[]) =>
    lines.some(
      ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
    );
  return hit && isInside(linesOfRange(hit.range)) ? hit.id : null;
}

/** Scrolls to a highlight. */
export function scrollTo(text: Pick<PaintedText, 'rangeOf'>, id: HighlightId): void {
  const { parentElement } = text.rangeOf(id)?.startContainer ?? {};
  parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
}
