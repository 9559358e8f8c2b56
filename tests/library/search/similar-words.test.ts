import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedDistanceTo } from '../../../src/library/search/bounded-distance';
import { parseTextQuery, type TextTerm } from '../../../src/query';
import { page, value } from '../library';
import { withSearch } from './library';

/** The definition: the fewest single edits, without bounds. */
function distance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, at) => (row === 0 ? at : at === 0 ? row : 0)),
  );
  for (let row = 1; row <= one.length; row += 1) {
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const edits = [
        table[row - 1]![at]! + 1,
        table[row]![at - 1]! + 1,
        table[row - 1]![at - 1]! + (isSame ? 0 : 1),
      ];
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]) {
        edits.push(table[row - 2]![at - 2]! + 1);
      }
      table[row]![at] = Math.min(...edits);
    }
  }
  return table[one.length]![other.length]!;
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

describe('the bounded distance of two words', () => {
  it('is the fewest edits, or null if they are more than the bound', () => {
    fc.assert(
      fc.property(word, fc.array(word), fc.nat(3), (one, others, most) => {
        const distanceTo = boundedDistanceTo(one, most);
        const edits = others.map((other) => distance(one, other));
        expect(others.map(distanceTo)).toEqual(edits.map((all) => (all <= most ? all : null)));
      }),
      { numRuns: 500 },
    );
  });
});

const SIGNAL = new AbortController().signal;
const termOf = (text: string): TextTerm => parseTextQuery(text).terms[0]!;

describe('similar words', () => {
  async function opened(titles: readonly string[], html: string | null = null) {
    const world = await withSearch();
    const pages = titles.map((title, at) => ({
      page: page({ url: `https://example.org/${at}`, title, html }),
    }));
    value(await world.library.bookmarks.addMany(pages, { outbox: false }));
    await world.index();
    const similar = (text: string) => world.search.similarWords(termOf(text), SIGNAL);
    return { ...world, similar };
  }

  it('are the nearest ones with the same first letter, the frequent ones first', async () => {
    const { similar } = await opened(
      ['Glacier', 'Glaciers', 'Glazier', 'Glazier', 'Blacier', 'Glade', 'Glaciest'],
      '<p>Harbours and harbors</p>',
    );
    expect(await similar('glacire')).toEqual(['glacier', 'glazier', 'glaciers']);
    expect(await similar('title:glaciwr')).toEqual(['glacier', 'glazier', 'glaciers']);
    expect(await similar('harboors')).toEqual(['harbors', 'harbours']);
    expect(await similar('title:harboors')).toEqual([]);
    // Four are as near.
    expect(await similar('glaciex')).toHaveLength(3);
  });

  it('are none for a word with hits, a short word, a phrase, a beginning and an excluded word', async () => {
    const { similar } = await opened(['Glacier', 'Glaciers', 'Gl']);
    for (const text of ['glacier', 'ga', '"glacire melt"', 'glacir*', '-glacire', 'label:glacire'])
      expect(await similar(text)).toEqual([]);
  });

  it('find something: those of pages in the trash are left out', async () => {
    const { similar, library, tables } = await opened(['Glacier', 'Glaciers']);
    const row = (await tables.bookmarks.toArray()).find(({ title }) => title === 'Glacier');
    value(await library.bookmarks.trash([row!.id]));
    expect(await similar('glacire')).toEqual(['glaciers']);
  });

  it('are found among many words of a text', async () => {
    const words = fc.sample(
      fc.string({ unit: fc.constantFrom(...'gabcdefhij'), minLength: 9, maxLength: 12 }),
      { seed: 1, numRuns: 20_000 },
    );
    const { similar } = await opened(['One'], `<p>${words.join(' ')} gondola</p>`);
    expect(await similar('gondlao')).toEqual(['gondola']);
  });

  it('are not looked for any longer when the search is aborted', async () => {
    const { search } = await opened(['Glacier']);
    const left = new AbortController();
    left.abort();
    await expect(search.similarWords(termOf('glacire'), left.signal)).rejects.toThrow(/abort/i);
  });
});
