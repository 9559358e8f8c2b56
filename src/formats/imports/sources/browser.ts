import { readNetscape } from '../../netscape/read-netscape';
import type { ImportOptions } from '../imported';
import { makeRow } from '../make-row';
import { isYes } from '../read-json';
import { textSource } from '../source';
import { labelsOfCell } from './labels';

/** What browsers export: `add_date`, `tags` and `toread` on each link, its description after it. */
export const browser = textSource(true, (file, options) => {
  if (!/<a\s/i.test(file)) return /<!doctype netscape-bookmark/i.test(file) ? [] : null;
  return rowsOf(file, options);
});

function* rowsOf(file: string, options: ImportOptions) {
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
      // Who says of what is still to be read, says of the rest that it isn't.
      isArchived: attributes.has('toread') && !isYes(of('toread')),
      isFavourite: isYes(of('starred')),
    };
    yield makeRow(entry, row, options);
  }
}
