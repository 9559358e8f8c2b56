import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { HighlightId } from '../../../src/domain/highlight';
import { unixMs } from '../../../src/domain/time';
import {
  type DoubtfulHighlights,
  type HighlightFilter,
  type HighlightGroup,
  type HighlightGroupPage,
  type HighlightLists,
  type HighlightRepository,
  highlightLists,
  highlightRepository,
  type NewHighlight,
} from '../../../src/library';
import { page, type TestLibrary, testLibrary, value } from '../library';

let test: TestLibrary;
let lists: HighlightLists;
let highlights: HighlightRepository;
beforeEach(async () => {
  test = await testLibrary();
  lists = test.library.part(highlightLists);
  highlights = test.library.part(highlightRepository);
});

const save = async (name: string): Promise<BookmarkId> => {
  const saved = page({ url: `https://example.org/${name}`, title: name });
  return value(await test.library.bookmarks.save(saved)).bookmark.id;
};

/** Adds a highlight one second after the last one. */
async function add(
  bookmarkId: BookmarkId,
  exact: string,
  more: Partial<NewHighlight> = {},
): Promise<HighlightId> {
  test.clock.now = unixMs(test.clock.now + 1000);
  const quote = { exact, prefix: '', suffix: '' };
  const made = { bookmarkId, quote, color: 'yellow', position: null, ...more };
  return value(await highlights.add(made)).id;
}

const at = (start: number) => ({ start, end: start + 3, textLength: 99, textHash: 'one' });

/** Returns the titles and the quotes of groups. */
const shown = (groups: readonly HighlightGroup[]) =>
  groups.map(({ bookmark, highlights: these }) => [
    bookmark.title,
    ...these.map(({ quote }) => quote.exact),
  ]);

/** Reads all pages. */
async function readAll(filter: HighlightFilter = {}): Promise<readonly HighlightGroupPage[]> {
  const pages: HighlightGroupPage[] = [];
  let after: HighlightGroupPage['next'] = null;
  do {
    const next: HighlightGroupPage = await lists.readPage({ filter, after });
    pages.push(next);
    after = next.next;
  } while (after !== null);
  return pages;
}

const groups = async (filter: HighlightFilter = {}) =>
  shown((await readAll(filter)).flatMap(({ rows }) => rows));

