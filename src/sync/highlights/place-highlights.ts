import {
  anchorHighlights,
  quoteOf,
  resolveSpan,
  runAtOnce,
  type Selectors,
  type Steps,
  serialiseSpan,
  type TextIndex,
  type TextSpan,
  textOfSpan,
  trimSpan,
} from '../../anchoring';
import type { AnnotationInfo } from '../../contract';
import type { Highlight, Quote } from '../../domain';
import type { HighlightState, OnlyHere } from '../../library';
import { squeezed } from './same-quote';

/** A part of a highlight to create on the server. */
export interface PlacedPart {
  readonly selectors: Selectors;
  /** The text that it marks, without white space. */
  readonly text: string;
}

/** Where a highlight goes in the server's article; a reason if it cannot be there. */
export type Placement =
  | { readonly kind: 'placed'; readonly parts: readonly PlacedPart[] }
  | { readonly kind: 'only-here'; readonly reason: OnlyHere };

export interface PlaceOptions {
  /** The highlights that the article has on the server. */
  readonly others: readonly AnnotationInfo[];
  /** True if the server accepts highlights that overlap. */
  readonly mayOverlap: boolean;
}

/**
 * Finds highlights in the server's article by their quotes. On a server that accepts no overlap a
 * highlight gets the parts that no other one covers; the highlights before it count as well.
 */
export function placeHighlights(
  index: TextIndex,
  highlights: readonly Highlight[],
  { others, mayOverlap }: PlaceOptions,
): readonly Placement[] {
  const wanted = highlights.map(({ quote, position }) => ({ quote, position }));
  const found = runAtOnce(anchorHighlights(index, wanted));
  const covered = mayOverlap ? null : new Covered(spansOf(index, others));
  return highlights.map((_, at) => {
    const anchoring = found[at];
    if (anchoring?.kind !== 'sure') return { kind: 'only-here', reason: 'not-found' };
    const spans = covered?.freeIn(index.text, anchoring.span) ?? [anchoring.span];
    if (spans.length === 0) return { kind: 'only-here', reason: 'covered' };
    const parts = spans.flatMap((span) => {
      const selectors = serialiseSpan(index, span);
      if (!selectors.ok) return [];
      covered?.add(span);
      return { selectors: selectors.value, text: squeezed(textOfSpan(index, span)) };
    });
    return parts.length === 0
      ? { kind: 'only-here', reason: 'no-place' }
      : { kind: 'placed', parts };
  });
}

const spansOf = (index: TextIndex, infos: readonly AnnotationInfo[]): readonly TextSpan[] =>
  bounded(infos).flatMap((info) => {
    const span = resolveSpan(index, info);
    return span.ok ? [span.value] : [];
  });

/** Parts of a text that are taken, sorted and without overlaps. */
class Covered {
  #spans: readonly TextSpan[];

  constructor(spans: readonly TextSpan[]) {
    this.#spans = united(spans);
  }

  add(span: TextSpan): void {
    this.#spans = united([...this.#spans, span]);
  }

  /** Returns the parts of `span` that are free and have a character other than white space. */
  freeIn(text: string, span: TextSpan): readonly TextSpan[] {
    const free: TextSpan[] = [];
    let { start } = span;
    for (const taken of this.#spans) {
      if (taken.end <= start) continue;
      if (taken.start >= span.end) break;
      free.push({ start, end: Math.max(start, taken.start) });
      start = taken.end;
    }
    free.push({ start, end: Math.max(start, span.end) });
    return free.map((part) => trimSpan(text, part)).filter((part) => part.end > part.start);
  }
}

function united(spans: readonly TextSpan[]): readonly TextSpan[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) result.push({ start, end });
  }
  return result;
}

/**
 * Highlights of one bookmark whose selectors are resolved. A server may send many with long paths,
 * which would take minutes; the rest are known by their text only.
 */
const MAX_RESOLVED = 2000;

const bounded = (infos: readonly AnnotationInfo[]) => infos.slice(0, MAX_RESOLVED);

/**
 * Returns the quotes of highlights that came without one, from the article. The quote of a highlight
 * whose selectors do not lead to its text has no context.
 */
export function quotesIn(
  index: TextIndex,
  infos: readonly AnnotationInfo[],
): ReadonlyMap<string, Quote> {
  const quotes = new Map<string, Quote>();
  for (const info of bounded(infos)) {
    const span = resolveSpan(index, info);
    if (!span.ok || textOfSpan(index, span.value) !== info.text || info.text === '') continue;
    quotes.set(info.id, quoteOf(index, span.value));
  }
  return quotes;
}

/** Returns the quote of a highlight without context. */
export const plainQuote = ({ text }: AnnotationInfo): Quote => ({
  exact: text.replace(/\s+/g, ' ').trim(),
  prefix: '',
  suffix: '',
});

/** The highlights of a bookmark whose annotations do not mark their text any more. */
export interface MovedHighlights {
  /** The ids of these annotations. */
  readonly ids: ReadonlySet<string>;
  /** The quotes that are in the article for certain, by the id of their highlight or annotation. */
  readonly found: ReadonlyMap<string, Quote>;
}

/**
 * Looks for annotations that do not mark their text any more, or not all of it, and searches their
 * highlights in the article. One may be new here, or be joined to a highlight that has none yet.
 */
export function* findMoved(
  index: TextIndex,
  infos: readonly AnnotationInfo[],
  states: readonly HighlightState[],
): Steps<MovedHighlights> {
  const moved: AnnotationInfo[] = [];
  for (const info of bounded(infos)) {
    if (isMovedIn(index, info)) moved.push(info);
    yield;
  }
  const ids = new Set(moved.map(({ id }) => id));
  if (ids.size === 0) return { ids, found: new Map() };
  const texts = new Set(moved.map(({ text }) => squeezed(text)));
  const ofRows = states.flatMap(({ id, highlight, shadow: { parts } }) => {
    if (highlight === null) return [];
    const { quote, position } = highlight;
    const isMoved = parts.some(({ serverId }) => ids.has(serverId));
    const mayJoin = parts.length === 0 && texts.has(squeezed(quote.exact));
    return isMoved || mayJoin ? [{ id, quote, position }] : [];
  });
  const linked = new Set(
    states.flatMap(({ shadow }) => shadow.parts.map(({ serverId }) => serverId)),
  );
  const ofInfos = moved
    .filter(({ id }) => !linked.has(id))
    .map((info) => ({ id: info.id, quote: info.quote ?? plainQuote(info) }));
  const wanted = [...ofRows, ...ofInfos];
  const places = yield* anchorHighlights(index, wanted);
  const sure = wanted.filter((_, at) => places[at]?.kind === 'sure');
  return { ids, found: new Map(sure.map(({ id, quote }) => [id, quote])) };
}

function isMovedIn(index: TextIndex, info: AnnotationInfo): boolean {
  const span = resolveSpan(index, info);
  return !span.ok || squeezed(textOfSpan(index, span.value)) !== squeezed(info.text);
}
