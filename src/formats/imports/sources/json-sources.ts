import { MAX_TITLE_LENGTH } from '../../../contract';
import { normalLabel } from '../../../domain/label';
import { parseArticle, textOfNode } from '../../article/parse-article';
import { JsonItems } from '../json-items';
import { skipped } from '../make-row';
import { flagIn, get, type Json, namesIn, textIn, textsIn } from '../read-json';
import { readRow } from '../read-row';
import { jsonSource, type Source, splitLabels } from '../source';

/** Folders above a deeper one are left out. */
const MAX_FOLDERS = 64;

/**
 * Linkwarden: collections with their links. Favourites are listed separately. Names are escaped as
 * in HTML.
 */
export const linkwarden = jsonSource({
  path: ['collections', '*', 'links', '*'],
  names: ['url'],
  rowMaker(text, options) {
    const pinned = new Set<string>();
    for (const link of valuesAt(text, ['pinnedLinks', '*'])) pinned.add(textIn(link, 'url'));
    const folderOf = linkwardenFolders(text);
    return (link, row) => {
      const url = textIn(link, 'url');
      const title = unescaped(textIn(link, 'name'));
      if (url === '') return skipped(row, 'no-address', title);
      const entry = {
        url,
        title,
        description: unescaped(textIn(link, 'description')),
        created: textIn(link, 'importDate') || textIn(link, 'createdAt'),
        labels: namesIn(link, 'tags', 'name').map(unescaped),
        folders: [folderOf(textIn(link, 'collectionId'))],
        isFavourite: pinned.has(url),
      };
      return readRow(entry, row, options);
    };
  },
});

/** Returns the function that returns the path of a collection. */
function linkwardenFolders(text: string): (id: string) => string {
  const of = (name: string) => [...valuesAt(text, ['collections', '*', name])];
  const [ids, names, parents] = [of('id'), of('name'), of('parentId')];
  const all = ids.map((id, at) => ({ id, name: names[at] ?? null, parentId: parents[at] ?? null }));
  return folderPaths(all, unescaped);
}

/**
 * Returns the function that returns the path of a folder by its id, cut as a label. A path is made
 * once, because many links may be in the folder.
 */
function folderPaths(
  folders: readonly Json[],
  read = (name: string) => name,
): (id: string) => string {
  const byId = new Map(
    folders.map((folder) => [
      textIn(folder, 'id'),
      { name: normalLabel(read(textIn(folder, 'name'))), parent: textIn(folder, 'parentId') },
    ]),
  );
  const paths = new Map<string, string>();
  return (id) => {
    const known = paths.get(id);
    if (known !== undefined) return known;
    const names: (string | null)[] = [];
    let folder = byId.get(id);
    while (folder !== undefined && names.length < MAX_FOLDERS) {
      names.unshift(folder.name);
      folder = byId.get(folder.parent);
    }
    const path = normalLabel(names.filter((name) => name !== null).join('/')) ?? '';
    paths.set(id, path);
    return path;
  };
}

function* valuesAt(text: string, path: readonly string[]): Generator<Json> {
  for (const item of new JsonItems(text, path)) if (item.ok) yield item.value;
}

/**
 * Only the beginning is decoded: the rest is not stored, and a long tag in it would be slow to
 * parse.
 */
const unescaped = (text: string) =>
  text.includes('&') ? textOfNode(parseArticle(text.slice(0, 2 * MAX_TITLE_LENGTH))) : text;

/** Pinboard: a list of posts. `description` is the title, `extended` the
 * person's words, and `tags` are separated by spaces. */
export const pinboard = jsonSource({
  path: ['*'],
  names: ['href'],
  rowMaker: (_, options) => (post, row) =>
    readRow(
      {
        url: textIn(post, 'href'),
        title: textIn(post, 'description'),
        note: textIn(post, 'extended'),
        created: textIn(post, 'time'),
        labels: splitLabels(textIn(post, 'tags'), /\s+/),
        isArchived: !flagIn(post, 'toread'),
      },
      row,
      options,
    ),
});

/** GoodLinks: a list of links. Times are Unix seconds with a fraction. */
export const goodlinks = jsonSource({
  path: ['*'],
  names: ['addedAt', 'url'],
  rowMaker: (_, options) => (link, row) =>
    readRow(
      {
        url: textIn(link, 'url'),
        title: textIn(link, 'title'),
        description: textIn(link, 'summary'),
        created: textIn(link, 'addedAt').replace(/\.\d+$/, ''),
        authors: [textIn(link, 'author')],
        labels: textsIn(link, 'tags'),
        isFavourite: flagIn(link, 'starred'),
        readProgress: get(link, 'readAt') === null ? 0 : 100,
      },
      row,
      options,
    ),
});

/**
 * Karakeep, formerly Hoarder: bookmarks with tags and lists. A note or an image without an address
 * cannot be kept. The first exports had the address beside the title.
 */
export const karakeep: Source = {
  ...jsonSource({
    path: ['bookmarks', '*'],
    names: ['content', 'tags'],
    rowMaker(text, options) {
      const folderOf = folderPaths([...valuesAt(text, ['lists', '*'])]);
      return (bookmark, row) => {
        const content = get(bookmark, 'content');
        const url = textIn(content, 'url') || textIn(bookmark, 'url');
        const title = textIn(bookmark, 'title') || textIn(content, 'title');
        if (url === '') return skipped(row, 'no-address', title || textIn(content, 'text'));
        const entry = {
          url,
          title,
          siteName: textIn(content, 'publisher'),
          authors: [textIn(content, 'author')],
          description: textIn(content, 'description') || textIn(bookmark, 'summary'),
          note: textIn(bookmark, 'note'),
          created: textIn(bookmark, 'createdAt'),
          labels: textsIn(bookmark, 'tags'),
          folders: textsIn(bookmark, 'lists').map(folderOf),
          isArchived: flagIn(bookmark, 'archived'),
          isFavourite: flagIn(bookmark, 'favourited'),
        };
        return readRow(entry, row, options);
      };
    },
  }),
  isNewestFirst: true,
};
