import { IMPORT_FORMATS, type ImportFormat } from '../../../src/formats';
import { zipOf } from './zips';

/** A bookmark to write. `created` is written as it is. */
export interface Row {
  readonly url: string;
  readonly title: string;
  readonly created: string;
}

export const FORMATS = Object.keys(IMPORT_FORMATS).filter(
  (format): format is TextFormat => format !== 'pdf',
);

/** The formats whose files are zips. */
export const ZIPS: ReadonlySet<ImportFormat> = new Set(['omnivore-zip']);

const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const netscape =
  (head: string, attributes: string, isNewestFirst = true) =>
  (rows: readonly Row[]) => {
    const links = rows.map(
      ({ url, title, created }) =>
        `<DT><A HREF="${html(url)}" ADD_DATE="${html(created)}" ${attributes}>${html(title)}</A>\n`,
    );
    const inOrder = isNewestFirst ? links.toReversed() : links;
    return `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${head}\n<DL><p>\n${inOrder.join('')}</DL>\n`;
  };

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

const csv = (header: string, cellsOf: (row: Row) => readonly string[]) => (rows: readonly Row[]) =>
  [header, ...rows.map((row) => cellsOf(row).map(cell).join(',')).toReversed()].join('\r\n');

const json =
  (itemOf: (row: Row) => object, whole: (items: readonly object[]) => object = (all) => all) =>
  (rows: readonly Row[]) =>
    JSON.stringify(whole(rows.map(itemOf)));

/** Documents have no rows. */
export type TextFormat = Exclude<ImportFormat, 'pdf'>;

/** Write a file of each format. Rows are in the order in which they are read again. */
const WRITERS: Readonly<Record<TextFormat, (rows: readonly Row[]) => string>> = {
  browser: netscape('<TITLE>Bookmarks</TITLE>', ''),
  csv: csv('url,title,created', ({ url, title, created }) => [url, title, created]),
  goodlinks: json(({ url, title, created }) => ({ url, title, addedAt: created })),
  instapaper: csv('URL,Title,Selection,Folder,Timestamp', ({ url, title, created }) => [
    ...[url, title, '', 'Unread', created],
  ]),
  karakeep: (rows) =>
    json(
      ({ url, title, created }) => ({
        title,
        createdAt: created,
        tags: [],
        content: { type: 'link', url },
      }),
      (bookmarks) => ({ bookmarks }),
    )(rows.toReversed()),
  linkding: netscape('<TITLE>Bookmarks</TITLE>', 'PRIVATE="1" TOREAD="0" TAGS=""'),
  linkwarden: json(
    ({ url, title, created }) => ({ url, name: html(title), createdAt: created, tags: [] }),
    (links) => ({ collections: [{ id: 1, name: 'One', links }], pinnedLinks: [] }),
  ),
  'omnivore-zip': (rows) =>
    json(({ url, title, created }) => ({
      slug: 'x',
      url,
      title,
      savedAt: created,
      labels: [],
      state: 'Active',
    }))(rows.toReversed()),
  pinboard: json(({ url, title, created }) => ({
    href: url,
    description: title,
    time: created,
    tags: '',
    toread: 'yes',
  })),
  'pinboard-html': netscape('<TITLE>Pinboard Bookmarks</TITLE>', 'TOREAD="1" TAGS=""'),
  'pocket-file': csv('title,url,time_added,tags,status', ({ url, title, created }) => [
    ...[title, url, created, '', 'unread'],
  ]),
  'raindrop-csv': csv('title,excerpt,url,folder,created,cover', ({ url, title, created }) => [
    ...[title, '', url, 'Unsorted', created, ''],
  ]),
  'raindrop-html': netscape('<TITLE>Raindrop.io Bookmarks</TITLE>', 'DATA-COVER=""'),
  readwise: csv('Title,URL,Document tags,Saved date,Location', ({ url, title, created }) => [
    ...[title, url, '[]', created, 'new'],
  ]),
  shaarli: netscape('<H1>Shaarli export of all bookmarks</H1>', 'PRIVATE="1" TAGS=""'),
  text: (rows) =>
    rows
      .map(({ url }) => url)
      .toReversed()
      .join('\n'),
  'wallabag-json': json(({ url, title, created }) => ({
    is_archived: 0,
    url,
    title,
    created_at: created,
    tags: [],
    annotations: [],
  })),
};

/** Writes bookmarks as a file of a program. `encode` may change its text. */
export async function written(
  format: TextFormat,
  rows: readonly Row[],
  encode: (text: string) => Uint8Array<ArrayBuffer> = (text) => new TextEncoder().encode(text),
): Promise<Blob> {
  const bytes = encode(WRITERS[format](rows));
  return ZIPS.has(format) ? zipOf({ 'metadata_0_to_1.json': bytes }) : new Blob([bytes]);
}
