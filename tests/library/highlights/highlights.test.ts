import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type {
  Highlight,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
} from '../../../src/domain/highlight';
import { DEFAULT_RETENTION } from '../../../src/domain/retention';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import {
  duplicateRepository,
  type HighlightRepository,
  highlightLists,
  highlightRepository,
  type NewHighlight,
} from '../../../src/library';
import {
  address,
  confirmClock,
  entryOf,
  page,
  type TestLibrary,
  testLibrary,
  undo,
  value,
} from '../library';

const NOT_FOUND = { ok: false, error: { kind: 'not-found' } };

let test: TestLibrary;
let highlights: HighlightRepository;
let bookmarkId: BookmarkId;
beforeEach(async () => {
  test = await testLibrary();
  highlights = test.library.part(highlightRepository);
  bookmarkId = value(await test.library.bookmarks.save(page())).bookmark.id;
});

const quoteOf = (exact: string) => ({ exact, prefix: '', suffix: '' });

const at = (start: number) => ({ start, end: start + 3, textLength: 99, textHash: 'one' });

const add = async (exact: string, parts: Partial<NewHighlight> = {}): Promise<Highlight> =>
  value(
    await highlights.add({
      bookmarkId,
      quote: quoteOf(exact),
      color: 'yellow',
      position: null,
      ...parts,
    }),
  );

const texts = async (id = bookmarkId) =>
  (await highlights.ofBookmark(id)).map(({ quote }) => quote.exact);

