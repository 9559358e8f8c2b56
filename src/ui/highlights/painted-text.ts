import {
  anchorHighlights,
  createTextIndex,
  positionOf,
  quoteOf,
  rangeOfSpan,
  runInSlices,
  spanOfRange,
  type TextIndex,
  type TextSpan,
  trimSpan,
} from '../../anchoring';
import type {
  Highlight,
  HighlightColor,
  HighlightId,
  HighlightPosition,
  Quote,
} from '../../domain';

export const HIGHLIGHT_COLORS = [
  'yellow',
  'red',
  'blue',
  'green',
] as const satisfies readonly HighlightColor[];

/** Returns the colour in which a highlight is shown. */
export const shownColor = (color: string): HighlightColor =>
  HIGHLIGHT_COLORS.find((known) => known === color) ?? 'yellow';

/** Where a highlight is in a text. */
export interface FoundHighlight {
  readonly position: HighlightPosition;
  /** In the order of the text; several if other text was inserted into the highlight. */
  readonly parts: readonly TextSpan[];
  /** False if the text may be another one, so that a person has to confirm it. */
  readonly isSure: boolean;
}

/** The words of a part of the text, with which a highlight is stored. */
interface TakenText {
  readonly quote: Quote;
  readonly position: HighlightPosition;
}

/** A text with highlights. Its DOM is not changed. */
export interface PaintedText {
  readonly root: HTMLElement;
  /**
   * Finds and paints highlights, which replace those of the last call. Highlights that are not in
   * the text are missing in the result. Returns null if it was called again before the end.
   */
  paint(highlights: readonly Highlight[]): Promise<ReadonlyMap<HighlightId, FoundHighlight> | null>;
  /** Returns the highlight that is shown at a point of the window, in CSS pixels; null: none. */
  highlightAt(x: number, y: number): HighlightId | null;
  rangeOf(id: HighlightId): Range | null;
  /** Returns the part of this text that is selected; null if none of it is. */
  selected(selection: Selection | null): TextSpan | null;
  /** Returns the words of a part, and its position. */
  take(span: TextSpan): TakenText;
  dispose(): void;
}

const UNSURE = 'unsure';
type PaintName = HighlightColor | typeof UNSURE;
const PAINT_NAMES: readonly PaintName[] = [...HIGHLIGHT_COLORS, UNSURE];

/** The name of a `::highlight()` of highlights.css. */
const registeredName = (name: PaintName): string => `leafmark-${name}`;

const NONE: ReadonlyMap<HighlightId, FoundHighlight> = new Map();

/** Paints highlights in `root`, whose text must not change afterwards. */
export function paintText(root: HTMLElement): PaintedText {
  // Most articles have no highlights, and a long text takes a while to read.
  let known: TextIndex | null = null;
  const readIndex = (): TextIndex => {
    known ??= createTextIndex(root);
    return known;
  };
  let found = NONE;
  let running = new AbortController();
  return {
    root,
    async paint(highlights) {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      const wanted = highlights.filter(({ isNoteOnly }) => !isNoteOnly);
      const next = wanted.length === 0 ? NONE : await findAll(readIndex(), wanted, signal);
      if (next === null || signal.aborted) return null;
      found = next;
      paintRanges(found, wanted, (span) => toRange(readIndex(), span));
      return found;
    },
    highlightAt(x, y) {
      if (found.size === 0) return null;
      const index = readIndex();
      const offset = offsetAt(index, x, y);
      if (offset === null) return null;
      // Of several highlights at a point, the shortest is meant: the others can be clicked elsewhere.
      const hits = [...found].flatMap(([id, { parts }]) => {
        const part = parts.find(({ start, end }) => start <= offset && offset < end);
        return part === undefined ? [] : [{ id, part, length: lengthOf(parts) }];
      });
      const [hit] = hits.sort((one, other) => one.length - other.length);
      const range = hit && toRange(index, hit.part);
      return range && isInside(range, x, y) ? hit.id : null;
    },
    rangeOf(id) {
      const parts = found.get(id)?.parts ?? [];
      const [first, last] = [parts[0], parts.at(-1)];
      return first && last ? toRange(readIndex(), { start: first.start, end: last.end }) : null;
    },
    selected: (selection) => selection && selectedSpan(readIndex, root, selection),
    take(span) {
      const index = readIndex();
      return { quote: quoteOf(index, span), position: positionOf(index, span) };
    },
    dispose() {
      running.abort();
      for (const name of PAINT_NAMES) CSS.highlights.delete(registeredName(name));
    },
  };
}

const lengthOf = (parts: readonly TextSpan[]): number =>
  parts.reduce((sum, { start, end }) => sum + end - start, 0);

async function findAll(
  index: TextIndex,
  wanted: readonly Highlight[],
  signal: AbortSignal,
): Promise<ReadonlyMap<HighlightId, FoundHighlight> | null> {
  const anchorings = await runInSlices(anchorHighlights(index, wanted), {
    now: () => performance.now(),
    yieldToPage: () => new Promise((resolve) => setTimeout(resolve)),
    signal,
  });
  const found = new Map<HighlightId, FoundHighlight>();
  for (const [at, { id }] of wanted.entries()) {
    const anchoring = anchorings?.[at];
    if (anchoring === undefined || anchoring.kind === 'detached') continue;
    const { kind, parts, span } = anchoring;
    found.set(id, { parts, position: positionOf(index, span), isSure: kind === 'sure' });
  }
  return anchorings && found;
}

function paintRanges(
  found: ReadonlyMap<HighlightId, FoundHighlight>,
  highlights: readonly Highlight[],
  rangeOf: (span: TextSpan) => Range | null,
): void {
  const ranges = new Map<PaintName, Range[]>(PAINT_NAMES.map((name) => [name, []]));
  for (const { id, color } of highlights) {
    const place = found.get(id);
    const name = place?.isSure ? shownColor(color) : UNSURE;
    for (const part of place?.parts ?? []) {
      const range = rangeOf(part);
      if (range) ranges.get(name)?.push(range);
    }
  }
  for (const [name, these] of ranges) {
    CSS.highlights.set(registeredName(name), new Highlight(...these));
  }
}

function toRange(index: TextIndex, span: TextSpan): Range | null {
  const ends = rangeOfSpan(index, span);
  if (ends === null) return null;
  const range = document.createRange();
  range.setStart(ends.startContainer, ends.startOffset);
  range.setEnd(ends.endContainer, ends.endOffset);
  return range;
}

/** Returns the position in the text at a point of the window. */
function offsetAt(index: TextIndex, x: number, y: number): number | null {
  const caret = document.caretPositionFromPoint(x, y);
  const span = caret && index.spanOf(caret.offsetNode);
  return span && span.start + caret.offset;
}

/** The browser returns the nearest character for points beside a line. */
const isInside = (range: Range, x: number, y: number): boolean =>
  [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
  );

/** Returns the part of a selection that is in the text; null if that is only white space. */
function selectedSpan(
  readIndex: () => TextIndex,
  root: HTMLElement,
  selection: Selection,
): TextSpan | null {
  if (selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(root)) return null;
  const part = document.createRange();
  part.selectNodeContents(root);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) {
    part.setStart(range.startContainer, range.startOffset);
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) {
    part.setEnd(range.endContainer, range.endOffset);
  }
  const index = readIndex();
  const span = spanOfRange(index, part);
  const trimmed = span && trimSpan(index.text, span);
  return trimmed && trimmed.end > trimmed.start ? trimmed : null;
}
