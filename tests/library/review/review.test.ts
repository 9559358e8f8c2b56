import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { dayOf } from '../../../src/domain/calendar';
import type { Highlight, HighlightId } from '../../../src/domain/highlight';
import { answered, dueText, type ReviewAnswer } from '../../../src/domain/review';
import { DAY_MS, type UnixMs, unixMs } from '../../../src/domain/time';
import {
  type HighlightRepository,
  highlightRepository,
  type ReviewOfDay,
  reviewRepository,
} from '../../../src/library';
import { page, type TestLibrary, testLibrary, undo, value } from '../library';

let test: TestLibrary;
let highlights: HighlightRepository;
let pages: Record<string, BookmarkId>;
beforeEach(async () => {
  test = await testLibrary();
  highlights = test.library.part(highlightRepository);
  pages = { ice: await save('Ice'), snow: await save('Snow'), fog: await save('Fog') };
});

const save = async (name: string): Promise<BookmarkId> => {
  const saved = page({ url: `https://example.org/${name}`, title: name });
  return value(await test.library.bookmarks.save(saved)).bookmark.id;
};

const today = () => dayOf(test.clock.now);
const wait = (days: number) => {
  test.clock.now = unixMs(test.clock.now + days * DAY_MS);
};

async function add(name: string, exact: string): Promise<HighlightId> {
  test.clock.now = unixMs(test.clock.now + 1000);
  const quote = { exact, prefix: '', suffix: '' };
  const made = { bookmarkId: pages[name]!, quote, color: 'yellow', position: null };
  return value(await highlights.add(made)).id;
}

const read = (perDay = 5): Promise<ReviewOfDay> =>
  test.library.part(reviewRepository).read({ today: today(), perDay });

const wordsOf = ({ left }: ReviewOfDay) => left.map(({ highlight }) => highlight.quote.exact);

async function answer({ left }: ReviewOfDay, given: ReviewAnswer) {
  const { id, review } = left[0]!.highlight;
  return value(await highlights.edit(id, { review: answered(review, given, today()) }));
}

describe('the review of a day', () => {
  it('is empty in a library without highlights', async () => {
    expect(await read()).toEqual({ left: [], done: 0, nextDay: null, isEmpty: true });
  });

  it('has a new highlight on the next day, the oldest first', async () => {
    await add('ice', 'one');
    await add('snow', 'two');
    expect(await read()).toMatchObject({ left: [], nextDay: today() + 1, isEmpty: false });
    wait(1);
    await add('fog', 'new');
    expect(wordsOf(await read())).toEqual(['one', 'two']);
    expect(await read(1)).toMatchObject({ left: [{ bookmark: { title: 'Ice' } }] });
  });

  it('shows a kept highlight after twice as many days each time, and first', async () => {
    await add('ice', 'kept');
    wait(1);
    await answer(await read(), 'keep');
    expect(await read()).toMatchObject({ left: [], done: 1, nextDay: today() + 2 });
    wait(1);
    expect(await read()).toMatchObject({ left: [], done: 0, nextDay: today() + 1 });
    await add('snow', 'other');
    wait(1);
    expect(wordsOf(await read())).toEqual(['kept', 'other']);
    await answer(await read(), 'keep');
    wait(3);
    expect(wordsOf(await read())).toEqual(['other']);
    wait(1);
    expect(wordsOf(await read())).toEqual(['kept', 'other']);
  });

  it('never shows a highlight again after Never', async () => {
    await add('ice', 'refused');
    wait(1);
    await answer(await read(), 'never');
    expect(await read()).toMatchObject({ left: [], done: 1, nextDay: null });
    wait(5000);
    expect(await read()).toMatchObject({ left: [], done: 0, nextDay: null });
  });

  it('counts what was answered today, and puts an undone answer back', async () => {
    for (const name of ['one', 'two', 'three']) await add('ice', name);
    wait(1);
    await answer(await read(2), 'less');
    const { left, done, nextDay } = await read(2);
    expect([left.length, done, nextDay]).toEqual([1, 1, today()]);
    const never = await answer(await read(2), 'never');
    // The third is for tomorrow.
    expect(await read(2)).toMatchObject({ left: [], done: 2, nextDay: today() + 1 });
    await undo(test, never);
    expect(wordsOf(await read(2))).toEqual(['two']);
  });

  it('leaves out the pages in the trash', async () => {
    await add('ice', 'one');
    await add('snow', 'two');
    value(await test.library.bookmarks.trash([pages.ice!]));
    expect((await read()).nextDay).toBe(today() + 1);
    wait(1);
    expect(wordsOf(await read())).toEqual(['two']);
    value(await test.library.bookmarks.trash([pages.snow!]));
    expect(await read()).toMatchObject({ left: [], nextDay: null, isEmpty: false });
  });

  it('reads a few hundred of many highlights', async () => {
    const names = ['ice', 'snow', 'fog'];
    const many = rows(20_000, (at) => ({
      bookmarkId: pages[names[at % 3]!]!,
      review: at % 2 === 0 ? '' : dueText(today() - (at % 500), 4),
    }));
    await test.tables.highlights.bulkAdd(many);
    expect(await countReads(() => read())).toBeLessThan(200);
    // A whole book comes before all others.
    await test.tables.highlights.bulkPut(
      rows(5000, () => ({ review: dueText(today() - 900, 4), bookmarkId: pages.ice! })),
    );
    expect(await countReads(() => read())).toBeLessThan(2200);
  });
});

/** Returns how many highlights are read meanwhile. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const counted = (row: Highlight) => {
    count += 1;
    return row;
  };
  const { highlights: table } = test.library.part(({ db }) => db);
  table.hook('reading', counted);
  await work();
  table.hook('reading').unsubscribe(counted);
  return count;
}

const rows = (count: number, more: (at: number) => Partial<Highlight>): Highlight[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `h${at}` as HighlightId,
    bookmarkId: pages.ice!,
    quote: { exact: `words ${at}`, prefix: '', suffix: '' },
    color: 'yellow',
    note: '',
    review: '',
    isNoteOnly: false,
    refused: [],
    position: null,
    created: (test.clock.now - 10 * DAY_MS + at) as UnixMs,
    updated: test.clock.now,
    ...more(at),
  }));
