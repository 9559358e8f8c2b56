import type { BookmarkRow, NewBookmark, UserRow } from '../../../server/storage';
import type { TestServer } from './test-server';

/** The address of a bookmark that does not exist. */
export const UNKNOWN_BOOKMARK = `/api/bookmarks/${'x'.repeat(20)}`;

/** The smallest valid GIF. */
export const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

/** Adds a bookmark whose page was read. */
export const addLoaded = (
  { storage }: TestServer,
  user: UserRow,
  fields: Partial<NewBookmark> = {},
): Promise<BookmarkRow> =>
  storage.bookmarks.create(user.id, {
    url: 'https://example.org/page',
    state: 0,
    title: 'A page',
    documentType: 'article',
    site: 'example.org',
    domain: 'example.org',
    ...fields,
  });

/** Adds a loaded bookmark with an article, its text, a log, and files of two kinds. */
export async function addWithArticle(
  t: TestServer,
  user: UserRow,
  article = '<section><p>One two three</p><img loading="lazy" src="_resources/in-text.gif"></section>',
): Promise<BookmarkRow> {
  const icon = { name: 'icon.gif', width: 1, height: 1 };
  const row = await addLoaded(t, user, { hasArticle: true, images: { icon } });
  const { contents } = t.storage;
  await contents.put(row.key, {
    article,
    text: 'One two three',
    log: 'Read the page\n',
    props: { title: ['A page'] },
    links: [
      {
        url: 'https://example.org/next',
        domain: 'example.org',
        title: 'Next',
        is_page: true,
        content_type: 'text/html',
      },
    ],
  });
  const hash = await contents.storeBlob(GIF);
  const file = { contentType: 'image/gif', url: '', width: 1, height: 1, hash, sizeBytes: 35 };
  await contents.putResources(row.key, [
    { ...file, name: 'icon.gif', kind: 'icon' },
    { ...file, name: 'in-text.gif', kind: 'embedded' },
  ]);
  return row;
}
