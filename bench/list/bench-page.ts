// Runs in a page of the measured extension: makes a library, and times reads and writes.
import { type BookmarkId, type Result, unixMs } from '../../src/domain';
import { openLibraryOf, wallClock } from '../../src/extension/library/libraries';
import {
  contentsRepository,
  openLibrary,
  searchIndexer,
  searchRepository,
} from '../../src/library';
import type { ImportedPage } from '../../src/library/bookmarks/bookmark-repository';
import { LibraryDatabase } from '../../src/library/database/schema';
import { parseQuery } from '../../src/query';
import { createWords } from '../server/random-text';

const CHUNK = 1_000;
const HOUR_MS = 3_600_000;
const opened = openLibraryOf(openLibrary, null, wallClock);
const library = async () => value(await opened);
const everything = { view: 'all', sort: { by: 'saved', isReversed: false } } as const;

/** The first title in the order of titles. */
export const FIRST_TITLE = 'Aardvarks at night';

/** Adds bookmarks without articles to the library, one hour apart. */
export async function fill(count: number): Promise<void> {
  const { bookmarks } = await library();
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
    value(await bookmarks.addMany(pages, { outbox: false }));
  }
  // The background would do it while the list is measured.
  value(await (await library()).part(searchIndexer).run(new AbortController().signal));
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

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
