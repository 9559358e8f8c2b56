import { afterEach, vi } from 'vitest';
import { highlightRepository, recentChanges } from '../../../src/library';
import { loaded, value } from '../library';
import { testWholeWrites } from '../whole-writes';
import { A, LONG, MOBILE, WWW, withDuplicates } from './library';

afterEach(() => vi.restoreAllMocks());

const IMAGE = 'https://example.org/1.png';

/**
 * A library with three bookmarks of one page, of which the first has the best article, a join, and
 * two bookmarks that were marked as different.
 */
async function createFilledLibrary() {
  const test = await withDuplicates();
  const { save, library, duplicates } = test;
  const better = await save(WWW, { html: LONG, images: [IMAGE], iconUrl: IMAGE });
  value(await library.articles.addImages(better, [loaded(IMAGE, 'one')]));
  const [keep, third] = [await save(A, { images: [IMAGE] }), await save(MOBILE)];
  value(await library.bookmarks.edit(better, { addLabels: ['a', 'b'] }));
  const highlight = { bookmarkId: better, color: 'red', position: null };
  const quote = { exact: 'Ice', prefix: '', suffix: ' melts' };
  value(await library.part(highlightRepository).add({ ...highlight, quote }));
  const pair = [
    await save('https://example.org/b'),
    await save('https://www.example.org/b'),
  ] as const;
  const apart = value(await duplicates.markDistinct(pair[0], [pair[1]]));
  const [other, gone] = [
    await save('https://example.org/c'),
    await save(`${A}?ref=c`, { html: LONG }),
  ];
  const joined = value(await duplicates.join([{ keep: other, others: [gone] }]));
  return { ...test, keep, others: [better, third], apart, joined };
}

type FilledLibrary = Awaited<ReturnType<typeof createFilledLibrary>>;

testWholeWrites<FilledLibrary>(createFilledLibrary, {
  join: ({ duplicates, keep, others }) => duplicates.join([{ keep, others }]),
  takeBack: ({ library, joined }) => library.part(recentChanges).undo(joined.group!),
  markDistinct: ({ duplicates, keep, others }) => duplicates.markDistinct(keep, others),
  unmarkDistinct: ({ duplicates, apart }) => duplicates.unmarkDistinct(apart),
});
