import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { unixMs } from '../../../src/domain/time';
import type { ArticleState, Shadow } from '../../../src/library';
import { address, loaded, page, type TestLibrary, testLibrary, value } from '../library';

const URL = 'https://example.org/a';
const IMAGE = 'https://example.org/1.png';
const ICON = 'https://example.org/icon.png';

/** The article as the server has it. */
const RECEIVED = {
  html: `<p>From the server</p><img src="${IMAGE}">`,
  images: [loaded(IMAGE, 'picture')],
  icon: loaded(ICON, 'icon'),
  image: null,
};

let test: TestLibrary;
let id: BookmarkId;

/** Links the bookmark to one of the server whose article is still there. */
const link = async () =>
  value(
    await test.library.sync.transaction({ ids: [id] }, (tx) => {
      const { bookmark, ...state } = tx.get(id);
      if (bookmark === null) return;
      const { url, created, labels } = bookmark;
      const shadow: Shadow = {
        bookmarkId: id,
        serverId: 's1',
        updated: unixMs(1),
        isLoaded: true,
        isCreatedHere: false,
        article: 'pending',
        version: {
          ...bookmark,
          url,
          created,
          labels,
          hasArticle: true,
          wordCount: 3,
          readingTimeMinutes: 1,
        },
      };
      tx.put({ ...state, bookmark, shadow });
    }),
  );

const receive = async () => value(await test.library.sync.storeArticles(new Map([[id, RECEIVED]])));

const stored = async (): Promise<ArticleState | undefined> =>
  (await test.tables.shadows.get(id))?.article;

const uses = async () => (await test.tables.assetUses.toArray()).map((use) => use.uses);

beforeEach(async () => {
  test = await testLibrary();
  const saved = await test.library.bookmarks.save(address({ url: URL }));
  id = value(saved).bookmark.id;
  await link();
});

describe('an article that is received from the server', () => {
  it('is stored with its images', async () => {
    await receive();
    expect((await test.library.articles.get(id))?.html).toContain('From the server');
    expect(await test.library.bookmarks.get(id)).toMatchObject({ content: { kind: 'article' } });
    expect(await stored()).toBe('synced');
    expect(await uses()).toEqual([1, 1]);
  });

  it('changes nothing when it arrives twice', async () => {
    await receive();
    const article = await test.library.articles.get(id);
    await receive();
    expect(await test.library.articles.get(id)).toEqual(article);
    expect(await stored()).toBe('synced');
    expect(await uses()).toEqual([1, 1]);
  });

  it('does not replace the page that was captured here in the meantime', async () => {
    value(await test.library.bookmarks.save(page({ url: URL, html: '<p>Captured here</p>' })));
    await receive();
    expect((await test.library.articles.get(id))?.html).toBe('<p>Captured here</p>');
    expect(await stored()).toBe('local');
    expect(await test.tables.assets.count()).toBe(0);
  });

  it('is dropped when the bookmark was deleted for good in the meantime', async () => {
    value(await test.library.bookmarks.trash([id]));
    value(await test.library.bookmarks.purge([id]));
    expect(await receive()).toBe(0);
    expect(await test.library.articles.get(id)).toBeNull();
    expect(await test.tables.assets.count()).toBe(0);
  });
});