describe('a highlight', () => {
  it('is created with its text, colour and note', async () => {
    const made = await add('two', { color: 'red', note: 'Why two?', position: at(4) });
    expect(await highlights.count(bookmarkId)).toBe(1);
    expect(made).toEqual({
      id: made.id,
      bookmarkId,
      quote: quoteOf('two'),
      color: 'red',
      note: 'Why two?',
      review: '',
      isNoteOnly: false,
      refused: [],
      position: at(4),
      created: test.clock.now,
      updated: test.clock.now,
    });
    expect(await highlights.get(made.id)).toEqual(made);
  });

  it('belongs to a bookmark outside the trash', async () => {
    const made = { quote: quoteOf('two'), color: 'red', position: at(4) };
    const unknown = 'unknown' as BookmarkId;
    const { bookmarks } = test.library;
    expect(await highlights.add({ ...made, bookmarkId: unknown })).toEqual(NOT_FOUND);
    value(await bookmarks.trash([bookmarkId]));
    expect(await highlights.add({ ...made, bookmarkId })).toEqual(NOT_FOUND);
  });

  it('is listed in the order of the text, and after the others while it has no position', async () => {
    await add('lost first');
    test.clock.now = unixMs(test.clock.now + 1);
    await add('lost second');
    await add('three', { position: at(8) });
    await add('one', { position: at(0) });
    expect(await texts()).toEqual(['one', 'three', 'lost first', 'lost second']);
  });

  it('is reported to an open page when it changes in another context', async () => {
    const seen: (readonly Highlight[])[] = [];
    const stop = highlights.watch(bookmarkId, (them) => void seen.push(them));
    await vi.waitFor(() => expect(seen).toEqual([[]]));
    const other = await test.another();
    const made = value(
      await other.part(highlightRepository).add({
        bookmarkId,
        quote: quoteOf('one'),
        color: 'blue',
        position: at(0),
      }),
    );
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([made]));
    stop();
  });

  it('is counted for an open list of pages, also when another page gets one', async () => {
    const { library } = test;
    const other = value(await library.bookmarks.save(address({ url: 'https://example.org/other' })))
      .bookmark.id;
    const ignored = value(
      await library.bookmarks.save(address({ url: 'https://example.org/third' })),
    ).bookmark.id;
    await add('one');
    await add('two');
    await add('three', { bookmarkId: ignored });
    let counts: ReadonlyMap<BookmarkId, number> = new Map();
    const stop = library.part(highlightLists).watchCounts([bookmarkId, other], (next) => {
      counts = next;
    });
    await vi.waitFor(() => expect([...counts]).toEqual([[bookmarkId, 2]]));
    await add('four', { bookmarkId: other });
    await vi.waitFor(() => expect(counts.get(other)).toBe(1));
    stop();
  });

  it('is edited, and the edit can be undone', async () => {
    const made = await add('two', { color: 'red' });
    test.clock.now = unixMs(test.clock.now + 1);
    const edited = value(
      await highlights.edit(made.id, { color: 'blue', note: 'Cold', isNoteOnly: false }),
    );
    expect(await highlights.get(made.id)).toMatchObject({
      color: 'blue',
      note: 'Cold',
      created: made.created,
      updated: made.updated + 1,
    });
    await undo(test, edited);
    expect(await highlights.get(made.id)).toEqual({ ...made, updated: test.clock.now });
  });

  it('is attached to another text, and the undo gives it the former quote', async () => {
    const made = await add('two');
    const edited = value(await highlights.edit(made.id, { quote: quoteOf('three') }));
    expect(await texts()).toEqual(['three']);
    await undo(test, edited);
    expect(await texts()).toEqual(['two']);
  });

  it('is attached to a place with its position, and the undo restores the former one with its doubt', async () => {
    const made = await add('two', { position: at(1) });
    value(await highlights.setPositions(new Map([[made.id, 'unsure']])));
    const place = { quote: quoteOf('three'), position: at(8), pagePosition: at(9) };
    const edited = value(await highlights.edit(made.id, place));
    const attached = await highlights.get(made.id);
    expect(attached).toMatchObject(place);
    expect(attached).not.toHaveProperty('doubt');
    await undo(test, edited);
    expect(await highlights.get(made.id)).toMatchObject({
      quote: quoteOf('two'),
      position: at(1),
      pagePosition: null,
      doubt: 'unsure',
    });
  });

  it('loses the other position when a person attaches or confirms it, until that is undone', async () => {
    const other = { ...quoteOf('two'), prefix: 'Copy ' };
    for (const [given, lost] of [
      ['pagePosition', 'position'],
      ['position', 'pagePosition'],
    ] as const) {
      const made = await add('two', { position: at(1), pagePosition: at(2) });
      for (const place of [{ quote: other, [given]: at(8) }, { [given]: at(8) }]) {
        const edited = value(await highlights.edit(made.id, place));
        expect(await highlights.get(made.id)).toMatchObject({ ...place, [lost]: null });
        await undo(test, edited);
        expect(await highlights.get(made.id)).toEqual({ ...made, updated: test.clock.now });
      }
      value(await highlights.edit(made.id, { note: 'Kept' }));
      expect(await highlights.get(made.id)).toMatchObject({ position: at(1), pagePosition: at(2) });
    }
  });

  it('is sent again when a person confirms where its text is, which the server did not find', async () => {
    const made = await add('two');
    const record = (localOnly: 'not-found' | 'covered') =>
      test.library.sync.highlightTransaction(bookmarkId, (tx) => {
        const { highlight, shadow } = tx.get(made.id)!;
        tx.put(highlight, { ...shadow, localOnly });
      });
    value(await record('not-found'));
    value(await highlights.edit(made.id, { note: 'Why?' }));
    expect([...(await highlights.localOnly(bookmarkId)).values()]).toEqual(['not-found']);
    value(await highlights.edit(made.id, { position: at(1) }));
    expect(await highlights.localOnly(bookmarkId)).toEqual(new Map());
    value(await record('covered'));
    value(await highlights.edit(made.id, { position: at(2) }));
    expect([...(await highlights.localOnly(bookmarkId)).values()]).toEqual(['covered']);
  });

  it('is deleted and restored with everything that it has', async () => {
    const made = await add('two', { note: 'Why two?', position: at(4) });
    await add('three');
    const deleted = value(await highlights.delete([made.id, 'unknown' as HighlightId]));
    expect(deleted.value).toEqual([made]);
    expect(await texts()).toEqual(['three']);
    await undo(test, deleted);
    expect(await highlights.get(made.id)).toEqual(made);
  });

  it('keeps a note that was written since it was restored, when it is restored again', async () => {
    const made = await add('two', { note: 'Why two?' });
    const deleted = value(await highlights.delete([made.id]));
    value(await highlights.restore(deleted.value));
    value(await highlights.edit(made.id, { note: 'since then' }));
    value(await highlights.restore(deleted.value));
    expect(await highlights.get(made.id)).toEqual({ ...made, note: 'since then' });
  });

  it('is kept for 30 days after its deletion, and can be restored until then', async () => {
    const [one, two] = [await add('one'), await add('two', { note: 'mine' })];
    const later = async (ms: number) => {
      test.clock.now = unixMs(test.clock.now + ms);
      await confirmClock(test);
      value(await test.library.storage.expire(test.clock.now));
    };
    value(await highlights.delete([one.id]));
    await later(1);
    value(await highlights.delete([two.id]));
    await later(30 * DAY_MS);
    const kept = await test.tables.deletedHighlights.toCollection().primaryKeys();
    expect(kept).toEqual([two.id]);
    value(await highlights.restore([two]));
    expect(await highlights.get(two.id)).toEqual(two);
    expect(await test.tables.deletedHighlights.count()).toBe(0);
  });

  it('is kept after its deletion as long as a person wants the trash to be kept', async () => {
    const { id } = await add('one');
    await test.tables.meta.put({
      key: 'retention',
      rules: { ...DEFAULT_RETENTION, trashDays: 90 },
    });
    value(await highlights.delete([id]));
    test.clock.now = unixMs(test.clock.now + 90 * DAY_MS);
    await confirmClock(test);
    value(await test.library.storage.expire(test.clock.now));
    expect(await test.tables.deletedHighlights.count()).toBe(1);
  });

  it('is not found by an unknown id', async () => {
    const edited = await highlights.edit('unknown' as HighlightId, { note: 'x' });
    expect(edited).toEqual(NOT_FOUND);
  });

  it('gets what a search found without counting as edited', async () => {
    const [one, two] = [await add('one'), await add('two', { position: at(4) })];
    test.clock.now = unixMs(test.clock.now + 1);
    const find = async (result: HighlightPosition | HighlightDoubt) =>
      value(
        await highlights.setPositions(
          new Map([one.id, two.id, 'unknown' as HighlightId].map((id) => [id, result])),
        ),
      );
    await find('detached');
    expect(await highlights.ofBookmark(bookmarkId)).toEqual([
      { ...two, doubt: 'detached' },
      { ...one, doubt: 'detached' },
    ]);
    await find('unsure');
    expect(await highlights.get(two.id)).toEqual({ ...two, doubt: 'unsure' });
    await find(at(8));
    expect(await highlights.get(two.id)).toEqual({ ...two, position: at(8) });
  });
});

