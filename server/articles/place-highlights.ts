import {
  type Anchoring,
  type AnnotationError,
  addRivals,
  anchorHighlight,
  anchorHighlights,
  countCodePoints,
  isQuoteAt,
  type PlacedAnnotation,
  placeAnnotations,
  positionOf,
  quoteOf,
  resolveSpan,
  runAtOnce,
  type Selectors,
  serialiseSpan,
  spansOverlap,
  type TextIndex,
  type TextSpan,
  textOfSpan,
  type WantedHighlight,
} from '../../src/anchoring';
import type { AnnotationQuote, annotationCreate, FormValue } from '../../src/contract';
import { err, ok, type Result } from '../../src/domain/result';
import type { AnnotationChange, AnnotationRow, NewAnnotation } from '../storage';
import { parseArticle } from './article-tree';

/** An article and the highlight to add to it. */
export interface ArticleToAnnotate {
  readonly article: string;
  /** The highlights that the article has. */
  readonly others: readonly AnnotationRow[];
  readonly sent: FormValue<typeof annotationCreate>;
}

/**
 * Places a new highlight in an article (protocol.md section 9). A highlight with a quote may overlap
 * others, and is looked for by its quote if the quote is not where its selectors lead.
 */
export function annotate({
  article,
  others,
  sent,
}: ArticleToAnnotate): Result<NewAnnotation, AnnotationError> {
  const { index } = parseArticle(article);
  const { color, note = '', review = '', quote, ...selectors } = sent;
  const look = { color, note, review, quote: quote ?? null };
  const quoted = quote && placeQuote(index, selectors, quote);
  if (quoted) return ok({ ...quoted, ...look });
  const span = resolveSpan(index, selectors);
  if (!span.ok) return span;
  if (!quote && isTaken(index, others, span.value)) return err({ kind: 'overlapping' });
  return ok({ ...placeAt(index, selectors, span.value), ...look });
}

/** Tells whether a highlight overlaps `span`. A highlight without text overlaps nothing. */
const isTaken = (index: TextIndex, others: readonly AnnotationRow[], span: TextSpan): boolean =>
  placeRows(index, others).some(
    (other) => other.span.start < other.span.end && spansOverlap(other.span, span),
  );

export type Moved = Pick<AnnotationRow, 'id'> & AnnotationChange;

/** Highlights of an article that is replaced by another. */
export interface RowsToMove {
  /** The article that they were made in; null when there was none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly rows: readonly AnnotationRow[];
}

/** Finds the place of each highlight in the new article; null when nothing changes for it. */
export function findMoves({ before, after, rows }: RowsToMove): readonly (Moved | null)[] {
  // Parsing a long article takes long, and most articles have no highlights.
  if (rows.length === 0) return [];
  const old = parseArticle(before ?? '').index;
  const now = parseArticle(after ?? '').index;
  const wanted = addRivalsTo(
    old,
    rows.map((row) => wantedOf(old, row)),
  );
  const quoted = wanted.filter((each) => each !== null);
  const found = runAtOnce(anchorHighlights(now, quoted));
  const anchorings = new Map(quoted.map((each, at) => [each, found[at] ?? DETACHED]));
  return rows.map((row, at) => {
    const each = wanted[at] ?? null;
    if (each === null) return null;
    const place = placeFound(now, selectorsOf(row), anchorings.get(each) ?? DETACHED);
    // Keeps the quote, because it cannot be taken from the old article later.
    if (place === null) return row.quote === null ? { id: row.id, quote: each.quote } : null;
    return { id: row.id, ...place };
  });
}

const DETACHED: Anchoring = { kind: 'detached' };

/**
 * Describes a highlight by its quote and its position in the old article. A highlight without a
 * quote gets it from there; the result is null when it lost its place.
 */
function wantedOf(old: TextIndex, row: AnnotationRow): WantedHighlight | null {
  const selectors = selectorsOf(row);
  const span = resolveSpan(old, selectors);
  if (!span.ok || textOfSpan(old, span.value) !== row.text) {
    return row.quote && { quote: row.quote, selectors };
  }
  const quote = row.quote ?? quoteOf(old, span.value);
  return { quote, selectors, position: positionOf(old, span.value) };
}

/** Adds what is known of other places of the old article, so that none is taken for the highlight. */
function addRivalsTo(
  old: TextIndex,
  wanted: readonly (WantedHighlight | null)[],
): readonly (WantedHighlight | null)[] {
  const placed = wanted.flatMap((each) =>
    each?.position ? [{ ...each, position: each.position }] : [],
  );
  const positions = runAtOnce(addRivals(old, placed)).values();
  return wanted.map((each) => {
    const position = each?.position && positions.next().value;
    return each && position ? { ...each, position } : each;
  });
}

/** A highlight with its place in an article. */
export interface PlacedRow extends PlacedAnnotation {
  readonly row: AnnotationRow;
}

/** The stored selectors of a highlight, as the API names them. */
export const selectorsOf = (row: AnnotationRow): Selectors => ({
  start_selector: row.startSelector,
  start_offset: row.startOffset,
  end_selector: row.endSelector,
  end_offset: row.endOffset,
});

/**
 * Returns the highlights whose selectors lead to their text, in the order of the article. The others
 * have lost their place and are left out.
 */
export function placeRows(index: TextIndex, rows: readonly AnnotationRow[]): readonly PlacedRow[] {
  const stored = rows.map((row) => ({ ...selectorsOf(row), ...lookOf(row), row }));
  return placeAnnotations(index, stored)
    .placed.map(({ annotation: { row }, span, ...look }) => ({ ...look, span, row }))
    .filter(({ span, row }) => textOfSpan(index, span) === row.text);
}

const lookOf = ({ id, color, note }: AnnotationRow) => ({ id, color, note });

/** The place of a highlight as it is stored. */
type Place = Pick<
  NewAnnotation,
  'startSelector' | 'startOffset' | 'endSelector' | 'endOffset' | 'position' | 'text'
>;

/** Makes the stored place of `selectors`, which lead to `span`. */
export const placeAt = (index: TextIndex, selectors: Selectors, span: TextSpan): Place => ({
  startSelector: selectors.start_selector,
  startOffset: selectors.start_offset,
  endSelector: selectors.end_selector,
  endOffset: selectors.end_offset,
  position: countCodePoints(index.text.slice(0, span.start)),
  text: textOfSpan(index, span),
});

/**
 * Finds the place of a quote: where `selectors` lead if the quote is there, otherwise elsewhere in
 * the text. Returns null if it is not found, or could be in several places.
 */
function placeQuote(index: TextIndex, selectors: Selectors, quote: AnnotationQuote): Place | null {
  const selected = resolveSpan(index, selectors);
  if (selected.ok && isQuoteAt(index, [selected.value], quote)) {
    return placeAt(index, selectors, selected.value);
  }
  return placeFound(index, selectors, anchorHighlight(index, { quote, selectors }));
}

/** Makes the place of a highlight that was found. It keeps its selectors if they lead there. */
function placeFound(index: TextIndex, selectors: Selectors, found: Anchoring): Place | null {
  if (found.kind !== 'sure') return null;
  const selected = resolveSpan(index, selectors);
  if (selected.ok && isSameSpan(selected.value, found.span)) {
    return placeAt(index, selectors, selected.value);
  }
  const made = serialiseSpan(index, found.span);
  return made.ok ? placeAt(index, made.value, found.span) : null;
}

const isSameSpan = (a: TextSpan, b: TextSpan): boolean => a.start === b.start && a.end === b.end;
