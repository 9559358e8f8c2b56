import {
  addRivals,
  anchorInRoots,
  articlePositionOf,
  documentOf,
  type IsUnread,
  indexText,
  quoteOfParts,
  rangeOfSpan,
  runInSlices,
  type Steps,
  spanOfRange,
  type TextIndex,
  type TextSpan,
  trimSpan,
} from '../../../anchoring';
import { membersOf } from '../../../dom/native';
import { type Highlight, type HighlightId, isDoubted } from '../../../domain/highlight';
import { err, ok, type Result } from '../../../domain/result';
import {
  type FoundHighlight,
  highlightOf,
  MAX_QUOTE_LENGTH,
  type PaintedText,
  REGISTERED_NAMES,
  registeredName,
  type TakenPlace,
  type TakenText,
  type TakeProblem,
} from './painted-text';
import { rangesOf } from './selection';

/** A found highlight with the parts of its text. */
interface ArticlePlace extends FoundHighlight {
  /** In the order of the text; several if other text was inserted into the highlight. */
  readonly parts: readonly TextSpan[];
}

const NO_PLACES: ReadonlyMap<HighlightId, ArticlePlace> = new Map();

/** Gives the page the rest of each frame, also while a text of millions of characters is read. */
export const inSlices = <T>(steps: Steps<T>, signal: AbortSignal): Promise<T | null> =>
  runInSlices(steps, { signal });

/** The text of an article with its highlights. */
export interface PaintedArticle extends PaintedText {
  /** Reads the text once, in slices. Returns null if the article was closed before. */
  readText(): Promise<TextIndex | null>;
}

/**
 * Paints highlights in the article in `root`, whose text must not change afterwards. `isUnread` is
 * true for elements that are not part of the article, such as what replaces an image.
 */
export function paintArticle(root: HTMLElement, isUnread: IsUnread): PaintedArticle {
  const disposed = new AbortController();
  // Most articles have no highlights, and a long text takes a while to read.
  let reading: Promise<TextIndex | null> | null = null;
  const readIndex = (): Promise<TextIndex | null> => {
    reading ??= inSlices(indexText(root, isUnread), disposed.signal);
    return reading;
  };
  /** The index in which `found` was found. */
  let index: TextIndex | null = null;
  let found = NO_PLACES;
  let running = new AbortController();
  return {
    root,
    person: null,
    readText: readIndex,
    async paint(highlights) {
      running.abort();
      running = new AbortController();
      const signal = AbortSignal.any([running.signal, disposed.signal]);
      const wanted = highlights.filter(({ isNoteOnly }) => !isNoteOnly);
      const read = wanted.length === 0 ? null : await readIndex();
      const next = read === null ? NO_PLACES : await findHighlights(read, wanted, signal);
      if (next === null || signal.aborted) return null;
      index = read;
      found = next;
      paintRanges(found, wanted, (span) => read && toRange(read, span));
      return found;
    },
    highlightAt(x, y) {
      if (index === null) return null;
      const offset = offsetAt(index, x, y);
      if (offset === null) return null;
      const hits = [...found].flatMap(([id, { parts }]) => {
        const part = parts.find(({ start, end }) => start <= offset && offset < end);
        const range = part && index && toRange(index, part);
        return range ? [{ id, range, length: lengthOfParts(parts) }] : [];
      });
      return highlightOf(hits, x, y);
    },
    rangeOf(id) {
      const parts = found.get(id)?.parts ?? [];
      const [first, last] = [parts[0], parts.at(-1)];
      return index && first && last ? toRange(index, { start: first.start, end: last.end }) : null;
    },
    eachFrame() {},
    selected: (selection) => rangesOf(selection).flatMap((range) => partIn(root, range)),
    async take(range) {
      const read = await readIndex();
      const taken = read && (await inSlices(takeFrom(read, [range]), disposed.signal));
      return taken ?? err('not-read');
    },
    async takePlace(id) {
      const parts = found.get(id)?.parts;
      if (index === null || parts === undefined) return null;
      const taken = await inSlices(takeParts(index, parts), disposed.signal);
      return taken && asPlace(taken, parts);
    },
    dispose() {
      disposed.abort();
      for (const name of REGISTERED_NAMES) CSS.highlights.delete(name);
    },
  };
}

const lengthOfParts = (parts: readonly TextSpan[]): number =>
  parts.reduce((sum, { start, end }) => sum + end - start, 0);

