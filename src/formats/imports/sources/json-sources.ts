import { MAX_TITLE_LENGTH } from '../../../contract';
import { parseArticle, textOf } from '../../article/parse-article';
import type { ImportOptions } from '../imported';
import { makeRow, skipped } from '../make-row';
import { flagIn, get, isObject, type Json, listIn, namesIn, textIn, textsIn } from '../read-json';
import { jsonSource, rowsOfList, splitLabels } from '../source';

/**
 * Linkwarden: collections with their links. Favourites are listed separately. Names are escaped as
 * in HTML.
 */
export const linkwarden = jsonSource((backup, options) => {
  if (!Array.isArray(get(backup, 'collections'))) return null;
  return linkwardenRows(backup, options);
});

function* linkwardenRows(backup: Json, options: ImportOptions) {
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

/**
 * Only the beginning is decoded: the rest is not stored, and a long tag in it would be slow to
 * parse.
 */
const unescaped = (text: string) =>
  text.includes('&') ? textOf(parseArticle(text.slice(0, 2 * MAX_TITLE_LENGTH))) : text;

/** Pinboard: a list of posts. `description` is the title, and `tags` are separated by spaces. */
export const pinboard = jsonSource((posts, options) => {
  if (!Array.isArray(posts)) return null;
  return rowsOfList(posts, (post, row) => {
    if (!isObject(post)) return skipped(row, 'not-a-bookmark', JSON.stringify(post));
    return makeRow(
      {
        url: textIn(post, 'href'),
        title: textIn(post, 'description'),
        description: textIn(post, 'extended'),
        created: textIn(post, 'time'),
        labels: splitLabels(textIn(post, 'tags'), /\s+/),
        isArchived: !flagIn(post, 'toread'),
      },
      row,
      options,
    );
  });
});

/** GoodLinks: a list of links. Times are Unix seconds with a fraction. */
export const goodlinks = jsonSource((links, options) => {
  if (!Array.isArray(links)) return null;
  return rowsOfList(links, (link, row) => {
    if (!isObject(link)) return skipped(row, 'not-a-bookmark', JSON.stringify(link));
    const isRead = get(link, 'readAt') !== null;
    return makeRow(
      {
        url: textIn(link, 'url'),
        title: textIn(link, 'title'),
        description: textIn(link, 'summary'),
        created: textIn(link, 'addedAt').replace(/\.\d+$/, ''),
        labels: textsIn(link, 'tags'),
        isFavourite: flagIn(link, 'starred'),
        readProgress: isRead ? 100 : 0,
      },
      row,
      options,
    );
  });
});
