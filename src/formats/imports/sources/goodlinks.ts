import { makeRow, skipped } from '../make-row';
import { flagIn, get, isObject, textIn, textsIn } from '../read-json';
import { jsonSource, rowsOfList } from '../source';

/** A list of links; times are Unix seconds, with a fraction. */
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
