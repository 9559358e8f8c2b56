import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { resumeOnline } from '../../../src/extension/get-articles/run-job';
import {
  counts,
  html,
  noAnswer,
  OPTIONS,
  pagesOf,
  run,
  saveAll,
  useArticlesJob,
  WORDS,
  world,
} from './run-articles-job';

useArticlesJob();

const SITE = 'https://queue.example/';
const ONE = { ...OPTIONS, isAsked: true };

/** Starts a job with pages of one host, which a person pauses. */
async function paused(count: number): Promise<readonly BookmarkId[]> {
  const ids = await saveAll(pagesOf(SITE, count));
  await world.asked.start(ids, OPTIONS);
  await world.wanted.pause(null);
  return ids;
}

const pages = () => world.requests.filter((url) => !url.endsWith('/robots.txt'));
const rowOf = (id: BookmarkId | undefined) =>
  world.test.tables.wantedPages.get(id ?? ('' as never));

describe('pages that are added to a job', () => {
  it('join a running one once each, and its report stays', async () => {
    const ids = await saveAll(pagesOf(SITE, 3));
    await world.asked.start(ids.slice(0, 2), OPTIONS);
    const [first] = ids;
    world.site = async ({ pathname }) => {
      // A person adds them while the first page is read.
      if (pathname === '/0') await world.asked.start(ids, OPTIONS);
      return html(WORDS);
    };
    await run();
    expect(await counts()).toEqual({ kept: 3 });
    expect(pages().filter((url) => url === `${SITE}2`)).toHaveLength(1);
    expect((await rowOf(first))?.state).toBe('kept');
  });

  it('wait in a paused one, which stays paused with its reason', async () => {
    const ids = await paused(2);
    const more = await saveAll(pagesOf('https://more.example/', 2));
    await world.asked.start([...ids, ...more], OPTIONS);
    await run();
    expect(pages()).toEqual([]);
    expect(await world.wanted.job()).toMatchObject({ state: 'paused', counts: { waiting: 4 } });
    await world.wanted.resume(false);
    await run();
    expect(await counts()).toEqual({ kept: 4 });
  });

  it('that wait already are not counted as pages to add', async () => {
    const ids = await paused(2);
    expect(await world.asked.count(ids)).toBe(0);
    expect(await world.asked.count([...ids, ...(await saveAll([`${SITE}new`]))])).toBe(1);
  });

  it('have their own choice of cookies, and those that wait already keep theirs', async () => {
    const [first, second] = await paused(2);
    const [third] = await saveAll([`${SITE}other`]);
    await world.asked.start([second, third] as BookmarkId[], { ...OPTIONS, isSignedIn: true });
    await world.asked.start([second] as BookmarkId[], ONE);
    await world.asked.start([third] as BookmarkId[], ONE);
    const rows = await Promise.all([first, second, third].map(rowOf));
    expect(rows.map((row) => [row?.isSignedIn, row?.isAsked])).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ]);
  });

  it('are forgotten with the others when a person stops it', async () => {
    const ids = await paused(2);
    await world.asked.start([ids[1]] as BookmarkId[], ONE);
    await world.asked.stop();
    await run();
    expect(pages()).toEqual([]);
    expect(await world.wanted.job()).toMatchObject({ state: 'finished', counts: { waiting: 0 } });
  });
});

describe('a page that a person asks for alone', () => {
  it('is got while the job is paused, and the others wait', async () => {
    const ids = await paused(3);
    await world.asked.start([ids[1]] as BookmarkId[], ONE);
    await run();
    expect(pages()).toEqual([`${SITE}1`]);
    expect(await counts()).toEqual({ kept: 1, waiting: 2 });
    expect(await world.wanted.job()).toMatchObject({ state: 'paused', problem: null, asked: [] });
  });

  it('is tried again from the report of a paused job in the same way', async () => {
    const ids = await paused(3);
    const page = await rowOf(ids[2]);
    if (page) await world.wanted.end(page, 'gone');
    if (page) await world.asked.tryAgain(page, OPTIONS);
    await run();
    expect(pages()).toEqual([`${SITE}2`]);
    expect(await counts()).toEqual({ kept: 1, waiting: 2 });
    expect((await world.wanted.job())?.state).toBe('paused');
  });

  it('comes before the others of its host while the job runs', async () => {
    const ids = await saveAll(pagesOf(SITE, 20));
    await world.asked.start(ids, OPTIONS);
    const last = `${SITE}19`;
    await world.asked.start(ids.slice(-1), ONE);
    await run();
    expect(pages()[0]).toBe(last);
    expect(await counts()).toEqual({ kept: 20 });
  });

  it('ends the job when nothing else waits', async () => {
    await world.asked.start(await paused(1), ONE);
    await run();
    expect(await counts()).toEqual({ kept: 1 });
    expect((await world.wanted.job())?.state).toBe('finished');
  });

  it('goes on after the background was stopped in between', async () => {
    const ids = await paused(2);
    await world.asked.start([ids[1]] as BookmarkId[], ONE);
    const stop = new AbortController();
    const answer = world.site;
    world.site = () => {
      stop.abort();
      return noAnswer();
    };
    await run(stop.signal);
    expect((await world.wanted.job())?.asked).toEqual([ids[1]]);
    world.site = answer;
    await run();
    expect(await counts()).toEqual({ kept: 1, waiting: 1 });
  });

  it('waits with the others when there is no connection, and the job stays paused when it is back', async () => {
    const ids = await paused(2);
    await world.asked.start([ids[1]] as BookmarkId[], ONE);
    world.isOnline = false;
    world.site = () => noAnswer();
    await run();
    expect(await world.wanted.job()).toMatchObject({ state: 'paused', problem: null, asked: [] });
    world.isOnline = true;
    await resumeOnline(world.library);
    expect((await world.wanted.job())?.state).toBe('paused');
    expect(await counts()).toEqual({ waiting: 2 });
  });

  it('waits with the others when a person pauses the job meanwhile', async () => {
    const ids = await saveAll(pagesOf(SITE, 2));
    await world.asked.start(ids, OPTIONS);
    await world.asked.start(ids.slice(1), ONE);
    await world.wanted.pause(null);
    await run();
    expect(pages()).toEqual([]);
    expect(await counts()).toEqual({ waiting: 2 });
  });

  it('that is deleted meanwhile is skipped, and the job stays paused', async () => {
    const ids = await paused(2);
    await world.asked.start([ids[1]] as BookmarkId[], ONE);
    await world.library.bookmarks.trash([ids[1]] as BookmarkId[]);
    await run();
    expect(await counts()).toEqual({ skipped: 1, waiting: 1 });
    expect(await world.wanted.job()).toMatchObject({ state: 'paused', asked: [] });
  });
});
