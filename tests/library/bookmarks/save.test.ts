import { describe, expect, it } from 'vitest';
import { MAX_EXCERPT_LENGTH } from '../../../src/domain/excerpt';
import { urlKey } from '../../../src/domain/url-identity';
import {
  address,
  page,
  putOnServer,
  queuedIntents,
  testLibrary,
  unsentOf,
  value,
} from '../library';

describe('save', () => {
  it('stores the bookmark, its article and its intent', async () => {
    const { library, tables } = await testLibrary();
    const saved = value(await library.bookmarks.save(page({ title: 'On paper' })));
    expect(saved.kind).toBe('created');
    const { id } = saved.bookmark;
    expect(await library.bookmarks.get(id)).toEqual(saved.bookmark);
    expect(saved.bookmark).toMatchObject({
      title: 'On paper',
      site: 'example.org',
      content: { kind: 'article' },
      wordCount: 3,
    });
    expect((await library.articles.get(id))?.html).toBe('<p>One two three</p>');
    expect(await tables.outbox.toArray()).toMatchObject([
      { bookmarkId: id, intent: { kind: 'create' }, state: 'waiting', attempts: 0 },
    ]);
  });

  it('returns a long article unchanged', async () => {
    const { library, tables } = await testLibrary();
    const html = `<p>${'Schöne Grüße, 你好. '.repeat(2000)}</p>`;
    const { bookmark } = value(await library.bookmarks.save(page({ html })));
    expect((await library.articles.get(bookmark.id))?.html).toBe(html);
    const stored = await tables.articles.get(bookmark.id);
    expect(stored?.body).toBeInstanceOf(Uint8Array);
    expect(stored!.body.length).toBeLessThan(html.length / 10);
  });

  it('uses the address as the title when there is none', async () => {
    const { library } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page({ title: '  ' })));
    expect(bookmark.title).toBe('https://example.org/a');
  });

  it('keeps only the address, with the reason', async () => {
    const { library } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(address({ reason: 'pdf' })));
    expect(bookmark).toMatchObject({
      title: 'A page',
      content: { kind: 'address', reason: 'pdf' },
      wordCount: 0,
    });
    expect(await library.articles.get(bookmark.id)).toBeNull();
  });

  it("keeps the address of a page without text, and the page's metadata", async () => {
    const { library } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page({ html: null, siteName: 'Ex' })));
    expect(bookmark).toMatchObject({
      content: { kind: 'address', reason: 'no-text' },
      siteName: 'Ex',
    });
  });

  it('says of a list of links that it has no article, and keeps its description', async () => {
    const { library } = await testLibrary();
    const list = page({ html: null, warnings: ['no-article'], description: 'Twice a day' });
    const { bookmark } = value(await library.bookmarks.save(list));
    expect(bookmark).toMatchObject({
      content: { kind: 'address', reason: 'no-article' },
      description: 'Twice a day',
    });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@example.org', 'not an address'])(
    'refuses %s, which is not an address of a page',
    async (url) => {
      const { library, tables } = await testLibrary();
      const saved = await library.bookmarks.save(address({ url }));
      expect(saved).toEqual({ ok: false, error: { kind: 'not-an-address' } });
      expect(await tables.bookmarks.count()).toBe(0);
    },
  );

  it('ends the pending capture of the page', async () => {
    const { library, tables } = await testLibrary();
    const url = 'https://example.org/a';
    value(await library.pendingCaptures.begin({ urlKey: urlKey(url)!, url, title: 'A' }));
    value(await library.bookmarks.save(page({ url })));
    expect(await tables.pendingCaptures.count()).toBe(0);
  });
});

