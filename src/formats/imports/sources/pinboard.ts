import { makeRow, skipped } from '../make-row';
import { flagIn, isObject, textIn } from '../read-json';
import { jsonSource, rowsOfList } from '../source';
import { splitLabels } from './labels';

/** A list of posts: `description` is the title, `tags` are parted by blanks. */
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
