import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { DEFAULT_RETENTION } from '../../../src/domain/retention';
import { DAY_MS, MINUTE_MS, unixMs } from '../../../src/domain/time';
import {
  bulkRepository,
  duplicateRepository,
  highlightRepository,
  storageHealth,
} from '../../../src/library';
import { failWrite } from '../faults';
import {
  capture,
  confirmClock,
  loaded,
  page,
  type TestLibrary,
  testLibrary,
  undo,
  value,
} from '../library';

const RULES = { ...DEFAULT_RETENTION, imageDays: 30 };

let test: TestLibrary;
let id: BookmarkId;
let imaged: BookmarkId;
beforeEach(async () => {
  test = await testLibrary();
  const { library, tables } = test;
  id = value(await library.bookmarks.save(page())).bookmark.id;
  const other = page({ url: 'https://example.org/b', images: ['https://example.org/1.png'] });
  imaged = value(await library.bookmarks.save(other)).bookmark.id;
  value(await library.articles.addImages(imaged, [loaded('https://example.org/1.png', 'one')]));
  value(await library.bookmarks.edit(imaged, { isArchived: true }));
  await tables.meta.put({ key: 'retention', rules: RULES });
});

const pass = (ms: number) => {
  test.clock.now = unixMs(test.clock.now + ms);
};
const expire = async () => value(await test.library.storage.expire(test.clock.now));

/** Looks at the clock each day, as the alarm of the background does. */
async function passDays(days: number): Promise<void> {
  for (let n = 0; n < days; n += 1) {
    pass(DAY_MS);
    await expire();
  }
}

/** Deletes one thing of each kind that expires. */
async function deleteAll(): Promise<void> {
  const { library, tables, clock } = test;
  await Promise.all([tables.groups.clear(), tables.log.clear()]);
  const highlights = library.part(highlightRepository);
  const bulk = library.part(bulkRepository);
  const quote = { exact: 'two', prefix: '', suffix: '' };
  const added = { bookmarkId: imaged, quote, color: 'yellow', position: null } as const;
  const highlight = value(await highlights.add(added));
  value(await highlights.delete([highlight.id]));
  const url = 'https://example.org/captured-again';
  const again = value(await library.bookmarks.save(page({ url }))).bookmark.id;
  value(await library.bookmarks.recapture(again, capture({ url, html: '<p>New</p>' })));
  value(await bulk.start({ kind: 'edit', patch: { addLabels: ['ice'] } }, [imaged]));
  value(await bulk.run());
  await tables.journal.add({ at: clock.now, kind: 'merged', bookmarkId: imaged, changes: [] });
  value(await library.bookmarks.trash([id]));
}

async function left() {
  const { tables, library } = test;
  const article = await library.articles.get(imaged);
  return {
    trash: (await tables.bookmarks.bulkGet([id])).filter((row) => row !== undefined).length,
    revisions: await tables.revisions.count(),
    highlights: await tables.deletedHighlights.count(),
    actions: await tables.jobs.count(),
    journal: await tables.journal.count(),
    changes: await tables.groups.count(),
    images: article?.images.filter(({ hash }) => hash !== null).length,
  };
}

const ALL = {
  trash: 1,
  revisions: 1,
  highlights: 1,
  actions: 1,
  journal: 1,
  changes: 3,
  images: 1,
};
const NOTHING = {
  trash: 0,
  revisions: 0,
  highlights: 0,
  actions: 0,
  journal: 0,
  changes: 0,
  images: 0,
};

describe('what expires', () => {
  it('stays when the clock is ahead for a minute', async () => {
    await passDays(3);
    await deleteAll();
    const right = test.clock.now;
    for (const days of [40, 400, 4000]) {
      test.clock.now = unixMs(right + days * DAY_MS);
      await expire();
      pass(MINUTE_MS);
      await expire();
    }
    expect(await left()).toEqual(ALL);
    test.clock.now = right;
    await passDays(27);
    expect(await left()).toEqual(ALL);
    await passDays(5);
    expect(await left()).toEqual(NOTHING);
  });

  it('stays in a new library whose clock is ahead', async () => {
    await deleteAll();
    pass(40 * DAY_MS);
    await expire();
    expect(await left()).toEqual(ALL);
  });

  it('stays when a person changes the rules while the clock is ahead', async () => {
    await passDays(3);
    await deleteAll();
    pass(40 * DAY_MS);
    const health = test.library.part(storageHealth);
    const rules = { ...RULES, trashDays: 7, revisionDays: 7 };
    expect(await health.preview(rules)).toMatchObject({
      trashDays: { count: 0 },
      revisionDays: { count: 0 },
      imageDays: { count: 0 },
    });
    value(await health.apply(rules));
    expect(await left()).toEqual(ALL);
  });

  it('goes when the device has slept for a month and ran for two days since', async () => {
    await passDays(3);
    await deleteAll();
    pass(40 * DAY_MS);
    await expire();
    expect(await left()).toEqual(ALL);
    await passDays(2);
    expect(await left()).toEqual(NOTHING);
  });

  it('goes when the device has slept for a month and the server confirms the time', async () => {
    await passDays(3);
    await deleteAll();
    pass(40 * DAY_MS);
    await confirmClock(test);
    await expire();
    expect(await left()).toEqual(NOTHING);
  });

  it('stays if it was deleted while the clock was behind, until its own time has passed', async () => {
    await passDays(60);
    const right = test.clock.now;
    test.clock.now = unixMs(right - 50 * DAY_MS);
    value(await test.library.bookmarks.trash([id]));
    test.clock.now = right;
    await confirmClock(test);
    await expire();
    expect((await left()).trash).toBe(1);
    await passDays(31);
    expect((await left()).trash).toBe(0);
  });

  it('goes also when there is no room to write that the time was looked at', async () => {
    await passDays(3);
    await deleteAll();
    pass(31 * DAY_MS);
    await confirmClock(test);
    // Another look has something to write.
    pass(MINUTE_MS);
    failWrite(1, 'quota-on-request');
    await expire();
    expect((await left()).highlights).toBe(0);
  });
});

describe('all that a person can undo', () => {
  it.each([7, 90])('is kept for the one time that was chosen: %i days', async (days) => {
    await passDays(3);
    await test.tables.meta.put({ key: 'retention', rules: { ...RULES, trashDays: days } });
    await deleteAll();
    const { bookmarks } = test.library;
    value(await bookmarks.edit(imaged, { note: 'For Ada' }));
    value(await bookmarks.edit(imaged, { note: '' }));
    await passDays(days);
    const kept = { trash: 1, highlights: 1, actions: 1, changes: 5 };
    expect(await left()).toMatchObject(kept);
    await passDays(2);
    expect(await left()).toMatchObject({ trash: 0, highlights: 0, actions: 0, changes: 0 });
  });
});

describe('bookmarks that were joined while the clock was behind', () => {
  it('can be separated again', async () => {
    await passDays(3);
    pass(-50 * DAY_MS);
    const duplicates = test.library.part(duplicateRepository);
    const joined = value(await duplicates.join([{ keep: id, others: [imaged] }]));
    await undo(test, joined);
    expect((await test.library.bookmarks.get(imaged))?.trashedAt).toBeNull();
  });
});
