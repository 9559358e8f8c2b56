import { type NamedRow, readNamedRows } from '../../csv';
import { readNetscape } from '../../netscape';
import type { ImportOptions } from '../imported';
import { MAX_LABELS } from '../limits';
import { makeRow, type RawEntry, skipped } from '../make-row';
import { isYes } from '../read-json';
import { labelsOfCell, textSource } from '../source';

/** Folder names that state the status of a bookmark. */
const STATES: ReadonlySet<string> = new Set(['', 'unread', 'archive', 'starred', 'unsorted']);

/**
 * A CSV file with a header. Columns may have any order and case: `url`, `title`, `state` or
 * `folder`, `created` or `timestamp`, `labels` or `tags`, and further columns of Leafmark and other
 * programs.
 */
export const csv = textSource(true, (file, options) => {
  const rows = readNamedRows(file, ['url']);
  return rows === null ? null : csvRows(rows, options);
});

function* csvRows(rows: Iterable<NamedRow>, options: ImportOptions) {
  let row = 0;
  for (const cells of rows) {
    row += 1;
    yield makeRow(csvEntry(cells), row, options);
  }
}

function csvEntry(cell: NamedRow): RawEntry {
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

/** Readwise Reader's CSV. Feed items that the user did not save are skipped. */
export const readwise = textSource(true, (file, options) => {
  const rows = readNamedRows(file, ['url', 'title', 'location']);
  if (rows === null) return null;
  return (function* () {
    let row = 0;
    for (const cell of rows) {
      row += 1;
      const location = cell('location').trim().toLowerCase();
      if (location === 'feed') {
        yield skipped(row, 'only-a-feed-item', cell('url'));
        continue;
      }
      yield makeRow(
        {
          url: cell('url'),
          title: cell('title'),
          created: cell('saved date'),
          labels: pythonList(cell('document tags')),
          isArchived: location === 'archive',
          readProgress: 100 * Number(cell('reading progress') || 0),
        },
        row,
        options,
      );
    }
  })();
});

/** Parses a list of strings in Python's syntax: `['a', "b's"]`. */
function pythonList(cell: string): string[] {
  const texts: string[] = [];
  let quote: string | null = null;
  let text = '';
  for (let at = 0; at < cell.length && texts.length <= MAX_LABELS; at += 1) {
    const character = cell.charAt(at);
    if (quote === null) {
      if (character === "'" || character === '"') quote = character;
    } else if (character === quote) {
      texts.push(text);
      quote = null;
      text = '';
    } else if (character === '\\') {
      at += 1;
      text += cell.charAt(at);
    } else {
      text += character;
    }
  }
  return texts;
}

/**
 * A browser's bookmark file: `add_date`, `tags` and `toread` on each link, and the description
 * after it.
 */
export const browser = textSource(true, (file, options) => {
  if (!/<a\s/i.test(file)) return /<!doctype netscape-bookmark/i.test(file) ? [] : null;
  return browserRows(file, options);
});

function* browserRows(file: string, options: ImportOptions) {
  let row = 0;
  for (const { attributes, title, description, folders } of readNetscape(file)) {
    row += 1;
    const of = (name: string) => attributes.get(name) ?? '';
    const labels = labelsOfCell(of('labels') || of('tags'));
    const folder = options.hasLabelsFromFolders ? [folders.join('/')] : [];
    const entry = {
      url: of('href'),
      title,
      description,
      created: of('add_date') || of('time_added'),
      labels: [...labels, ...folder],
      // A file that marks unread bookmarks with `toread` also marks the others as read.
      isArchived: attributes.has('toread') && !isYes(of('toread')),
      isFavourite: isYes(of('starred')),
    };
    yield makeRow(entry, row, options);
  }
}

/** One address per line. Blank lines do not count as rows. */
export const text = textSource(true, function* (file, options) {
  let row = 0;
  for (const [line] of file.matchAll(/[^\r\n]+/g)) {
    if (line.trim() === '') continue;
    row += 1;
    yield makeRow({ url: line }, row, options);
  }
});
