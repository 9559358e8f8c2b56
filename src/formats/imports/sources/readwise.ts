import { readNamedRows } from '../../csv/read-csv';
import { MAX_LABELS } from '../limits';
import { makeRow, skipped } from '../make-row';
import { textSource } from '../source';

/** Reader's CSV. What came by a subscription and was not kept is no bookmark. */
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

/** Texts as Python writes a list of them: `['a', "b's"]`. */
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
