import { type NamedRow, readNamedRows } from '../../csv/read-csv';
import type { ImportOptions } from '../imported';
import { makeRow, type RawEntry } from '../make-row';
import { isYes } from '../read-json';
import { textSource } from '../source';
import { labelsOfCell } from './labels';

/** Folders that say what state a bookmark is in, not where it is. */
const STATES: ReadonlySet<string> = new Set(['', 'unread', 'archive', 'starred', 'unsorted']);

/**
 * A header and rows, the columns in any order and case: `url`, `title`, `state` or `folder`,
 * `created` or `timestamp`, `labels` or `tags`; what our own export and others have besides.
 */
export const csv = textSource(true, (file, options) => {
  const rows = readNamedRows(file, ['url']);
  return rows === null ? null : rowsOf(rows, options);
});

function* rowsOf(rows: Iterable<NamedRow>, options: ImportOptions) {
  let row = 0;
  for (const cells of rows) {
    row += 1;
    yield makeRow(entryOf(cells), row, options);
  }
}

function entryOf(cell: NamedRow): RawEntry {
  const folder = cell('folder').trim();
  const state = (cell('state') || folder).trim().toLowerCase();
  const ofFolder = STATES.has(folder.toLowerCase()) ? [] : [folder];
  return {
    url: cell('url'),
    title: cell('title'),
    created: cell('created') || cell('timestamp'),
    labels: [...labelsOfCell(cell('labels') || cell('tags')), ...ofFolder],
    description: cell('excerpt'),
    isArchived: state === 'archive' || isYes(cell('is_archived')),
    isFavourite: state === 'starred' || isYes(cell('is_marked')) || isYes(cell('favorite')),
  };
}
