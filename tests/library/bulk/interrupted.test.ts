import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId, BookmarkPatch } from '../../../src/domain/bookmark';
import { UNDO_MS, unixMs } from '../../../src/domain/time';
import type { BulkPatch } from '../../../src/library';
import { allRows, type Fault, failWrite } from '../faults';
import { type TestLibrary, testLibrary, value } from '../library';
import { checkInvariants } from '../model/invariants';
import { type Server, sendOutbox, sentBookmark } from '../model/server';
import { addFive, inChunksOfTwo, openWithFive, shownIn, upTo } from './library';

afterEach(() => vi.restoreAllMocks());

type Opened = Awaited<ReturnType<typeof openWithFive>>;

const ACTIONS = {
  edit: ({ bulk, ids }: Opened) =>
    bulk.start(
      {
        kind: 'edit',
        patch: { isArchived: true, readProgress: 100, addLabels: ['c'], removeLabels: ['a'] },
      },
      ids,
    ),
  relabel: ({ bulk }: Opened) =>
    bulk.relabel([
      { from: 'a', to: 'b' },
      { from: 'b', to: null },
    ]),
  trash: ({ bulk, ids }: Opened) => bulk.start({ kind: 'trash' }, ids),
};
const FULL: readonly Fault[] = ['quota-on-request', 'quota-on-commit'];

describe.each(Object.entries(ACTIONS))('an interrupted action (%s)', (_, start) => {
  const leavesWholeChunks = async (fault: Fault) => {
    const whole = await openWithFive();
    value(await start(whole));
    value(await whole.bulk.run());
    const expected = await shownIn(whole);
    for (let number = 1; ; number += 1) {
      const broken = await openWithFive();
      failWrite(number, fault);
      const started = await start(broken);
      const ran = started.ok ? await broken.bulk.run() : started;
      vi.restoreAllMocks();
      if (ran.ok) break;
      await checkInvariants(broken.tables);
      const [job] = await broken.tables.jobs.toArray();
      if (!started.ok) {
        expect(job).toBeUndefined();
        expect(await broken.tables.jobParts.count()).toBe(0);
        broken.close();
        continue;
      }
      const now = await shownIn(broken);
      expect(now).toEqual(now.map((_, at) => (at < job!.done ? expected : broken.before)[at]));
      value(await broken.bulk.run());
      expect(await shownIn(broken)).toEqual(expected);
      broken.close();
    }
  };
  const isUndone = async (fault: Fault) => {
    for (let number = 1; ; number += 1) {
      const broken = await openWithFive();
      const job = value(await start(broken))!;
      failWrite(number, fault);
      const ran = await broken.bulk.run();
      vi.restoreAllMocks();
      value(await broken.bulk.cancel(job));
      value(await broken.bulk.undo(job));
      value(await broken.bulk.run());
      expect(await shownIn(broken)).toEqual(broken.before);
      expect(await broken.tables.outbox.count()).toBe(0);
      expect(await broken.tables.jobParts.count()).toBe(0);
      broken.close();
      if (ran.ok) break;
    }
  };
  const hasUndoThatContinues = async (fault: Fault) => {
    for (let number = 1; ; number += 1) {
      const broken = await openWithFive();
      const job = value(await start(broken))!;
      value(await broken.bulk.run());
      value(await broken.bulk.undo(job));
      failWrite(number, fault);
      const undone = await broken.bulk.run();
      vi.restoreAllMocks();
      await checkInvariants(broken.tables);
      value(await broken.bulk.run());
      expect(await shownIn(broken)).toEqual(broken.before);
      expect((await allRows(broken.tables)).outbox).toEqual([]);
      broken.close();
      if (undone.ok) break;
    }
  };

  describe.each([
    ['leaves whole chunks at each of its writes, and continues', leavesWholeChunks],
    ['is undone from each of its writes', isUndone],
    ['has an undo that continues after each of its own writes', hasUndoThatContinues],
  ] as const)('%s', (_what, check) => {
    it('after a kill', () => check('killed'));
    it.each(FULL)('after %s', { tags: ['full'] }, check);
  });
});

const labels = fc.subarray(['a', 'b', 'c']);
const patches: fc.Arbitrary<BulkPatch> = fc.record(
  {
    isFavourite: fc.boolean(),
    isArchived: fc.boolean(),
    readProgress: fc.constantFrom(0, 50, 100),
    addLabels: labels,
    removeLabels: labels,
  },
  { requiredKeys: [] },
);
const renames = fc.uniqueArray(
  fc.record({ from: fc.constantFrom('a', 'b', 'c'), to: fc.constantFrom('a', 'b', 'C', null) }),
  { selector: ({ from }) => from },
);
const places = fc.subarray([0, 1, 2, 3, 4]);
const steps = fc.oneof(
  fc.record({ kind: fc.constant('bulk' as const), patch: patches, places }),
  fc.record({ kind: fc.constant('relabel' as const), renames }),
  fc.record({ kind: fc.constantFrom('trash' as const, 'restore' as const), places }),
  fc.record({ kind: fc.constant('edit' as const), patch: patches, place: fc.nat(4) }),
  fc.record({ kind: fc.constant('run' as const), chunks: fc.nat(3) }),
  fc.record({ kind: fc.constant('kill' as const), write: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'undo' as const), job: fc.nat(2) }),
  fc.record({ kind: fc.constant('sync' as const) }),
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

