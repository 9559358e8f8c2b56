import { describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/domain/time';
import { duplicateRepository } from '../../../src/library';
import { MAX_LABEL_TERM } from '../../../src/library/search/document';
import { parseQuery, parseTextQuery } from '../../../src/query';
import { address, page, value } from '../library';
import { scan, withSearch } from './library';

const withPages = async () => {
  const world = await withSearch();
  const save = async (url: string, parts: Parameters<typeof page>[0] = {}) => {
    world.clock.now = unixMs(world.clock.now + 1000);
    return value(await world.library.bookmarks.save(page({ url, ...parts }))).bookmark.id;
  };
  return { ...world, save };
};

describe('a search', () => {
  it('finds a page at once, without any step of indexing after the first build', async () => {
    const { save, find, index } = await withPages();
    await index();
    const id = await save('https://example.org/a', { html: '<p>Glaciers melt</p>' });
    expect(await find('glacier*')).toEqual([id]);
    await index();
    expect(await find('glacier*')).toEqual([id]);
  });

  it('ranks titles before labels, notes, sites and texts, and newer ones first among equals', async () => {
    const { save, find, index, library, highlights } = await withPages();
    const site = await save('https://ice.example/', { title: 'One', html: null });
    const text = await save('https://example.org/text', {
      title: 'Two',
      html: '<p>ice ice ice</p>',
    });
    const noted = await save('https://example.org/note', { title: 'Three', html: '<p>Cold</p>' });
    const quote = { exact: 'Cold', prefix: '', suffix: '' };
    value(
      await highlights.add({ bookmarkId: noted, quote, color: 'red', position: null, note: 'ice' }),
    );
    const label = await save('https://example.org/label', { title: 'Four' });
    value(await library.bookmarks.edit(label, { addLabels: ['ice'] }));
    const title = await save('https://example.org/title', { title: 'Ice' });
    const newer = await save('https://example.org/newer', { title: 'Ice' });
    const order = [newer, title, label, noted, site, text];
    expect(await find('ice')).toEqual(order);
    await index();
    expect(await find('ice')).toEqual(order);
  });

  it('finds the note of a bookmark at once, and no longer when it is removed', async () => {
    const { save, find, index, library, search } = await withPages();
    await save('https://example.org/a', { title: 'One' });
    const id = await save('https://example.org/b', { title: 'Two' });
    await index();
    value(await library.bookmarks.edit(id, { note: 'For the lecture on tides' }));
    for (const query of ['tides', 'note:lect*']) expect(await find(query)).toEqual([id]);
    const passage = await search.passage(parseQuery('note:tides'), id);
    expect(passage?.text).toBe('For the lecture on tides');
    await index();
    expect(await find('tides')).toEqual([id]);
    value(await library.bookmarks.edit(id, { note: '' }));
    expect(await find('tides')).toEqual([]);
  });

  it('finds a highlight under the bookmark that got it from another one', async () => {
    const { save, find, index, library, highlights } = await withPages();
    const html = '<p>Snow becomes ice.</p>';
    const keep = await save('https://example.org/a', { html });
    const other = await save('https://www.example.org/a', { html });
    const quote = { exact: 'ice', prefix: '', suffix: '' };
    const highlight = { bookmarkId: other, quote, color: 'red', position: null } as const;
    value(await highlights.add({ ...highlight, note: 'Firn' }));
    await index();
    value(await library.part(duplicateRepository).join([{ keep, others: [other] }]));
    await index();
    expect(await find('note:firn')).toEqual([keep]);
  });

  it('finds nothing in the trash, and finds it again after it was restored', async () => {
    const { save, find, index, library } = await withPages();
    const id = await save('https://example.org/a', { html: '<p>Glaciers</p>' });
    await index();
    value(await library.bookmarks.trash([id]));
    expect(await find('glaciers')).toEqual([]);
    await index();
    expect(await find('glaciers')).toEqual([]);
    value(await library.bookmarks.restore([id]));
    await index();
    expect(await find('glaciers')).toEqual([id]);
  });

  it('does not index the text again when only a label or an image changes', async () => {
    const { save, index, library, tables } = await withPages();
    const id = await save('https://example.org/a', {
      html: '<p>Glaciers <img src="https://example.org/1.png"></p>',
      images: ['https://example.org/1.png'],
    });
    await index();
    const texts = async () => (await tables.searchSegments.toArray()).map(({ family }) => family);
    value(await library.bookmarks.edit(id, { addLabels: ['ice'] }));
    await index();
    expect(await texts()).toEqual(['fields', 'text', 'fields']);
    const bytes = new TextEncoder().encode('png');
    const url = 'https://example.org/1.png';
    const image = {
      kind: 'loaded',
      url,
      bytes,
      mimeType: 'image/png',
      width: 1,
      height: 1,
    } as const;
    value(await library.articles.addImages(id, [image]));
    expect(await tables.searchPending.count()).toBe(1);
    await index();
    expect(await tables.searchPending.count()).toBe(0);
    expect(await texts()).toEqual(['fields', 'text', 'fields']);
  });

  it('finds a page with a million marks in the wrong order in a word of its text and of its title', async () => {
    const { save, find, index } = await withPages();
    const marks = '\u0300'.repeat(500_000) + '\u0316'.repeat(500_000);
    const id = await save('https://example.org/marks', {
      title: `Marks${marks}`,
      html: `<p>Glaciers${marks} melt</p>`,
    });
    await index();
    expect(await find('"glaciers melt" title:marks')).toEqual([id]);
  });

  it('applies a condition to the bookmarks', async () => {
    const { save, find, index, library } = await withPages();
    const ids = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      ids.push(await save(`https://example.org/${name}`, { title: 'Ice' }));
    }
    await index();
    const [a = ids[0]!, , c = ids[2]!] = ids;
    value(await library.bookmarks.edit(a, { isFavourite: true }));
    value(await library.bookmarks.edit(c, { isFavourite: true }));
    const accepts = ({ isFavourite }: { readonly isFavourite: boolean }) => isFavourite;
    expect(await find('ice', { accepts })).toEqual([c, a]);
    expect(await find('', { accepts })).toEqual([c, a]);
  });

  it('tells labels apart that only differ after many characters', async () => {
    const { save, find, index, library } = await withPages();
    const start = 'x'.repeat(MAX_LABEL_TERM + 50);
    const ids = [await save('https://example.org/a'), await save('https://example.org/b')];
    for (const [at, id] of ids.entries()) {
      value(await library.bookmarks.edit(id, { addLabels: [`${start}${at}`] }));
    }
    await index();
    expect(await find(`label:${start}1`)).toEqual([ids[1]]);
    expect(await find(`label:${start}*`)).toEqual([ids[1], ids[0]]);
    expect(await find(`-label:${start}1`)).toEqual([ids[0]]);
  });

  it('rejects when a newer one has replaced it', async () => {
    const { search } = await withPages();
    const signal = AbortSignal.abort();
    const aborted = search.search(parseTextQuery('ice'), { limit: 10, signal });
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each([
    ['10,000 characters of one word', 'x'.repeat(10_000)],
    ['5,000 words', 'x '.repeat(5_000)],
    ['5,000 words in quotes', `"${'x '.repeat(5_000)}"`],
    ['brackets', '((([[[{{{'.repeat(100)],
    ['one letter', 'i*'],
    ['bidirectional marks', '\u202Eice\u202C'],
    ['excluded words only', '-x '.repeat(1_000)],
  ])('answers a query of %s like a scan', async (_, query) => {
    const world = await withPages();
    await world.save('https://example.org/a', { title: 'Ice', html: '<p>x</p>' });
    await world.index();
    expect(await world.find(query)).toEqual(await scan(world, query));
  });
});

describe('a first build', () => {
  it('indexes a library that is older than its index, and says so until then', async () => {
    const { search, find, library, tables, index } = await withPages();
    const pages = Array.from({ length: 60 }, (_, at) => ({
      page: address({ url: `https://example.org/${at}`, title: `Page ${at}` }),
    }));
    value(await library.bookmarks.addMany(pages, { outbox: false }));
    await tables.searchPending.clear();
    const { gaps } = await search.search(parseTextQuery('page'), { limit: 10 });
    expect(gaps).toEqual(['building']);
    await index();
    expect(await find('page')).toHaveLength(60);
    expect(await search.status()).toMatchObject({ documents: 60, pending: 0, state: 'ready' });
  });
});
