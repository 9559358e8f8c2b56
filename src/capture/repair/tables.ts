import type { RepairTools } from './repair-context';

/**
 * Marks tables of data, so that Readability does not take a small one for layout. It asks for a
 * summary, among others; the sanitiser takes the mark away.
 */
export function markDataTables({ find }: RepairTools): void {
  for (const table of find('table')) {
    if (isData(table)) table.setAttribute('summary', 'data');
  }
}

const MIN_ROWS = 2;
const MIN_COLUMNS = 2;
const MAX_MEAN_CELL_LENGTH = 200;

function isData(table: Element): boolean {
  if (table.getAttribute('role') === 'presentation') return false;
  if (table.querySelector('table,form,nav,p + p') !== null) return false;
  const rows = (table as HTMLTableElement).rows;
  if (rows.length < MIN_ROWS) return false;
  const cells = table.querySelectorAll('td,th').length;
  if (cells / rows.length < MIN_COLUMNS) return false;
  const text = table.textContent?.trim() ?? '';
  if (text === '' || text.length / cells > MAX_MEAN_CELL_LENGTH) return false;
  const linked = [...table.querySelectorAll('a')].reduce(
    (length, link) => length + (link.textContent?.trim().length ?? 0),
    0,
  );
  return linked / text.length < 0.6;
}
