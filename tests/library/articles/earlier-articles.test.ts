import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { UNKNOWN_STRUCTURE } from '../../../src/domain/site-rules/page-structure';
import { unixMs } from '../../../src/domain/time';
import {
  cleanUpRepository,
  type EarlierArticle,
  type EarlierArticleRepository,
  earlierArticleRepository,
  highlightRepository,
} from '../../../src/library';
import { compareTexts } from '../../../src/library/articles/compare-texts';
import {
  capture,
  earlierArticles,
  loaded,
  page,
  putOnServer,
  queuedIntents,
  type TestLibrary,
  testLibrary,
  undo,
  unsentOf,
  value,
} from '../library';
import { checkInvariants } from '../model/invariants';

const text = (count: number, word: string) =>
  `<p>${Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ')}</p>`;
const LONG = text(2000, 'long');
const TEASER = text(20, 'teaser');
const OTHER = text(1500, 'other');
const IMAGE = 'https://example.org/1.png';

let test: TestLibrary;
let id: BookmarkId;
let earlier: EarlierArticleRepository;

beforeEach(async () => {
  test = await testLibrary();
  earlier = test.library.part(earlierArticleRepository);
  id = value(await test.library.bookmarks.save(page({ html: LONG, images: [IMAGE] }))).bookmark.id;
  value(await test.library.articles.addImages(id, [loaded(IMAGE, 'one')]));
});

const again = async (parts: Parameters<typeof capture>[0]) =>
  value(await test.library.bookmarks.recapture(id, capture(parts)));
const article = () => test.library.articles.get(id);
const bookmark = async () => (await test.library.bookmarks.get(id)) ?? expect.fail();
const back = async (earlierId: number | null) =>
  value(await earlier.putBack(id, earlierId ?? expect.fail())).value;

describe('a capture that loses more than half of the words', () => {
  it('does not replace the article, and is kept to be chosen', async () => {
    const [before, row] = [await article(), await bookmark()];
    await test.tables.outbox.clear();
    const change = await again({ html: TEASER, title: 'Please sign in' });
    expect(change).toMatchObject({ isTooShort: true, wordsBefore: 2000, wordsAfter: 20 });
    expect([await article(), await bookmark()]).toEqual([before, row]);
    expect(await queuedIntents(test.tables)).toEqual([]);
    expect(await earlierArticles(test.tables, id)).toMatchObject([
      { id: change.earlierId, cause: 'too-short', html: TEASER },
    ]);
    await back(change.earlierId);
    expect(await article()).toMatchObject({ html: TEASER });
    expect(await bookmark()).toMatchObject({ title: 'Please sign in', wordCount: 20 });
    expect(await earlierArticles(test.tables, id)).toMatchObject([
      { cause: 'captured-again', html: LONG },
    ]);
    await checkInvariants(test.tables);
  });

  it('is kept once, however often it is made', async () => {
    const first = await again({ html: TEASER });
    expect((await again({ html: TEASER })).earlierId).toBe(first.earlierId);
    expect(await earlierArticles(test.tables, id)).toHaveLength(1);
  });

  it('is one that loses a word more than half of them', async () => {
    expect((await again({ html: text(1000, 'half') })).isTooShort).toBe(false);
    expect((await again({ html: text(499, 'less') })).isTooShort).toBe(true);
  });

  it.each(['saved', 'captured again'])(
    'does not take the place of an article that only the server has when its page is %s',
    async (way) => {
      const content = { kind: 'address', reason: 'on-server' } as const;
      await test.tables.articles.delete(id);
      await test.tables.bookmarks.update(id, { content });
      if (way === 'saved') value(await test.library.bookmarks.save(page({ html: TEASER })));
      else await again({ html: TEASER });
      expect(await bookmark()).toMatchObject({ content, wordCount: 2000 });
      expect(await article()).toBeNull();
      expect(await earlierArticles(test.tables, id)).toMatchObject([{ html: TEASER }]);
    },
  );
});

