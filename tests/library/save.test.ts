import { describe, expect, it } from 'vitest';
import { page, testLibrary, value } from './library';

describe('save', () => {
  it('keeps the bookmark, its article and its intent', async () => {
    const { library, tables } = await testLibrary();
    const saved = value(await library.bookmarks.save(page({ title: 'On paper' })));
    expect(saved.kind).toBe('created');
    const { id } = saved.bookmark;
    expect(await library.bookmarks.get(id)).toEqual(saved.bookmark);
    expect(saved.bookmark).toMatchObject({ title: 'On paper', site: 'example.org' });
    expect((await library.articles.get(id))?.html).toBe('<p>One two three</p>');
    expect(await tables.outbox.toArray()).toMatchObject([
      { bookmarkId: id, intent: { kind: 'create' }, state: 'waiting', attempts: 0 },
    ]);
  });

  it('never makes a second copy of an address', async () => {
    const { library, tables } = await testLibrary();
    const first = value(await library.bookmarks.save(page({ url: 'https://example.org/a' })));
    const second = value(
      await library.bookmarks.save(page({ url: 'https://EXAMPLE.org/a?utm_source=x#top' })),
    );
    expect(second).toEqual({ kind: 'existing', bookmark: first.bookmark, restored: false });
    expect(await tables.bookmarks.count()).toBe(1);
    expect(await tables.outbox.count()).toBe(1);
  });

  it('makes one bookmark of two saves at once from two contexts', async () => {
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
  });
});