/** Finds highlights in a text. Returns null if `signal` was aborted before the end. */
export async function findHighlights(
  index: TextIndex,
  wanted: readonly Highlight[],
  signal: AbortSignal,
): Promise<ReadonlyMap<HighlightId, ArticlePlace> | null> {
  const doubted = wanted.map((each) => ({ ...each, isDoubted: isDoubted(each) }));
  const anchorings = await inSlices(anchorInRoots([index], doubted), signal);
  const found = new Map<HighlightId, ArticlePlace>();
  for (const [at, highlight] of wanted.entries()) {
    const anchoring = anchorings?.[at];
    if (anchoring === undefined || anchoring.kind === 'detached') continue;
    const { kind, parts, span, rivals } = anchoring;
    const position = { ...articlePositionOf(index, span), ...rivals };
    found.set(highlight.id, { parts, position, order: position.start, isSure: kind === 'sure' });
  }
  return anchorings && found;
}

function paintRanges(
  found: ReadonlyMap<HighlightId, ArticlePlace>,
  highlights: readonly Highlight[],
  rangeOf: (span: TextSpan) => Range | null,
): void {
  const ranges = new Map<string, Range[]>(REGISTERED_NAMES.map((name) => [name, []]));
  for (const highlight of highlights) {
    const place = found.get(highlight.id);
    for (const part of place?.parts ?? []) {
      const range = rangeOf(part);
      if (range) ranges.get(registeredName(highlight, place?.isSure === true))?.push(range);
    }
  }
  for (const [name, these] of ranges) CSS.highlights.set(name, new Highlight(...these));
}

/** Returns the range of a part of a text; null if the page has shortened the text since it was read. */
export function toRange(index: TextIndex, span: TextSpan): Range | null {
  const ends = rangeOfSpan(index, span);
  const page = ends && documentOf(ends.startContainer);
  const range = page && membersOf(page).createRange();
  if (ends === null || range === null) return null;
  try {
    range.setStart(ends.startContainer, ends.startOffset);
    range.setEnd(ends.endContainer, ends.endOffset);
    return range;
  } catch {
    return null; // The page is searched again.
  }
}

/** Returns the position in the text at a point of the window. */
export function offsetAt(index: TextIndex, x: number, y: number): number | null {
  const caret = caretAt(x, y);
  const span = caret && index.spanOf(caret.node);
  return span && span.start + caret.offset;
}

/** Returns the place in a text node at a point of the window. Safari has only the older call. */
function caretAt(x: number, y: number): { readonly node: Node; readonly offset: number } | null {
  const { caretPositionFromPoint } = document as Partial<Document>;
  if (caretPositionFromPoint === undefined) {
    const range = document.caretRangeFromPoint(x, y);
    return range && { node: range.startContainer, offset: range.startOffset };
  }
  const caret = document.caretPositionFromPoint(x, y);
  return caret && { node: caret.offsetNode, offset: caret.offset };
}

/** Returns the part of a selected range that is in the text, if it is more than white space. */
function partIn(root: HTMLElement, range: Range): readonly Range[] {
  if (range.collapsed || !range.intersectsNode(root)) return [];
  const part = document.createRange();
  part.selectNodeContents(root);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) {
    part.setStart(range.startContainer, range.startOffset);
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) {
    part.setEnd(range.endContainer, range.endOffset);
  }
  return part.toString().trim() === '' ? [] : [part];
}

/**
 * Returns the words of parts of the text of `index` that make one place, and its position.
 *
 * @param others the other texts of the same page
 */
export function* takeFrom(
  index: TextIndex,
  ranges: readonly Range[],
  others: readonly TextIndex[] = [],
): Steps<Result<TakenText, TakeProblem>> {
  const spans = ranges.map((range) => spanOfRange(index, range));
  const known = spans.filter((span) => span !== null);
  if (known.length < spans.length) return err('not-read');
  const parts = known.map((span) => trimSpan(index.text, span));
  return yield* takeParts(index, parts, others);
}

function* takeParts(
  index: TextIndex,
  parts: readonly TextSpan[],
  others: readonly TextIndex[] = [],
): Steps<Result<TakenText, TakeProblem>> {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || first.end === first.start) return err('empty');
  const quote = quoteOfParts(index, parts);
  if (quote.exact.length > MAX_QUOTE_LENGTH) return err('too-long');
  const taken = {
    quote,
    position: articlePositionOf(index, { start: first.start, end: last.end }),
  };
  const [position = taken.position] = yield* addRivals(index, [taken], others);
  return ok({ quote, position });
}

export const asPlace = (
  taken: Result<TakenText, TakeProblem>,
  parts: readonly unknown[],
): Result<TakenPlace, TakeProblem> =>
  taken.ok ? ok({ ...taken.value, isWhole: parts.length === 1 }) : taken;
