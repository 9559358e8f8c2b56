import { describe, expect, it } from 'vitest';
import { searchIndexer } from '../../../src/library';
import { address, page, value } from '../library';
import { A, LONG, MOBILE, WWW, withDuplicates } from './library';

describe('finding duplicates', () => {
  it('returns groups with the data of their articles', async () => {
    const { duplicates, save } = await withDuplicates();
    await save('https://example.org/b');
    await save(WWW, null);
    await save(A, { html: LONG });
    const [group, ...more] = value(await duplicates.find());
    expect(more).toEqual([]);
    expect(
      group?.map(({ bookmark, article }) => [bookmark.url, article?.paragraphs.length]),
    ).toEqual([
      [WWW, undefined],
      [A, 2],
    ]);
  });

  it('finds pages of the same site with the same title and text', async () => {
    const { save, urls } = await withDuplicates();
    await save('https://example.org/2024/ice', { html: LONG });
    await save('https://example.org/ice', { html: LONG });
    await save('https://example.org/snow', { html: LONG, title: 'Snow' });
    expect(await urls()).toEqual([['https://example.org/2024/ice', 'https://example.org/ice']]);
  });

  it('finds nearly the same text on two sites, once it is in the search index', async () => {
    const { save, urls, duplicates, library } = await withDuplicates();
    const paragraphs = Array.from(
      { length: 20 },
      (_, at) => `<p>${`Ice ${at} melts. `.repeat(10)}</p>`,
    );
    const html = paragraphs.join('');
    await save('https://news.example/ice', { html, title: 'Ice' });
    await save('https://mirror.example/7', {
      html: `${html}<p>From News.</p>`,
      title: 'Why ice melts',
    });
    await save('https://other.example/', {
      html: paragraphs.slice(17).join('').repeat(3),
      title: 'Ice',
    });
    expect(await urls()).toEqual([]);
    await library.part(searchIndexer).run(new AbortController().signal);
    expect(await urls()).toEqual([['https://news.example/ice', 'https://mirror.example/7']]);
    const [group] = value(await duplicates.find());
    expect(group).toHaveLength(2);
  });

  it('finds the same text with a tenth of its words changed, and no other text', async () => {
    const { save, urls, library } = await withDuplicates();
    const words = (from: number) => Array.from({ length: 400 }, (_, at) => `word${from + at}`);
    const html = (text: readonly string[]) => `<p>${text.join(' ')}.</p>`;
    const first = words(0);
    await save('https://news.example/ice', { html: html(first), title: 'Ice' });
    const changed = first.map((word, at) => (at % 10 === 7 ? `other${at}` : word));
    await save('https://mirror.example/', { html: html(changed), title: 'Ice again' });
    await save('https://else.example/', { html: html(words(380)), title: 'Snow' });
    // These are too short to be compared.
    for (const host of ['short', 'brief'])
      await save(`https://${host}.example/`, { html: '<p>Ice melts.</p>', title: host });
    await library.part(searchIndexer).run(new AbortController().signal);
    expect(await urls()).toEqual([['https://news.example/ice', 'https://mirror.example/']]);
  });

  it('finds the canonical address of a page, from the first capture or a later one', async () => {
    const { save, urls, library } = await withDuplicates();
    const shop = 'https://shop.example/item';
    await save(A);
    await save('https://news.example/a', { canonicalUrl: A });
    const later = await save('https://mirror.example/item', { title: 'Item' });
    await save(shop, { title: 'Item' });
    expect(await urls()).toEqual([[A, 'https://news.example/a']]);
    const { capture } = page({ url: 'https://mirror.example/item', canonicalUrl: shop });
    value(await library.bookmarks.recapture(later, capture));
    expect(await urls()).toContainEqual(['https://mirror.example/item', shop]);
  });

  it('finds the canonical address of a page after sync has changed its bookmark', async () => {
    const { save, urls, library } = await withDuplicates();
    await save(A);
    const id = await save('https://news.example/a', { canonicalUrl: A });
    value(
      await library.sync.transaction({ ids: [id] }, (tx) => {
        const { bookmark, ...state } = tx.get(id);
        tx.put({ ...state, bookmark: bookmark && { ...bookmark, isFavourite: true } });
      }),
    );
    expect((await library.bookmarks.get(id))?.isFavourite).toBe(true);
    expect(await urls()).toEqual([[A, 'https://news.example/a']]);
  });

  it('ignores bookmarks in the trash', async () => {
    const { save, urls, library } = await withDuplicates();
    await save(A);
    value(await library.bookmarks.trash([await save(WWW)]));
    expect(await urls()).toEqual([]);
  });

  it('reports its progress after each step', async () => {
    const { duplicates, library } = await withDuplicates();
    const pages = Array.from({ length: 1203 }, (_, at) => ({
      page: address({ url: `https://example.org/${at}` }),
    }));
    value(await library.bookmarks.addMany(pages, { outbox: false }));
    const reported: (readonly [number, number])[] = [];
    value(await duplicates.find({ onProgress: (looked, all) => reported.push([looked, all]) }));
    expect(reported).toEqual([
      [500, 1203],
      [1000, 1203],
      [1203, 1203],
    ]);
  });

  it('stops between two steps when it is aborted', async () => {
    const { duplicates, library } = await withDuplicates();
    const pages = Array.from({ length: 1203 }, (_, at) => ({
      page: address({ url: `https://example.org/${at}` }),
    }));
    value(await library.bookmarks.addMany(pages, { outbox: false }));
    const controller = new AbortController();
    let steps = 0;
    const onProgress = () => {
      steps += 1;
      controller.abort();
    };
    expect(await duplicates.find({ onProgress, signal: controller.signal })).toEqual({
      ok: false,
      error: { kind: 'aborted' },
    });
    expect(steps).toBe(1);
  });

  it('reports an error when the storage fails', async () => {
    const { duplicates, tables, library } = await withDuplicates();
    library.close();
    tables.close();
    const found = await duplicates.find();
    expect(found).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
  });
});

describe('two pages that were marked as different', () => {
  it('are not offered again in any group until the mark is removed', async () => {
    const { duplicates, save, urls } = await withDuplicates();
    const [first, second, third] = [await save(A), await save(WWW), await save(MOBILE)];
    const pairs = value(await duplicates.markDistinct(second, [first]));
    expect(pairs).toEqual([[first, second]]);
    expect(await urls()).toEqual([[A, MOBILE]]);
    expect(value(await duplicates.markDistinct(second, [first, third]))).toEqual([[second, third]]);
    expect(await urls()).toEqual([[A, MOBILE]]);
    value(await duplicates.markDistinct(first, [third]));
    expect(await urls()).toEqual([]);
    value(await duplicates.unmarkDistinct(pairs));
    expect(await urls()).toEqual([[A, WWW]]);
  });

  it('lose the mark when one of them is deleted for good', async () => {
    const { duplicates, save, library, tables } = await withDuplicates();
    const [first, second, third] = [await save(A), await save(WWW), await save(MOBILE)];
    value(await duplicates.markDistinct(first, [second]));
    value(await library.bookmarks.trash([second]));
    value(await library.bookmarks.purge([second]));
    value(await duplicates.markDistinct(first, [third]));
    expect(await tables.meta.get('apart')).toEqual({ key: 'apart', pairs: [[first, third]] });
  });
});
