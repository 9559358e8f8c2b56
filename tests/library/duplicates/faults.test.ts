import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { type DistinctPair, highlightRepository, type Joined } from '../../../src/library';
import { allRows, type Fault, failWrite } from '../faults';
import { loaded, value } from '../library';
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

interface FilledLibrary {
  readonly duplicates: Awaited<ReturnType<typeof withDuplicates>>['duplicates'];
  readonly keep: BookmarkId;
  readonly others: readonly BookmarkId[];
  readonly apart: readonly DistinctPair[];
  readonly joined: readonly Joined[];
}

const WRITES = {
  join: ({ duplicates, keep, others }: FilledLibrary) => duplicates.join([{ keep, others }]),
  takeBack: ({ duplicates, joined }: FilledLibrary) => duplicates.takeBack(joined),
  markDistinct: ({ duplicates, keep, others }: FilledLibrary) =>
    duplicates.markDistinct(keep, others),
  unmarkDistinct: ({ duplicates, apart }: FilledLibrary) => duplicates.unmarkDistinct(apart),
};

const FAULTS: readonly (readonly [Fault, string])[] = [
  ['quota-on-request', 'quota'],
  ['quota-on-commit', 'quota'],
  ['killed', 'unavailable'],
];

describe.each(Object.entries(WRITES))('%s', (_, write) => {
  it.each(FAULTS)(
    'writes everything or nothing when one of its writes fails (%s)',
    async (fault, kind) => {
      for (let number = 1; ; number += 1) {
        const test = await createFilledLibrary();
        const before = await allRows(test.tables);
        const { writes } = failWrite(number, fault);
        const written = await write(test);
        const made = writes();
        vi.restoreAllMocks();
        if (written.ok) {
          expect(made).toBe(number - 1);
          expect(made).toBeGreaterThan(0);
          expect(await allRows(test.tables)).not.toEqual(before);
          return;
        }
        expect(written.error.kind).toBe(kind);
        expect(await allRows(test.tables)).toEqual(before);
      }
    },
  );
});
