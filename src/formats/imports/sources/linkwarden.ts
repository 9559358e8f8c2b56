import { MAX_TITLE_LENGTH } from '../../../contract';
import { parseArticle, textOf } from '../../article/parse-article';
import type { ImportOptions } from '../imported';
import { makeRow, skipped } from '../make-row';
import { get, isObject, type Json, listIn, namesIn, textIn } from '../read-json';
import { jsonSource } from '../source';

/** Collections with their links; the favourites are named apart. Names are escaped as in HTML. */
export const linkwarden = jsonSource((backup, options) => {
  if (!Array.isArray(get(backup, 'collections'))) return null;
  return rowsOf(backup, options);
});

function* rowsOf(backup: Json, options: ImportOptions) {
  const pinned = new Set(listIn(backup, 'pinnedLinks').map((link) => textIn(link, 'url')));
  let row = 0;
  for (const collection of listIn(backup, 'collections')) {
    for (const link of listIn(collection, 'links')) {
      row += 1;
      if (!isObject(link)) {
        yield skipped(row, 'not-a-bookmark', JSON.stringify(link));
        continue;
      }
      const url = textIn(link, 'url');
      const entry = {
        url,
        title: unescaped(textIn(link, 'name')),
        description: unescaped(textIn(link, 'description')),
        created: textIn(link, 'createdAt'),
        labels: namesIn(link, 'tags', 'name').map(unescaped),
        isFavourite: pinned.has(url),
      };
      yield makeRow(entry, row, options);
    }
  }
}

/** Only its beginning: what follows is not kept, and a tag in it could be long to read. */
const unescaped = (text: string) =>
  text.includes('&') ? textOf(parseArticle(text.slice(0, 2 * MAX_TITLE_LENGTH))) : text;
