import { beforeEach, describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/domain/time';
import { searchIndexer, suggester } from '../../../src/library';
import { page, type TestLibrary, testLibrary, value } from '../library';

let test: TestLibrary;

/** In the order of their saving. */
const PAGES = [
  { title: 'Lisbon by tram', isArchived: true },
  { title: 'Rivers of Lisbon', isArchived: false },
  { title: 'Bread', isArchived: false },
];

beforeEach(async () => {
  test = await testLibrary();
  for (const [at, { title, isArchived }] of PAGES.entries()) {
    const saved = value(
      await test.library.bookmarks.save(page({ url: `https://example.org/${at}`, title })),
    );
    if (isArchived) value(await test.library.bookmarks.edit(saved.bookmark.id, { isArchived }));
    test.clock.now = unixMs(test.clock.now + 1000);
  }
  value(await test.library.part(searchIndexer).run(new AbortController().signal));
});

describe('the suggestions of the address bar', () => {
  it.each([
    ['words', 'lisbon', ['Lisbon by tram', 'Rivers of Lisbon']],
    ['the beginning of the last word', 'lisb', ['Lisbon by tram', 'Rivers of Lisbon']],
    ['words that are ended', 'lisb ', []],
    ['words and a condition', 'lisbon is:archived', ['Lisbon by tram']],
    ['a condition in front', '-is:archived lisb', ['Rivers of Lisbon']],
    [
      'a condition that is not typed to its end',
      'lisbon is:arch',
      ['Lisbon by tram', 'Rivers of Lisbon'],
    ],
    ['only a condition', '-is:archived', ['Bread', 'Rivers of Lisbon']],
    ['a contradiction', 'lisbon is:archived -is:archived', []],
    ['nothing', ' ', []],
  ])('answer %s', async (_, typed, titles) => {
    const found = await test.library
      .part(suggester)
      .suggest(typed, 5, new AbortController().signal);
    const shown = found.map(({ title }) => title);
    expect(shown.toSorted()).toEqual(titles);
  });
});