describe('the second save of an address', () => {
  it('creates no second bookmark for another form of the address', async () => {
    const { library, tables } = await testLibrary();
    const first = value(await library.bookmarks.save(page({ url: 'https://example.org/a' })));
    const second = value(
      await library.bookmarks.save(page({ url: 'https://EXAMPLE.org/a?utm_source=x#top' })),
    );
    expect(second).toEqual({ kind: 'existing', bookmark: first.bookmark, restored: false });
    expect(await tables.bookmarks.count()).toBe(1);
    expect(await tables.outbox.count()).toBe(1);
  });

  it('creates no second bookmark when two contexts save at the same time', async () => {
    const { library, tables, another } = await testLibrary();
    const other = await another();
    const results = await Promise.all([
      library.bookmarks.save(page()),
      other.bookmarks.save(page()),
      library.bookmarks.save(page()),
    ]);
    const kinds = results.map((result) => value(result).kind).sort();
    expect(kinds).toEqual(['created', 'existing', 'existing']);
    expect(await tables.bookmarks.count()).toBe(1);
    expect(await tables.articles.count()).toBe(1);
    expect(await tables.outbox.count()).toBe(1);
  });

  it('does not change the article and the edits of the first', async () => {
    const { library } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page()));
    value(await library.bookmarks.edit(bookmark.id, { title: 'Mine', addLabels: ['x'] }));
    value(await library.bookmarks.save(page({ title: 'Theirs', html: '<p>Other</p>' })));
    expect(await library.bookmarks.get(bookmark.id)).toMatchObject({
      title: 'Mine',
      labels: ['x'],
    });
    expect((await library.articles.get(bookmark.id))?.html).toBe('<p>One two three</p>');
  });

  it('adds the article to a bookmark with only an address, and keeps edited fields', async () => {
    const { library, tables } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(address({ title: 'Tab title' })));
    value(await library.bookmarks.edit(bookmark.id, { authors: ['Me'] }));
    await putOnServer(tables);

    const captured = page({ title: 'Page title', authors: ['Them'], siteName: 'Ex' });
    const saved = value(await library.bookmarks.save(captured));
    expect(saved).toMatchObject({
      kind: 'existing',
      restored: false,
      bookmark: {
        id: bookmark.id,
        title: 'Page title',
        authors: ['Me'],
        siteName: 'Ex',
        content: { kind: 'article' },
        wordCount: 3,
      },
    });
    expect((await library.articles.get(bookmark.id))?.html).toBe('<p>One two three</p>');
    expect((await queuedIntents(tables)).map(({ intent }) => intent.kind).sort()).toEqual([
      'content',
      'patch',
    ]);
    expect(await unsentOf(tables)).toMatchObject([
      { set: { title: 'Page title', siteName: 'Ex' } },
    ]);
  });

  it('gives a title to a bookmark that has only its address as one, and sends it', async () => {
    const { library, tables } = await testLibrary();
    value(await library.bookmarks.save(address({ title: '' })));
    await putOnServer(tables);
    value(await library.bookmarks.save(address({ title: 'From the tab' })));
    value(await library.bookmarks.save(address({ title: 'Later' })));
    expect(await tables.bookmarks.toArray()).toMatchObject([{ title: 'From the tab' }]);
    expect(await unsentOf(tables)).toMatchObject([{ set: { title: 'From the tab' } }]);
  });

  it('keeps the article when only the address can be saved now', async () => {
    const { library } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page()));
    const saved = value(await library.bookmarks.save(address({ reason: 'timed-out' })));
    expect(saved.bookmark.content).toEqual({ kind: 'article' });
    expect(await library.articles.get(bookmark.id)).not.toBeNull();
  });

  it('restores a bookmark from the trash with its labels and flags', async () => {
    const { library, tables } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page()));
    await putOnServer(tables);
    value(await library.bookmarks.edit(bookmark.id, { addLabels: ['x'], isFavourite: true }));
    value(await library.bookmarks.trash([bookmark.id]));
    const saved = value(await library.bookmarks.save(page()));
    expect(saved).toMatchObject({
      kind: 'existing',
      restored: true,
      bookmark: { id: bookmark.id, trashedAt: null, labels: ['x'], isFavourite: true },
    });
    const intents = (await queuedIntents(tables)).map(({ intent }) => intent.kind);
    expect(intents).toEqual(['patch']);
  });

  it('adds each selection to the excerpt, which no server has', async () => {
    const { library, tables } = await testLibrary();
    value(await library.bookmarks.save(page()));
    const saved = value(await library.bookmarks.save(page({ excerpt: 'One two' })));
    expect(saved.bookmark.excerpt).toBe('One two');
    const again = value(await library.bookmarks.save(page({ excerpt: 'three' })));
    expect(again.bookmark.excerpt).toBe('One two\n\nthree');
    expect((await queuedIntents(tables)).map(({ intent }) => intent)).toEqual([{ kind: 'create' }]);
  });

  it('does not add a selection twice when only its line breaks differ', async () => {
    const { library } = await testLibrary();
    value(await library.bookmarks.save(page({ excerpt: 'One\ntwo three' })));
    const again = value(await library.bookmarks.save(page({ excerpt: 'One two' })));
    expect(again.bookmark.excerpt).toBe('One\ntwo three');
  });

  it('limits the excerpt to the length of the longest selection', async () => {
    const { library } = await testLibrary();
    const first = 'x'.repeat(MAX_EXCERPT_LENGTH - 10);
    value(await library.bookmarks.save(page({ excerpt: first })));
    const again = value(await library.bookmarks.save(page({ excerpt: 'y'.repeat(100) })));
    expect(again.bookmark.excerpt).toBe(`${first}\n\n${'y'.repeat(8)}`);
  });
});
