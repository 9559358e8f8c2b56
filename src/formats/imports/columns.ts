import type { ColumnUse, ColumnUses } from '../../domain/table-columns';
import { isWebAddress } from '../../domain/web-address';
import { addressInCell } from './cells';
import { usedAs } from './column-names';
import type { Table } from './read-table';

/** Several columns of these are joined. Of the others only the one with the best name is used. */
const JOINED: ReadonlySet<ColumnUse> = new Set(['labels', 'note']);

type Samples = Pick<Table, 'names' | 'samples'>;

/**
 * Finds out the use of each column by its name, and that with the addresses by its cells if no name
 * says it.
 */
export function usesOf(table: Samples): ColumnUses {
  const { names } = table;
  const best = new Map<ColumnUse, number>();
  const known = names.map(usedAs);
  const whole = names.map((_, at) => isAddressColumn(table, at, isPageAddress));
  // Without a scheme and a path, `www.example.org` may also be the name of a site.
  const areAddresses = whole.includes(true)
    ? whole
    : names.map((_, at) => isAddressColumn(table, at, mayBeAddress));
  // A name may mislead: a column `source` or `website` may have the names of sites.
  const isPossible = (at: number) => areAddresses[at] || !areAddresses.includes(true);
  const rankOf = (at: number) => known[at]?.rank ?? Number.POSITIVE_INFINITY;
  for (const [at, column] of known.entries()) {
    if (column === null || (column.use === 'url' && !isPossible(at))) continue;
    const before = best.get(column.use);
    if (before === undefined || column.rank < rankOf(before)) best.set(column.use, at);
  }
  const uses: (ColumnUse | null)[] = known.map((column, at) => {
    if (column === null) return null;
    return best.get(column.use) === at || JOINED.has(column.use) ? column.use : null;
  });
  if (!best.has('url')) useByCells(table, uses, areAddresses.indexOf(true));
  // Some programs call the title a description, and the description an extension of it.
  const extended = names.findIndex((name) => name.toLowerCase() === 'extended');
  const description = uses.indexOf('description');
  if (extended !== -1 && description !== -1 && !uses.includes('title')) uses[description] = 'title';
  return uses;
}

/** Returns the cells of a column in the first rows, without empty ones. */
const cellsOf = ({ samples }: Samples, at: number): readonly string[] =>
  samples.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');

const isPageAddress = (cell: string): boolean =>
  isWebAddress(cell) || (mayBeAddress(cell) && /[^/]\/[^/]/.test(cell));

const mayBeAddress = (cell: string): boolean => isWebAddress(addressInCell(cell));

/** True if most cells of a column are addresses. */
function isAddressColumn(
  table: Samples,
  at: number,
  isAddress: (cell: string) => boolean,
): boolean {
  const cells = cellsOf(table, at);
  return cells.filter(isAddress).length * 2 > cells.length;
}

/** Uses the first column of addresses, and the first one of words as their titles. */
function useByCells(table: Samples, uses: (ColumnUse | null)[], url: number): void {
  if (url === -1) return;
  uses[url] = 'url';
  if (uses.includes('title')) return;
  const isOfWords = (at: number) => {
    const cells = cellsOf(table, at);
    return cells.length > 0 && cells.every((cell) => /\p{L}/u.test(cell) && !mayBeAddress(cell));
  };
  const title = table.names.findIndex((_, at) => uses[at] === null && isOfWords(at));
  if (title !== -1) uses[title] = 'title';
}

/** True if a text is a table of bookmarks. */
export const isTable = (table: Table): boolean =>
  usesOf(table).includes('url') && !isHeadedList(table) && (table.hasHeader || hasColumns(table));

/** True for a list below words that name no column, or whose lines are no addresses, such as Markdown. */
const isHeadedList = ({ names, samples }: Samples): boolean =>
  names.length === 1 &&
  (names.every((name) => usedAs(name) === null) ||
    !(samples.length === 0 || isAddressColumn({ names, samples }, 0, mayBeAddress)));

/** True if each row has an address in the same column, and words in another. A list has commas, too. */
function hasColumns({ names, samples }: Samples): boolean {
  const isOf = (at: number, pattern: RegExp) =>
    samples.every((row) => row.length === names.length && pattern.test(row[at] ?? ''));
  const isColumn = (pattern: RegExp) => names.some((_, at) => isOf(at, pattern));
  return samples.length > 1 && isColumn(/^\s*(?:https?:\/\/|www\.)\S+\s*$/i) && isColumn(TWO_WORDS);
}

/** Two words. The end of an address with a comma in it has no blank. */
const TWO_WORDS = /^(?!\s*https?:)\s*\S+\s+\S/i;
