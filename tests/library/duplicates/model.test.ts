import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BookmarkId, BookmarkPatch } from '../../../src/domain/bookmark';
import { SECOND_MS, UNDO_MS, unixMs } from '../../../src/domain/time';
import type { ArticleRow } from '../../../src/library/database/rows';
import { allRows } from '../faults';
import { lastChange, loaded, page, queuedIntents, value } from '../library';
import { checkInvariants } from '../model/invariants';
import { type Server, sendOutbox, sentBookmark } from '../model/server';
import { LONG, withDuplicates } from './library';

const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 10);
const TIME_LIMIT_MS = 60_000 + HISTORIES * 400;

const IMAGES = ['https://example.org/1.png', 'https://example.org/2.png'];

/** Edits of some fields. A reading position is set as a whole. */
const withPlace = (
  fields: {
    readonly [Name in keyof BookmarkPatch]: fc.Arbitrary<BookmarkPatch[Name]>;
  },
) =>
  fc
    .tuple(
      fc.record<BookmarkPatch>(fields, { requiredKeys: [] }),
      fc.constantFrom(
        {},
        { readProgress: 0, readAnchor: '' },
        { readProgress: 50, readAnchor: 'p' },
        { readProgress: 50, readAnchor: 'div' },
        { readProgress: 100, readAnchor: '' },
      ),
    )
    .map(([patch, place]): BookmarkPatch => ({ ...patch, ...place }));

const saved = fc.record({
  title: fc.constantFrom('One', 'Two'),
  html: fc.constantFrom(null, '<p>x</p>', '<p>y</p><p>z</p>', LONG),
  images: fc.subarray(IMAGES),
  imageUrl: fc.constantFrom(null, ...IMAGES),
  excerpt: fc.constantFrom('', 'x', 'y'),
  isRecaptured: fc.boolean(),
  patch: withPlace({
    title: fc.constantFrom('Mine', ''),
    authors: fc.constantFrom(['Ada'], []),
    isFavourite: fc.boolean(),
    isArchived: fc.boolean(),
    addLabels: fc.subarray(['a', 'b', 'B', 'c']),
  }),
  /** Edits that are made after the other changes were sent. */
  later: withPlace({
    isFavourite: fc.boolean(),
    removeLabels: fc.subarray(['a', 'b']),
  }),
});

const pages = fc.array(saved, { minLength: 2, maxLength: 4, size: 'max' });

type Saved = typeof saved extends fc.Arbitrary<infer S> ? S : never;

async function createBookmarks(all: readonly Saved[], isSent: boolean) {
  const test = await withDuplicates();
  const { library, tables, clock } = test;
  const server: Server = new Map();
  const ids: BookmarkId[] = [];
  for (const [at, { isRecaptured, patch, later, ...parts }] of all.entries()) {
    const id = await test.save(`https://example.org/a?ref=${at}`, parts);
    ids.push(id);
    const images = parts.images.map((url) => loaded(url, url));
    if (parts.html !== null) value(await library.articles.addImages(id, images));
    const { capture } = page({ url: `https://example.org/a?ref=${at}`, html: `<p>${at}</p>` });
    if (isRecaptured) value(await library.bookmarks.recapture(id, capture));
    value(await library.bookmarks.edit(id, patch));
  }
  if (isSent) {
    await sendOutbox(tables, server, clock.now);
    for (const [at, { later }] of all.entries())
      value(await library.bookmarks.edit(ids[at]!, later));
  }
  clock.now = unixMs(clock.now + SECOND_MS);
  return { ...test, ids, server };
}

/**
 * All stored rows, without the order and time of a bookmark's queued intents, and without the log and the
 * marks for the search index, which each change leaves.
 */
async function stored({ tables }: Pick<Awaited<ReturnType<typeof createBookmarks>>, 'tables'>) {
  const { outbox, searchPending, groups, log, ...rest } = await allRows(tables);
  const rows = await queuedIntents(tables);
  const intents = rows.map(({ bookmarkId, intent }) => `${bookmarkId} ${intent.kind}`);
  return { ...rest, intents: intents.sort() };
}

/** Leaves out the times of articles, which only grow while nothing waits to be sent. */
const undated = (rows: Readonly<Record<string, unknown[]>>) => ({
  ...rows,
  articles: rows.articles?.map((article) => {
    const { changedAt: _, ...plain } = article as ArticleRow;
    return plain;
  }),
});

describe('a join of random bookmarks', () => {
  it(
    'leaves no trace when it is undone, and is the same when that is undone',
    async () => {
      await fc.assert(
        fc.asyncProperty(pages, fc.boolean(), fc.nat(3), async (all, isSent, kept) => {
          const test = await createBookmarks(all, isSent);
          const { duplicates, takeBack, ids } = test;
          const before = await stored(test);
          const keep = ids[kept % ids.length]!;
          const joined = value(await duplicates.join([{ keep, others: ids }]));
          await checkInvariants(test.tables);
          const after = await stored(test);
          const { now } = test.clock;
          test.clock.now = unixMs(now + SECOND_MS);
          await takeBack(joined);
          expect(await stored(test)).toEqual(before);
          await checkInvariants(test.tables);
          // The bookmarks go to the trash at the same time as before.
          test.clock.now = now;
          await takeBack(await lastChange(test.library));
          expect(undated(await stored(test))).toEqual(undated(after));
        }),
        { numRuns: HISTORIES },
      );
    },
    TIME_LIMIT_MS,
  );

  it(
    'is undone as one when it has several groups',
    async () => {
      await fc.assert(
        fc.asyncProperty(pages, fc.boolean(), async (all, isSent) => {
          const test = await createBookmarks([...all, ...all], isSent);
          const { duplicates, takeBack, ids } = test;
          const before = await stored(test);
          const [one, two, ...rest] = ids;
          const joinings = [
            { keep: two!, others: [one!] },
            { keep: two!, others: rest },
          ];
          await takeBack(value(await duplicates.join(joinings)));
          expect(await stored(test)).toEqual(before);
        }),
        { numRuns: HISTORIES },
      );
    },
    TIME_LIMIT_MS,
  );

  it(
    'has the same state on the server once it was sent, undone or not',
    async () => {
      await fc.assert(
        fc.asyncProperty(pages, fc.boolean(), fc.boolean(), fc.boolean(), async (all, ...how) => {
          const [isSent, isSentBetween, isTakenBack] = how;
          const test = await createBookmarks(all, isSent);
          const { duplicates, takeBack, ids, tables, server, clock } = test;
          const [keep, ...others] = ids;
          const joined = value(await duplicates.join([{ keep: keep!, others }]));
          clock.now = unixMs(clock.now + UNDO_MS);
          if (isSentBetween) await sendOutbox(tables, server, clock.now);
          if (isTakenBack) await takeBack(joined);
          await checkInvariants(tables);
          await sendOutbox(tables, server, clock.now);
          const live = isTakenBack ? ids : [keep!];
          expect([...server.keys()].sort()).toEqual([...live].sort());
          for (const id of live) {
            const [there, here] = [server.get(id)!, await sentBookmark(tables, id)];
            expect({ ...there, labels: there.labels.toSorted() }).toMatchObject({
              ...here,
              labels: here.labels.toSorted(),
            });
          }
        }),
        { numRuns: HISTORIES },
      );
    },
    TIME_LIMIT_MS,
  );
});