describe('the highlights of a bookmark', () => {
  it('stay with it in the trash and after it is restored', async () => {
    await add('two');
    value(await test.library.bookmarks.trash([bookmarkId]));
    expect(await texts()).toEqual(['two']);
    value(await test.library.bookmarks.restore([bookmarkId]));
    expect(await texts()).toEqual(['two']);
  });

  it('are deleted with it for good, and then cannot be restored', async () => {
    const made = await add('two');
    value(await highlights.delete([(await add('deleted')).id]));
    const other = value(
      await test.library.bookmarks.save(address({ url: 'https://example.org/b' })),
    ).bookmark.id;
    await add('three', { bookmarkId: other });
    value(await test.library.bookmarks.trash([bookmarkId]));
    value(await test.library.bookmarks.purge([bookmarkId]));
    expect(await texts()).toEqual([]);
    expect(await texts(other)).toEqual(['three']);
    expect(value(await highlights.restore([made])).value).toEqual([]);
    expect(await test.tables.highlights.count()).toBe(1);
    expect(await test.tables.deletedHighlights.count()).toBe(0);
    expect(await test.tables.highlightShadows.count()).toBe(1);
    expect(await test.tables.outbox.where('kind').equals('highlight').count()).toBe(1);
  });

  it('move to the bookmark that theirs is joined into, and back when that is undone', async () => {
    const duplicates = test.library.part(duplicateRepository);
    const keep = value(
      await test.library.bookmarks.save(page({ url: 'https://www.example.org/a' })),
    ).bookmark.id;
    const own = await add('one', { bookmarkId: keep, position: at(0) });
    const moved = await add('two', { position: at(4) });
    const joined = value(await duplicates.join([{ keep, others: [bookmarkId] }]));
    expect(await texts(keep)).toEqual(['one', 'two']);
    expect(await texts()).toEqual([]);
    const waiting = { of: keep, state: 'waiting' };
    expect(await entryOf(test.tables, moved.id)).toMatchObject(waiting);
    value(await highlights.edit(moved.id, { note: 'since then' }));
    await undo(test, joined);
    expect(await highlights.ofBookmark(keep)).toEqual([own]);
    expect(await highlights.ofBookmark(bookmarkId)).toEqual([{ ...moved, note: 'since then' }]);
  });

  it('move to the bookmark that sync joins theirs into', async () => {
    const kept = value(
      await test.library.bookmarks.save(page({ url: 'https://www.example.org/a' })),
    ).bookmark.id;
    await add('two', { position: at(4) });
    const { sync } = test.library;
    value(
      await sync.transaction({ ids: [bookmarkId] }, (tx) =>
        tx.moveContents({ from: bookmarkId, to: kept, hasHighlights: true }),
      ),
    );
    expect(await highlights.ofBookmark(kept)).toMatchObject([
      { position: null, doubt: 'unanchored' },
    ]);
    expect(await sync.highlightStates(kept)).toMatchObject([
      { entry: { of: kept, state: 'waiting' } },
    ]);
  });

  it('become one with a highlight of the same words, with both notes, when sync joins their bookmarks', async () => {
    const kept = value(
      await test.library.bookmarks.save(page({ url: 'https://www.example.org/a' })),
    ).bookmark.id;
    const there = await add('two', { bookmarkId: kept, note: 'Mine' });
    await add('t w o', { note: 'Yours', color: 'red' });
    await add('three', { note: 'Other words' });
    const { sync } = test.library;
    value(
      await sync.transaction({ ids: [bookmarkId] }, (tx) =>
        tx.moveContents({ from: bookmarkId, to: kept, hasHighlights: true }),
      ),
    );
    expect(await highlights.ofBookmark(kept)).toMatchObject([
      { id: there.id, color: 'yellow', note: 'Mine\n\nYours' },
      { quote: quoteOf('three'), note: 'Other words' },
    ]);
    expect(await sync.highlightStates(kept)).toHaveLength(2);
    expect(await test.tables.outbox.where('kind').equals('highlight').count()).toBe(2);
    expect(await sync.journal(9)).toMatchObject([
      {
        kind: 'joined',
        bookmarkId: kept,
        highlight: { id: there.id },
        changes: [
          { field: 'color', ours: 'yellow', theirs: 'red' },
          { field: 'note', ours: 'Mine\n\nYours', theirs: 'Yours' },
        ],
      },
    ]);
  });

  it('stay where they are when the bookmark that they came from is gone', async () => {
    const duplicates = test.library.part(duplicateRepository);
    const keep = value(
      await test.library.bookmarks.save(page({ url: 'https://www.example.org/a' })),
    ).bookmark.id;
    await add('two', { position: at(4) });
    const joined = value(await duplicates.join([{ keep, others: [bookmarkId] }]));
    value(await test.library.bookmarks.purge([bookmarkId]));
    await undo(test, joined);
    expect(await texts(keep)).toEqual(['two']);
  });
});
