import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatInstant } from '../../src/contract';
import type { Bookmark } from '../../src/domain/bookmark';
import { MINUTE_MS, unixMs } from '../../src/domain/time';
import { type ImportRepository, importRepository } from '../../src/library';
import { runImport } from '../../src/transfer';
import { page, value } from '../library/library';
import { CHOICES } from '../transfer/import-jobs';
import { asReadeck, extractAgain } from './support/annotated-server';
import { HTML, listed } from './support/highlighted-page';
import { readWhole } from './support/import-source';
import { type Device, type Fetch, startWorld, type World } from './support/world';

/** The server with the bookmarks, and another person on it, whose devices import them. */
let there: World;
let mine: World;
beforeEach(async () => {
  there = await startWorld();
  mine = await startWorld(there.t);
});
afterEach(async () => {
  await mine.end();
  await there.end();
});

/** The words that people highlight, as the form of the service has them. */
const MARKS = {
  'harbour froze': [4, 17],
  boats: [38, 43],
} as const;

interface Saved {
  readonly url: string;
  readonly title?: string;
  readonly labels?: readonly string[];
  /** In minutes since a day of 2020. */
  readonly minute?: number;
  readonly isFavourite?: boolean;
  readonly isArchived?: boolean;
  readonly readProgress?: number;
  readonly hasArticle?: boolean;
  /** The note of each highlight. */
  readonly marks?: { readonly [text in keyof typeof MARKS]?: string };
}

const DAY = Date.UTC(2020, 1, 1);
const minuteOf = (minute: number) => unixMs(DAY + minute * MINUTE_MS);

/** Saves a bookmark on the server and returns its id. */
async function save({ url, title = '', minute = 0, marks = {}, ...saved }: Saved): Promise<string> {
  const made = await there.client.bookmarks.create({
    url,
    title,
    labels: [...(saved.labels ?? [])],
    created: formatInstant(minuteOf(minute)),
    is_marked: saved.isFavourite ?? false,
    is_archived: saved.isArchived ?? false,
    read_progress: saved.readProgress ?? 0,
  });
  const id = value(made).headers.get('Bookmark-Id') ?? '';
  // The server has tried to read the page.
  await there.work();
  if (saved.hasArticle ?? true) await extractAgain(there, id, HTML);
  for (const [text, note] of Object.entries(marks)) {
    const [start_offset, end_offset] = MARKS[text as keyof typeof MARKS];
    const at = { start_selector: 'p[1]', end_selector: 'p[1]', start_offset, end_offset };
    value(await there.client.highlights.create(id, { ...at, color: 'red', note }));
  }
  return id;
}

interface Import {
  readonly through?: (fetch: Fetch) => Fetch;
  readonly most?: number;
  /** Numbers of batches after which the import is killed. */
  readonly stops?: readonly number[];
  readonly skipsDuplicates?: boolean;
}

/** Imports these bookmarks, also over several runs, and returns the report. */
async function importAll(device: Device, options: Import = {}) {
  const { through, most = 2, stops = [], skipsDuplicates = true } = options;
  const { library, reader } = await readWhole(there, through);
  const imports = device.library.part(importRepository);
  const total = await reader.tables.bookmarks.count();
  const started = { fileName: 'read.example', format: 'server', startedAt: there.now(), total };
  const choices = { ...CHOICES, skipsDuplicates };
  const id = value(await imports.start({ ...started, choices, hasRepeats: true })) ?? 0;
  value(await imports.resume(id));
  const goOn = async (from: ImportRepository) => {
    const job = await imports.get(id);
    if (job === null) throw new Error('no job');
    const makeArticle = async () => null;
    const run = { makeArticle, readDocument: async () => null, batchRows: most };
    return runImport(job, library, { imports: from, ...run });
  };
  for (const stop of stops) {
    let batches = 0;
    const dying: ImportRepository = {
      ...imports,
      async add(...batch) {
        batches += 1;
        if (batches > stop) throw new Error('killed');
        return imports.add(...batch);
      },
      finish: () => Promise.reject(new Error('killed')),
    };
    await expect(goOn(dying)).rejects.toThrow('killed');
  }
  value(await goOn(imports));
  const job = await imports.get(id);
  expect(job).toMatchObject({ state: 'finished', done: total });
  const report = (await Array.fromAsync(imports.notTaken(id))).map(({ row, reason }) => [
    row,
    reason,
  ]);
  return { added: job?.added, report };
}

const URLS = ['https://one.example/a', 'https://one.example/b'] as const;
/** All that an import has brought, without ids. */
async function broughtTo(device: Device) {
  const found = await Promise.all(URLS.map(device.find));
  return Promise.all(
    found.map(async (row) => {
      if (row === null) return null;
      const { id, ...kept } = row;
      const marks = await listed(device, row.url);
      const article = await device.library.articles.get(id);
      const look = marks.map(({ quote, note, color }) => ({ quote, note, color }));
      return { ...kept, html: article?.html, look };
    }),
  );
}

const noteOf = fc.constantFrom('', 'Cold', 'Ask Ann');

