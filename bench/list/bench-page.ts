// Runs in a page of the measured extension: makes a library, and times reads and writes.

import { openLibraryOf, wallClock } from '../../src/background/library/libraries';
import type { BookmarkId } from '../../src/domain/bookmark';
import type { Result } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import type { ImportedPage } from '../../src/library';
import {
  bulkRepository,
  contentsRepository,
  duplicateRepository,
  localOnlyShadow,
  openLibrary,
  searchIndexer,
  searchRepository,
} from '../../src/library';
import { addMany } from '../../src/library/bookmarks/save-page';
import { LibraryDatabase } from '../../src/library/database/schema';
import { parseQuery } from '../../src/query';
import { createWords } from '../server/random-text';

const CHUNK = 1_000;
const HOUR_MS = 3_600_000;
/** Of a text in its sketch. */
const SAMPLES = 64;
const opened = openLibraryOf(openLibrary, null, wallClock);
const library = async () => value(await opened);
const everything = { view: 'all', sort: { by: 'saved', isReversed: false } } as const;

/** The first title in the order of titles. */
export const FIRST_TITLE = 'Aardvarks at night';

/** Adds bookmarks without articles to the library, one hour apart. */
export async function fill(count: number): Promise<void> {
  const { part } = await library();
  const words = createWords(7);
  for (let start = 0; start < count; start += CHUNK) {
    const pages = Array.from(
      { length: Math.min(CHUNK, count - start) },
      (_, index): ImportedPage => {
        const number = start + index;
        const title = number === Math.floor(count / 2) ? FIRST_TITLE : `m${words.text(7)}`;
        const url = `https://site${number % 500}.example/page/${number}`;
        return {
          page: { kind: 'address', url, title, excerpt: '', reason: 'on-server' },
          created: unixMs(Date.now() - (count - number) * HOUR_MS),
          labels: number % 3 === 0 ? [`label ${number % 40}`] : [],
          isArchived: number % 4 === 0,
          isFavourite: number % 10 === 0,
        };
      },
    );
    const { added } = value(await part((store) => addMany(store, pages, { outbox: false })));
    await putOnServer(added);
  }
  // The background of this extension does nothing.
  value(await (await library()).part(searchIndexer).run(new AbortController().signal));
}

/** Makes bookmarks those of a server, so that their edits are queued. */
async function putOnServer(ids: readonly BookmarkId[]): Promise<void> {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  const rows = (await db.bookmarks.bulkGet([...ids])).flatMap((row) => row ?? []);
  const linked = rows.map((row) => ({ ...row, serverId: `server-${row.id}` }));
  await db.bookmarks.bulkPut(linked);
  await db.shadows.bulkPut(
    linked.map((row) => {
      const { number, inUnread, inAll, inFavourites, inArchive, inLabels, ...bookmark } = row;
      return { ...localOnlyShadow(bookmark), serverId: row.serverId };
    }),
  );
  db.close();
}

/** The ms until the contents are read, and of counts with them in memory. */
export async function readTimes(runs: number) {
  const contents = (await library()).part(contentsRepository);
  const search = (await library()).part(searchRepository);
  const time = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const readMs = await time(() => contents.count({ view: 'all' }));
  const times = { count: [] as number[], facets: [] as number[], find: [] as number[] };
  const query = parseQuery('label:"label 3" is:unread length:<1 site:site3* after:2020');
  const conditions = query.terms.filter((term) => term.kind !== 'text');
  const clock = { now: unixMs(Date.now()), timeZone: 'UTC' };
  const sort = { by: 'title', isReversed: false } as const;
  await contents.ids({ view: 'all', sort });
  for (let run = 0; run < runs; run += 1) {
    times.count.push(await time(() => contents.count({ view: 'unread', conditions })));
    times.facets.push(await time(() => contents.facets({ view: 'unread' })));
    const all = { terms: conditions };
    times.find.push(await time(() => search.find(all, { limit: 50, sort, clock })));
  }
  return { readMs, ...times };
}

/** The ms of edits of one bookmark, and of a bare put of its row with its indexes. */
export async function writeTimes(runs: number) {
  const { bookmarks, part } = await library();
  const ids = await part(contentsRepository).ids(everything);
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  const times = { edit: [] as number[], put: [] as number[] };
  for (let run = 0; run < 2 * runs; run += 1) {
    const id = ids[Math.floor((ids.length * run) / (2 * runs))] as BookmarkId;
    const row = await db.bookmarks.get(id);
    if (row === undefined) throw new Error(id);
    const began = performance.now();
    if (run % 2 === 0) await db.bookmarks.put({ ...row, title: `${row.title}.` });
    else value(await bookmarks.edit(id, { isFavourite: !row.isFavourite }));
    times[run % 2 === 0 ? 'put' : 'edit'].push(performance.now() - began);
    if (run % 2 === 0) await db.bookmarks.put(row);
  }
  db.close();
  return times;
}

/** The ms to add a label to `count` bookmarks as one action, and to put their rows alone. */
export async function bulkTimes(count: number, label: string) {
  const { part } = await library();
  const bulk = part(bulkRepository);
  const ids = (await part(contentsRepository).ids(everything)).slice(0, count);
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  let putMs = 0;
  for (let from = 0; from < ids.length; from += CHUNK) {
    const rows = await db.bookmarks.bulkGet(ids.slice(from, from + CHUNK));
    const changed = rows.flatMap((row) => (row ? [{ ...row, updated: unixMs(Date.now()) }] : []));
    const start = performance.now();
    await db.transaction('rw', ['bookmarks'], () => db.bookmarks.bulkPut(changed));
    putMs += performance.now() - start;
  }
  db.close();
  const began = performance.now();
  value(await bulk.start({ kind: 'edit', patch: { addLabels: [label] } }, ids));
  value(await bulk.run());
  return { bulkMs: performance.now() - began, putMs };
}

/** Gives each bookmark the sketch of a different text, as if all had articles. */
export async function sketchAll(): Promise<void> {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  for (let last = 0; ; ) {
    const docs = await db.searchDocs.where('doc').above(last).limit(CHUNK).toArray();
    const sketch = () => crypto.getRandomValues(new Uint16Array(SAMPLES));
    await db.searchDocs.bulkPut(docs.map((row) => ({ ...row, sketch: sketch() })));
    last = docs.at(-1)?.doc ?? 0;
    if (docs.length < CHUNK) break;
  }
  db.close();
}

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
  const began = performance.now();
  const groups = value(await duplicates.find());
  const ms = performance.now() - began;
  clearInterval(watching);
  await new Promise((resolve) => setTimeout(resolve, 100));
  observer.disconnect();
  return { ms, task, bytes: most - before, groups: groups.length };
}

/** The ms to read the rows of all bookmarks and of their sketches. */
export async function readRows(): Promise<number> {
  const db = new LibraryDatabase(null, undefined);
  await db.open();
  const began = performance.now();
  for (const [table, key] of [
    [db.bookmarks, 'id'],
    [db.searchDocs, 'doc'],
  ] as const) {
    for (let last: string | number = key === 'id' ? '' : 0; ; ) {
      const rows: readonly object[] = await table.where(key).above(last).limit(CHUNK).toArray();
      if (rows.length < CHUNK) break;
      last = Reflect.get(rows[CHUNK - 1] ?? {}, key);
    }
  }
  const ms = performance.now() - began;
  db.close();
  return ms;
}

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