describe('the list of all highlights', () => {
  it('has a group for each page: that with the newest highlight first, each in the order of its text', async () => {
    const [ice, snow] = [await save('Ice'), await save('Snow')];
    await add(ice, 'third', { position: at(30) });
    await add(snow, 'flake');
    await add(ice, 'first', { position: at(3) });
    expect(await groups()).toEqual([
      ['Ice', 'first', 'third'],
      ['Snow', 'flake'],
    ]);
  });

  it('leaves out the highlights of bookmarks in the trash', async () => {
    const [ice, snow] = [await save('Ice'), await save('Snow')];
    await add(ice, 'cold');
    await add(snow, 'flake');
    value(await test.library.bookmarks.trash([snow]));
    expect(await groups()).toEqual([['Ice', 'cold']]);
  });

  it.each<[string, HighlightFilter, string[]]>([
    ['a colour', { color: 'red' }, ['Cold']],
    ['the colour that new ones have', { color: 'yellow' }, ['colder']],
    ['a label', { label: 'winter' }, ['Cold', 'colder']],
    ['words in any order, without case and accents', { text: 'SEE über' }, ['snow']],
    ['words of the note', { text: 'why' }, ['colder']],
    ['a first day', { from: unixMs(1_700_000_002_000) }, ['colder', 'snow']],
    ['a last day', { until: unixMs(1_700_000_002_000) }, ['Cold']],
    ['several conditions', { label: 'winter', text: 'cold', color: 'yellow' }, ['colder']],
    ['a word that is nowhere', { text: 'lava' }, []],
  ])('is filtered by %s', async (_, filter, expected) => {
    const [ice, snow] = [await save('Ice'), await save('Snow')];
    value(await test.library.bookmarks.edit(ice, { addLabels: ['winter'] }));
    await add(ice, 'Cold', { color: 'red', position: at(3) });
    await add(ice, 'colder', { note: 'Why?', position: at(9) });
    await add(snow, 'snow', { color: 'none', note: 'Uber dem See' });
    const found = await readAll(filter);
    const quotes = found.flatMap(({ rows }) => rows.flatMap((group) => group.highlights));
    expect(quotes.map(({ quote }) => quote.exact).sort()).toEqual(expected.sort());
  });

  it('is read in pages of limited size, each group once', async () => {
    for (let n = 0; n < 45; n += 1) {
      const id = await save(`Page ${n}`);
      await add(id, 'one');
      await add(id, 'two');
    }
    await add(await save('Page 0'), 'three');
    const pages = await readAll();
    expect(pages.map(({ rows }) => rows.length)).toEqual([20, 20, 5]);
    const titles = pages.flatMap(({ rows }) => rows.map(({ bookmark }) => bookmark.title));
    expect(titles[0]).toBe('Page 0');
    expect(new Set(titles).size).toBe(45);
  });

  it('ends a page after the group with many highlights', async () => {
    const [ice, snow] = [await save('Ice'), await save('Snow')];
    await add(snow, 'flake');
    const row = (await test.tables.highlights.toArray())[0]!;
    const many = Array.from({ length: 500 }, (_, n) => ({
      ...row,
      id: `many${n}` as HighlightId,
      bookmarkId: ice,
      created: unixMs(row.created + n + 1),
    }));
    await test.tables.highlights.bulkAdd(many);
    expect(
      (await readAll()).map(({ rows }) => rows.map((group) => group.highlights.length)),
    ).toEqual([[500], [1]]);
  });

  it('reads at most 2,000 highlights for a page, also when none is shown', async () => {
    await add(await save('Ice'), 'rare');
    const row = (await test.tables.highlights.toArray())[0]!;
    const other = await save('Snow');
    const many = Array.from({ length: 4500 }, (_, n) => ({
      ...row,
      id: `many${n}` as HighlightId,
      bookmarkId: other,
      created: unixMs(row.created + n + 1),
      quote: { ...row.quote, exact: 'common' },
    }));
    await test.tables.highlights.bulkAdd(many);
    expect((await readAll({ text: 'rare' })).map(({ rows }) => rows.length)).toEqual([0, 0, 1]);
  });

  it('is reported again when a highlight changes in another context', async () => {
    const ice = await save('Ice');
    await add(ice, 'cold');
    const seen: HighlightGroupPage[] = [];
    const stop = lists.watchPage({ filter: {}, after: null }, (them) => void seen.push(them));
    await vi.waitFor(() => expect(shown(seen.at(-1)?.rows ?? [])).toEqual([['Ice', 'cold']]));
    const other = (await test.another()).part(highlightRepository);
    const made = await other.ofBookmark(ice);
    value(await other.delete(made.map(({ id }) => id)));
    await vi.waitFor(() => expect(seen.at(-1)).toEqual({ rows: [], next: null }));
    stop();
  });
});

describe('the list of highlights in doubt', () => {
  async function doubtful(limit = 10): Promise<DoubtfulHighlights> {
    const seen: DoubtfulHighlights[] = [];
    const stop = lists.watchDoubtful(limit, (found) => void seen.push(found));
    await vi.waitFor(() => expect(seen).not.toEqual([]));
    stop();
    return seen[0]!;
  }
  const quotes = ({ rows }: DoubtfulHighlights) =>
    rows.map(({ highlight, bookmark }) => `${highlight.quote.exact} in ${bookmark.title}`);

  it('has the unsure ones first, then the newest, and none that was not searched for', async () => {
    const [ice, snow] = [await save('Ice'), await save('Snow')];
    const lost = await add(ice, 'lost');
    const unsure = await add(ice, 'unsure');
    const newer = await add(snow, 'newer');
    await add(ice, 'new');
    value(
      await highlights.setPositions(
        new Map([
          [lost, 'detached'],
          [unsure, 'unsure'],
          [newer, 'detached'],
        ]),
      ),
    );
    expect(quotes(await doubtful())).toEqual(['unsure in Ice', 'newer in Snow', 'lost in Ice']);
    const first = await doubtful(1);
    expect([quotes(first), first.hasMore]).toEqual([['unsure in Ice'], true]);
    expect((await doubtful(3)).hasMore).toBe(false);
  });

  it('leaves out what is kept as a note, and the trash', async () => {
    const [ice, snow] = [await save('Ice'), await save('Snow')];
    const [note, lost] = [await add(ice, 'note'), await add(snow, 'lost')];
    value(
      await highlights.setPositions(
        new Map([
          [note, 'detached'],
          [lost, 'detached'],
        ]),
      ),
    );
    value(await highlights.edit(note, { isNoteOnly: true }));
    expect(quotes(await doubtful())).toEqual(['lost in Snow']);
    value(await test.library.bookmarks.trash([snow]));
    expect(quotes(await doubtful())).toEqual([]);
  });
});