describe('an earlier article', () => {
  it('is put back with its page values and the place where it was left', async () => {
    value(
      await test.library.bookmarks.edit(id, { readProgress: 60, readAnchor: 'p:nth-child(1)' }),
    );
    const [before, row] = [await article(), await bookmark()];
    const { earlierId } = await again({ html: OTHER, title: 'Other', description: 'About' });
    value(await test.library.bookmarks.edit(id, { readProgress: 100, readAnchor: '' }));
    test.clock.now = unixMs(test.clock.now + 5);
    await putOnServer(test.tables);
    const [onServer] = await test.tables.bookmarks.toArray();
    const undo = await back(earlierId);
    // It is a change, which other devices receive.
    expect(await article()).toEqual({ ...before, changedAt: test.clock.now });
    const { serverId } = onServer!;
    expect(await bookmark()).toEqual({ ...row, serverId, updated: test.clock.now });
    expect((await queuedIntents(test.tables)).map(({ intent }) => intent.kind)).toEqual([
      'patch',
      'content',
    ]);
    expect(await unsentOf(test.tables)).toMatchObject([
      { set: { title: row.title, readProgress: 60 } },
    ]);
    await back(undo);
    expect(await article()).toMatchObject({ html: OTHER });
    expect(await bookmark()).toMatchObject({ title: 'Other', readProgress: 100, wordCount: 1500 });
    await checkInvariants(test.tables);
  });

  it('is found in searches again', async () => {
    const { earlierId } = await again({ html: OTHER });
    await test.tables.searchPending.clear();
    await back(earlierId);
    expect(await test.tables.searchPending.toArray()).toContainEqual(
      expect.objectContaining({ bookmarkIds: [id], part: 'text' }),
    );
  });

  it('keeps what a person wrote over the values of its page', async () => {
    const { earlierId } = await again({ html: OTHER, title: 'Other' });
    value(await test.library.bookmarks.edit(id, { title: 'Mine' }));
    await back(earlierId);
    expect(await bookmark()).toMatchObject({ title: 'Mine' });
  });

  it('has its highlights looked for again', async () => {
    const highlights = test.library.part(highlightRepository);
    const quote = { exact: 'long7', prefix: '', suffix: '' };
    const position = { start: 0, end: 5, textLength: 99, textHash: 'one' };
    const added = value(await highlights.add({ bookmarkId: id, quote, color: 'yellow', position }));
    const { earlierId } = await again({ html: OTHER });
    value(await highlights.setPositions(new Map([[added.id, 'detached']])));
    await back(earlierId);
    expect(await highlights.nextUnanchored()).toBe(id);
  });

  it('gets images that arrive after it was replaced, and those of the present article', async () => {
    const late = 'https://example.org/late.png';
    await again({ html: OTHER, images: [IMAGE, late] });
    const { earlierId } = await again({ html: LONG, images: [IMAGE] });
    value(await test.library.articles.addImages(id, [loaded(late, 'late')]));
    await checkInvariants(test.tables);
    await back(earlierId);
    expect((await article())?.images.map(({ hash }) => hash !== null)).toEqual([true, true]);
    expect((await article())?.report).toMatchObject({ imagesKept: 2 });
    await checkInvariants(test.tables);
  });

  it('is listed with its date, its words and why it was replaced', async () => {
    const capturedAt = test.clock.now;
    test.clock.now = unixMs(capturedAt + 1000);
    await again({ html: OTHER });
    const seen: EarlierArticle[][] = [];
    const stop = earlier.watch(id, (all) => seen.push([...all]));
    await vi.waitFor(() => expect(seen.at(-1)).toHaveLength(1));
    expect(seen.at(-1)).toMatchObject([
      { capturedAt, replacedAt: test.clock.now, wordCount: 2000, cause: 'captured-again' },
    ]);
    stop();
  });

  it('is the one before the first block was removed from it', async () => {
    const cleanUp = test.library.part(cleanUpRepository);
    const edit = async (html: string) =>
      value(
        await cleanUp.edit(id, {
          article: capture({ html, images: [IMAGE] }).article ?? expect.fail(),
          structure: UNKNOWN_STRUCTURE,
          rule: null,
          dropped: null,
        }),
      );
    const first = await edit(OTHER);
    const second = await edit(TEASER);
    expect(await earlierArticles(test.tables, id)).toMatchObject([
      { cause: 'cleaned-up', html: LONG },
    ]);
    await checkInvariants(test.tables);
    await undo(test, second);
    await undo(test, first);
    expect(await earlierArticles(test.tables, id)).toEqual([]);
    expect(await article()).toMatchObject({ html: LONG });
    await checkInvariants(test.tables);
  });

  it('of another bookmark is not put back', async () => {
    const { earlierId } = await again({ html: OTHER });
    const other = page({ url: 'https://example.org/b' });
    const { bookmark: there } = value(await test.library.bookmarks.save(other));
    expect(await earlier.putBack(there.id, earlierId ?? 0)).toEqual({
      ok: false,
      error: { kind: 'not-found' },
    });
    expect(await article()).toMatchObject({ html: OTHER });
  });
});

describe('after any captures and any articles put back', () => {
  it('no text is lost, and putting back is undone by putting back', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('capture'), words: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ kind: fc.constant('back'), words: fc.nat(9) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        test = await testLibrary();
        earlier = test.library.part(earlierArticleRepository);
        id = value(await test.library.bookmarks.save(page({ html: LONG }))).bookmark.id;
        const seen = new Set([LONG]);
        for (const [at, { kind, words }] of steps.entries()) {
          const kept = await earlierArticles(test.tables, id);
          const one = kept[words % Math.max(1, kept.length)];
          if (kind === 'capture') {
            const html = text(words * 70, `step${at}-`);
            seen.add(html);
            await again({ html });
          } else if (one !== undefined) {
            const before = await article();
            await back(await back(one.id));
            expect(await article()).toEqual(before);
            const again = (await earlierArticles(test.tables, id)).find((x) => x.html === one.html);
            await back(again?.id ?? null);
            expect(await article()).toMatchObject({ html: one.html });
          }
          const all = await earlierArticles(test.tables, id);
          expect(new Set([(await article())?.html, ...all.map((x) => x.html)])).toEqual(seen);
          await checkInvariants(test.tables);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('compareTexts', () => {
  it('has the paragraphs that only one text has, in their order, as a person reads them', () => {
    const before = '<p>One</p><p>The <b>same</b></p><p>Tom &amp; Ann</p><p>Twice</p><p>Twice</p>';
    const after = '<ul><li>The same</li><li>New</li></ul><p>Twice</p><p>1 &lt; 2&nbsp;m</p>';
    expect(compareTexts(before, after)).toEqual({
      onlyEarlier: { paragraphs: ['One', 'Tom & Ann', 'Twice'], count: 3 },
      onlyPresent: { paragraphs: ['New', '1 < 2 m'], count: 2 },
      isCut: false,
    });
  });

  it('shows a bounded part of long texts, and says how many paragraphs there are', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `<p>${at}</p>`).join('');
    const { onlyEarlier } = compareTexts(many, `<p>${'x'.repeat(1_000_000)}</p>`);
    expect(onlyEarlier.count).toBe(3000);
    expect(onlyEarlier.paragraphs).toHaveLength(400);
    const { onlyPresent } = compareTexts('', `<p>${'x'.repeat(1_000_000)}</p>`);
    expect(onlyPresent.paragraphs[0]).toHaveLength(5001);
    expect(compareTexts('x'.repeat(5_000_000), '').isCut).toBe(true);
  });
});
