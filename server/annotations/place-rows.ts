import {
  type PlacedAnnotation,
  placeAnnotations,
  type Selectors,
  type TextIndex,
  textOfSpan,
} from '../../src/anchoring';
import type { AnnotationRow } from '../storage';

/** An annotation with its place in an article. */
export interface PlacedRow extends PlacedAnnotation {
  readonly row: AnnotationRow;
}

/** Where a row says that it is, as the service writes it. */
export const selectorsOf = (row: AnnotationRow): Selectors => ({
  start_selector: row.startSelector,
  start_offset: row.startOffset,
  end_selector: row.endSelector,
  end_offset: row.endOffset,
});

/**
 * The annotations that are where they say, in the order of the text. One that leads to other words
 * than it marked has lost its place, and holds none of the others back.
 */
export function placeRows(index: TextIndex, rows: readonly AnnotationRow[]): readonly PlacedRow[] {
  const stored = rows.map((row) => ({ ...selectorsOf(row), ...lookOf(row), row }));
  return placeAnnotations(index, stored)
    .placed.map(({ annotation: { row }, span, ...look }) => ({ ...look, span, row }))
    .filter(({ span, row }) => textOfSpan(index, span) === row.text);
}

const lookOf = ({ id, color, note }: AnnotationRow) => ({ id, color, note });