async function take(world: TestLibrary, server: Server, ids: readonly BookmarkId[], step: Step) {
  const { library, clock, tables } = world;
  const jobsOf = inChunksOfTwo(world);
  const chosen = 'places' in step ? step.places.map((place) => ids[place]!) : [];
  clock.now = unixMs(clock.now + 1);
  switch (step.kind) {
    case 'bulk':
      return value(await jobsOf.start({ kind: 'edit', patch: step.patch }, chosen));
    case 'relabel':
      return value(await jobsOf.relabel(step.renames));
    case 'trash':
    case 'restore':
      return value(await jobsOf.start({ kind: step.kind }, chosen));
    case 'edit':
      return value(await library.bookmarks.edit(ids[step.place]!, step.patch));
    case 'run':
      return value(await jobsOf.run(upTo(step.chunks)));
    case 'kill':
      failWrite(step.write, 'killed');
      await jobsOf.run();
      return vi.restoreAllMocks();
    case 'cancel':
    case 'undo': {
      const job = (await world.tables.jobs.toArray()).at(-1 - step.job);
      return job === undefined ? undefined : value(await jobsOf[step.kind](job.id));
    }
    case 'sync':
      return sendOutbox(tables, server, clock.now);
  }
}

describe('random actions on many bookmarks, with edits, kills, undos and syncs between them', () => {
  it('leave counters and lists that agree, and a server with the same bookmarks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 30, size: 'max' }), async (history) => {
        const world = await testLibrary();
        const ids = await addFive(world);
        const server: Server = new Map();
        for (const id of ids) server.set(id, await sentBookmark(world.tables, id));
        for (const step of history) await take(world, server, ids, step);
        value(await inChunksOfTwo(world).run());
        await checkInvariants(world.tables);
        await sendOutbox(world.tables, server, unixMs(world.clock.now + UNDO_MS));
        const kept = (await world.tables.bookmarks.toArray()).filter(
          ({ trashedAt }) => trashedAt === null,
        );
        expect([...server.keys()].sort()).toEqual(kept.map(({ id }) => id).sort());
        for (const { id } of kept) {
          const stored = await sentBookmark(world.tables, id);
          expect(sorted(server.get(id)!)).toEqual(sorted(stored));
        }
        world.close();
      }),
      { numRuns: 60 },
    );
  });
});

const sorted = <T extends { labels: readonly string[] }>(bookmark: T): T => ({
  ...bookmark,
  labels: [...bookmark.labels].sort(),
});

describe('the undo of an action on many bookmarks', () => {
  it('keeps every value that somebody has changed since, and restores all others', async () => {
    await fc.assert(
      fc.asyncProperty(
        patches,
        fc.nat(3),
        fc.array(patches, { maxLength: 5 }),
        async (patch, chunks, edits) => {
          const world = await openWithFive();
          const job = value(await world.bulk.start({ kind: 'edit', patch }, world.ids))!;
          value(await world.bulk.run(upTo(chunks)));
          value(await world.bulk.cancel(job));
          const left = await shownIn(world);
          for (const [at, edit] of edits.entries()) {
            value(await world.library.bookmarks.edit(world.ids[at]!, edit as BookmarkPatch));
          }
          const edited = await shownIn(world);
          value(await world.bulk.undo(job));
          value(await world.bulk.run());
          const pick = <T>(was: T, left: T, now: T): T => (now === left ? was : now);
          const expected = world.before.map((was, at) => {
            const [then, now] = [left[at]!, edited[at]!];
            const has = (of: typeof was, label: string) => of.labels.includes(label);
            return {
              ...was,
              isArchived: pick(was.isArchived, then.isArchived, now.isArchived),
              isFavourite: pick(was.isFavourite, then.isFavourite, now.isFavourite),
              readProgress: pick(was.readProgress, then.readProgress, now.readProgress),
              labels: ['a', 'b', 'c'].filter((label) =>
                has(was, label) === has(then, label) ? has(now, label) : has(was, label),
              ),
            };
          });
          expect(await shownIn(world)).toEqual(expected);
          world.close();
        },
      ),
      { numRuns: 100 },
    );
  });
});
