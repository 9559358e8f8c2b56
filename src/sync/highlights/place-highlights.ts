import {
  type Anchoring,
  anchorHighlights,
  resolveSpan,
  type Selectors,
  type Steps,
  serialiseSpan,
  type TextIndex,
  type TextSpan,
  textOfSpan,
  trimSpan,
} from '../../anchoring';
import type { AnnotationInfo } from '../../contract';
import type { Highlight } from '../../domain/highlight';
import { withoutWhiteSpace } from '../../domain/same-quote';
import type { LocalOnly } from '../../library';

/** A part of a highlight to create on the server. */
export interface PlacedPart {
  readonly selectors: Selectors;
  /** The text that it marks, without white space. */
  readonly text: string;
}

/** Where a highlight goes in the server's article; a reason if it cannot be there. */
export type Placement =
  | { readonly kind: 'placed'; readonly parts: readonly PlacedPart[] }
  | { readonly kind: 'local-only'; readonly reason: LocalOnly };

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
export function* placeHighlights(
  index: TextIndex,
  highlights: readonly Highlight[],
  { others, mayOverlap }: PlaceOptions,
): Steps<readonly Placement[]> {
  const found = yield* anchorHighlights(index, highlights);
  const covered = mayOverlap ? null : new Covered(yield* spansOf(index, others));
  const placements: Placement[] = [];
  for (const anchoring of found) {
    placements.push(placeFound(index, anchoring, covered));
    yield;
  }
  return placements;
}

function placeFound(index: TextIndex, anchoring: Anchoring, covered: Covered | null): Placement {
  if (anchoring.kind !== 'sure') return { kind: 'local-only', reason: 'not-found' };
  const spans = covered?.freeIn(index.text, anchoring.span) ?? [anchoring.span];
  if (spans.length === 0) return { kind: 'local-only', reason: 'covered' };
  const parts = spans.flatMap((span) => {
    const selectors = serialiseSpan(index, span);
    if (!selectors.ok) return [];
    covered?.add(span);
    return { selectors: selectors.value, text: withoutWhiteSpace(textOfSpan(index, span)) };
  });
  return parts.length === 0
    ? { kind: 'local-only', reason: 'no-place' }
    : { kind: 'placed', parts };
}

function* spansOf(index: TextIndex, infos: readonly AnnotationInfo[]): Steps<readonly TextSpan[]> {
  const spans: TextSpan[] = [];
  for (const info of bounded(infos)) {
    const span = resolveSpan(index, info);
    if (span.ok) spans.push(span.value);
    yield;
  }
  return spans;
}

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

export const bounded = (infos: readonly AnnotationInfo[]): readonly AnnotationInfo[] =>
  infos.slice(0, MAX_RESOLVED);
