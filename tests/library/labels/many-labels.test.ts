// @module-tag full
import { expect, it } from 'vitest';
import { bulkRepository } from '../../../src/library';
import { TEST_TIMEOUT_MS } from '../../support/timeouts';
import { upTo } from '../bulk/library';
import { address, putOnServer, type TestLibrary, testLibrary, undoJob, value } from '../library';
import { checkInvariants } from '../model/invariants';

/** The number of bookmarks, each with a label of its own and a label of all. */
const COUNT = Number(process.env.LEAFMARK_LABELS ?? 400);
const CHUNK = 100;
const STEP = 1000;
/** A soak has more labels. */
const TIMEOUT_MS = TEST_TIMEOUT_MS * Math.max(1, COUNT / STEP);

const nameOf = (n: number) => `topic/"${n}"`;

async function fill({ library, tables }: TestLibrary): Promise<void> {
  for (let start = 0; start < COUNT; start += STEP) {
    const pages = Array.from({ length: Math.min(STEP, COUNT - start) }, (_, index) => ({
      page: address({ url: `https://example.org/${start + index}` }),
      labels: [nameOf(start + index), 'all'],
    }));
    value(await library.bookmarks.addMany(pages, { outbox: false }));
  }
  await putOnServer(tables);
}

/** Reports the time of `work` beside that of a bare put of all rows. */
async function timed(test: TestLibrary, name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  const tookMs = performance.now() - began;
  if (process.env.LEAFMARK_LABELS === undefined) return;
  let putMs = 0;
  let last = '';
  for (let start = 0; start < COUNT; start += CHUNK) {
    // The database in memory passes all rows before an offset one by one.
    const rows = await test.tables.bookmarks.where('id').above(last).limit(CHUNK).toArray();
    last = rows.at(-1)?.id ?? last;
    const from = performance.now();
    await test.tables.bookmarks.bulkPut(rows);
    putMs += performance.now() - from;
  }
  console.info(`${name}: ${Math.round(tookMs)} ms, ${(tookMs / putMs).toFixed(1)} times a put`);
}

it(
  'many labels on as many bookmarks are renamed, merged and deleted in steps, also after a kill, and restored',
  async () => {
    const test = await testLibrary();
    await timed(test, 'saving', () => fill(test));
    const names = Array.from({ length: COUNT }, (_, n) => nameOf(n));
    const before = await test.tables.labels.toArray();
    expect(before).toHaveLength(COUNT + 1);

    const bulk = test.library.part(bulkRepository);
    const job = value(await bulk.relabel(names.map((from) => ({ from, to: 'merged' }))));
    value(await bulk.run(upTo(2)));
    expect(await test.tables.jobs.get(job!)).toMatchObject({ done: 2 * CHUNK, total: COUNT });
    await checkInvariants(test.tables);

    // Another page continues after the first one was killed.
    const later = (await test.another()).part(bulkRepository);
    await timed(test, 'merging all labels', async () => void value(await later.run()));
    const all = { name: 'all', count: COUNT };
    expect(await test.tables.labels.toArray()).toEqual([all, { name: 'merged', count: COUNT }]);

    await timed(test, 'undoing it', () => undoJob(test, job));
    expect(await test.tables.labels.toArray()).toEqual(before);
    expect(await test.tables.outbox.count()).toBe(0);

    await timed(test, 'renaming a label of all', async () => {
      value(await later.relabel([{ from: 'all', to: 'x'.repeat(1000) }]));
      value(await later.run());
    });
    await timed(test, 'deleting all labels', async () => {
      const gone = [...names, 'x'.repeat(1000)].map((from) => ({ from, to: null }));
      value(await later.relabel(gone));
      value(await later.run());
    });
    expect(await test.tables.labels.count()).toBe(0);
    expect(await test.tables.outbox.count()).toBe(COUNT);
    await checkInvariants(test.tables);
  },
  TIMEOUT_MS,
);