const anySaved = fc
  .record({
    url: fc.constantFrom(...URLS, `${URLS[0]}#ice`),
    title: fc.constantFrom('', 'One', 'Two'),
    labels: fc.subarray(['ice', 'Ice', 'to read']),
    minute: fc.nat(99),
    isFavourite: fc.boolean(),
    isArchived: fc.boolean(),
    readProgress: fc.nat(99),
    hasArticle: fc.boolean(),
  })
  .chain((fields) =>
    fc
      .record({ 'harbour froze': noteOf, boats: noteOf }, { requiredKeys: [] })
      .map((marks): Saved => ({ ...fields, marks: fields.hasArticle ? marks : {} })),
  );

describe('bookmarks of one address on a server', () => {
  it('become one bookmark by the rules of files, also when the import was killed and continued', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySaved, { minLength: 2, maxLength: 7 }),
        fc.array(fc.nat(2), { maxLength: 3 }),
        fc.integer({ min: 1, max: 4 }),
        async (all, stops, most) => {
          for (const { id } of await there.bookmarks()) {
            value(await there.client.bookmarks.delete(id));
          }
          for (const saved of all) await save(saved);
          const [whole, broken] = [await mine.device(), await mine.device()];
          const report = await importAll(whole);
          const resumed = await importAll(broken, { stops, most });
          expect(await broughtTo(broken)).toEqual(await broughtTo(whole));
          const sorted = (rows: typeof report.report) => rows.map(String).sort();
          expect(sorted(resumed.report)).toEqual(sorted(report.report));
          for (const url of URLS) {
            const same = all.filter((saved) => saved.url.replace('#ice', '') === url);
            if (same.length > 0) expectJoined((await whole.find(url))!, same);
            const marks = same.length > 0 ? await listed(whole, url) : [];
            expect(marks.map(({ quote }) => quote.exact).sort()).toEqual(
              [...new Set(same.flatMap(({ marks: some = {} }) => Object.keys(some)))].sort(),
            );
            for (const { marks: some = {} } of same) {
              for (const [text, note] of Object.entries(some)) {
                expect(marks.find(({ quote }) => quote.exact === text)?.note).toContain(note);
              }
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('give a page that the library had before only their labels', async () => {
    const device = await mine.device();
    const before = value(await device.library.bookmarks.save(page({ url: URLS[0] })));
    await save({ url: URLS[0], labels: ['ice'] });
    await save({ url: URLS[0], isFavourite: true });
    const { report } = await importAll(device, { most: 1, stops: [1] });
    const after = { ...before.bookmark, labels: ['ice'], updated: mine.now() };
    expect(await device.find(URLS[0])).toEqual(after);
    expect(report).toEqual([
      [null, 'here-joined'],
      [null, 'twice'],
    ]);
  });

  it('are all taken if a person wants each', async () => {
    const device = await mine.device();
    await save({ url: URLS[0] });
    await save({ url: URLS[0] });
    expect(await importAll(device, { skipsDuplicates: false })).toEqual({
      added: 2,
      report: [],
    });
  });

  it('have the article of the first that has one, with the states of all', async () => {
    const device = await mine.device();
    await save({ url: URLS[0], hasArticle: false, labels: ['first'], readProgress: 60 });
    await save({ url: URLS[1] });
    await save({ url: URLS[0], labels: ['second'], marks: { boats: 'Cold' } });
    const { report } = await importAll(device, { most: 1 });
    const row = (await device.find(URLS[0]))!;
    expect(row).toMatchObject({ content: { kind: 'article' }, readProgress: 60 });
    expect([...row.labels].sort()).toEqual(['first', 'second']);
    expect(await listed(device, URLS[0])).toMatchObject([
      {
        note: 'Cold',
        quote: { exact: 'boats', prefix: expect.stringMatching(/January, and the $/) },
      },
    ]);
    expect(report).toEqual([[null, 'twice']]);
  });

  it('keep their highlights from a server that sends them alone', async () => {
    const device = await mine.device();
    await save({ url: URLS[0], marks: { boats: 'Cold' } });
    await save({ url: URLS[0], marks: { boats: 'Ask Ann', 'harbour froze': '' } });
    await importAll(device, { through: asReadeck });
    const marks = await listed(device, URLS[0]);
    expect(marks.map(({ quote, note }) => [quote.exact, note]).sort()).toEqual([
      ['boats', 'Cold\n\nAsk Ann'],
      ['harbour froze', ''],
    ]);
  });
});

function expectJoined(row: Bookmark, same: readonly Saved[]): void {
  const keys = (labels: readonly string[]) =>
    [...new Set(labels.map((label) => label.toLowerCase()))].sort();
  expect(keys(row.labels)).toEqual(keys(same.flatMap(({ labels = [] }) => labels)));
  expect(row.created).toBe(minuteOf(Math.min(...same.map(({ minute = 0 }) => minute))));
  expect(row.isArchived).toBe(same.some(({ isArchived = false }) => isArchived));
  expect(row.isFavourite).toBe(same.some(({ isFavourite }) => isFavourite));
  expect(row.readProgress).toBe(Math.max(...same.map(({ readProgress = 0 }) => readProgress)));
  const hasArticle = same.some((saved) => saved.hasArticle);
  expect(row.content.kind).toBe(hasArticle ? 'article' : 'address');
  expect(row.note).toBe('');
}
