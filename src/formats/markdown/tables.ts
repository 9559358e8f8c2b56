import type { Element, ElementContent } from 'hast';
import { defaultHandlers, type Handle } from 'hast-util-to-mdast';

/** Cells that a table may have for each one that says something: the others are empty. */
const MAX_FILL = 4;
/** A small table may have as many, however few say something. */
const MAX_SMALL = 100;

/**
 * A table with its caption above: Markdown has none. Every row is written with as many cells as the
 * longest one. Where that makes too many empty cells, a cell of several rows or columns is written as
 * one cell. A table that is still too uneven is written as its cells, one below the other.
 */
export const table: Handle = (state, element) => {
  const parts = element.children.filter(isElement);
  const captions = parts.filter(({ tagName }) => tagName === 'caption');
  const above = captions.flatMap((caption) => state.toFlow(state.all(caption)));
  const rows = rowsOf(parts);
  if (!isEven(rows, spansOf)) {
    for (const cell of rows.flat())
      Object.assign(cell.properties, { colSpan: null, rowSpan: null });
    if (!isEven(rows, () => NO_SPANS)) {
      return [...above, ...rows.flat().flatMap((cell) => state.toFlow(state.all(cell)))];
    }
  }
  const converted = defaultHandlers.table(state, element);
  return [...above, converted];
};

interface Spans {
  readonly columns: number;
  readonly rows: number;
}

const NO_SPANS: Spans = { columns: 1, rows: 1 };

const isElement = (node: ElementContent): node is Element => node.type === 'element';

/** The cells of each row. */
const rowsOf = (parts: readonly Element[]): Element[][] =>
  parts
    .flatMap((part) => (part.tagName === 'tr' ? [part] : part.children.filter(isElement)))
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) => row.children.filter(isElement));

const spansOf = ({ properties: { colSpan, rowSpan } }: Element): Spans => ({
  columns: spanOf(colSpan),
  rows: spanOf(rowSpan),
});

const spanOf = (written: unknown): number => Math.max(1, Number.parseInt(String(written), 10) || 1);

/** Whether a table has few empty cells when each row is as long as the longest one. */
function isEven(rows: readonly (readonly Element[])[], spansOf: (cell: Element) => Spans): boolean {
  /** By the row before which they end, the columns that cells of rows above take. */
  const ending = new Map<number, number>();
  let [taken, columns, cells] = [0, 0, 0];
  for (const [at, row] of rows.entries()) {
    taken -= ending.get(at) ?? 0;
    let own = 0;
    let kept = 0;
    for (const cell of row) {
      const spans = spansOf(cell);
      const end = at + spans.rows;
      own += spans.columns;
      if (spans.rows === 1) continue;
      kept += spans.columns;
      ending.set(end, (ending.get(end) ?? 0) + spans.columns);
    }
    columns = Math.max(columns, taken + own);
    taken += kept;
    cells += row.length;
  }
  const size = rows.length * columns;
  return size <= MAX_SMALL || size <= cells * MAX_FILL;
}
