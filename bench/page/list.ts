// Times reads and writes of the library.
import type { BookmarkId } from '../../src/domain/bookmark';
import { unixMs } from '../../src/domain/time';
import {
  bulkRepository,
  contentsRepository,
  duplicateRepository,
  searchRepository,
} from '../../src/library';
import { parseQuery } from '../../src/query';
import { elapsed } from '../figure';
import { chunksOf, library, value, withDatabase } from './library';

const CHUNK = 1_000;
/** Of a text in its sketch. */
const SAMPLES = 64;
const everything = { view: 'all', sort: { by: 'saved', isReversed: false } } as const;

/** The ms until the contents are read, and of counts with them in memory. */
export async function readTimes(runs: number) {
  const { part } = await library();
  const [contents, search] = [part(contentsRepository), part(searchRepository)];
  const readMs = await elapsed(() => contents.count({ view: 'all' }));
  const times = { count: [] as number[], facets: [] as number[], find: [] as number[] };
  const query = parseQuery('label:"label 3" is:unread length:<1 site:site3* after:2020');
  const conditions = query.terms.filter((term) => term.kind !== 'text');
  const clock = { now: unixMs(Date.now()), timeZone: 'UTC' };
  const sort = { by: 'title', isReversed: false } as const;
  await contents.ids({ view: 'all', sort });
  for (let run = 0; run < runs; run += 1) {
    times.count.push(await elapsed(() => contents.count({ view: 'unread', conditions })));
    times.facets.push(await elapsed(() => contents.facets({ view: 'unread' })));
    const all = { terms: conditions };
    times.find.push(await elapsed(() => search.find(all, { limit: 50, sort, clock })));
  }
  return { readMs, ...times };
}

/** The ms of edits of one bookmark, and of a bare put of its row with its indexes. */
export async function writeTimes(runs: number) {
  const { bookmarks, part } = await library();
  const ids = await part(contentsRepository).ids(everything);
  const times = { edit: [] as number[], put: [] as number[] };
  await withDatabase(async (db) => {
    for (let run = 0; run < 2 * runs; run += 1) {
      const id = ids[Math.floor((ids.length * run) / (2 * runs))] as BookmarkId;
      const row = await db.bookmarks.get(id);
      if (row === undefined) throw new Error(id);
      if (run % 2 === 0) {
        const changed = { ...row, title: `${row.title}.` };
        times.put.push(await elapsed(() => db.bookmarks.put(changed)));
        await db.bookmarks.put(row);
      } else {
        const edit = { isFavourite: !row.isFavourite };
        times.edit.push(await elapsed(async () => value(await bookmarks.edit(id, edit))));
      }
    }
  });
  return times;
}

/** The ms to add a label to `count` bookmarks as one action, and to put their rows alone. */
export async function bulkTimes(count: number, label: string) {
  const { part } = await library();
  const bulk = part(bulkRepository);
  const ids = (await part(contentsRepository).ids(everything)).slice(0, count);
  let putMs = 0;
  await withDatabase(async (db) => {
    for (let from = 0; from < ids.length; from += CHUNK) {
      const rows = await db.bookmarks.bulkGet(ids.slice(from, from + CHUNK));
      const updated = unixMs(Date.now());
      const changed = rows.flatMap((row) => (row ? [{ ...row, updated }] : []));
      putMs += await elapsed(() =>
        db.transaction('rw', ['bookmarks'], () => db.bookmarks.bulkPut(changed)),
      );
    }
  });
  const bulkMs = await elapsed(async () => {
    value(await bulk.start({ kind: 'edit', patch: { addLabels: [label] } }, ids));
    value(await bulk.run());
  });
  return { bulkMs, putMs };
}

/** Gives each bookmark the sketch of a different text, as if all had articles. */
export const sketchAll = (): Promise<void> =>
  withDatabase(async (db) => {
    const sketch = () => crypto.getRandomValues(new Uint16Array(SAMPLES));
    for await (const docs of chunksOf(db.searchDocs)) {
      await db.searchDocs.bulkPut(docs.map((row) => ({ ...row, sketch: sketch() })));
    }
  });

/** Finds duplicates. Returns the ms, the longest task in ms, and the growth of the heap in bytes. */
export async function findDuplicates() {
  const duplicates = (await library()).part(duplicateRepository);
  const heap = () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory;
  let task = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) task = Math.max(task, duration);
  });
  observer.observe({ type: 'longtask' });
  const before = heap().usedJSHeapSize;
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, heap().usedJSHeapSize);
  }, 50);
  const ms = await elapsed(async () => value(await duplicates.find()));
  clearInterval(watching);
  await new Promise((resolve) => setTimeout(resolve, 100));
  observer.disconnect();
  return { ms, task, bytes: most - before };
}

/** The ms to read the rows of all bookmarks and of their sketches. */
export const readRows = (): Promise<number> =>
  withDatabase((db) =>
    elapsed(async () => {
      for await (const _ of chunksOf(db.bookmarks));
      for await (const _ of chunksOf(db.searchDocs));
    }),
  );
