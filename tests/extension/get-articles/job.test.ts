import { describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { resumeOnline } from '../../../src/extension/get-articles/run-job';
import { addMany } from '../../../src/library/bookmarks/save-page';
import { capture } from '../../library/library';
import {
  counts,
  fetchAll,
  hosts,
  html,
  noAnswer,
  OPTIONS,
  pagesOf,
  run,
  saveAll,
  startOne,
  status,
  useArticlesJob,
  WORDS,
  world,
} from './run-articles-job';

useArticlesJob();

describe('the job that gets articles', () => {
  it('keeps the articles with title and date where the bookmark had none, in the outbox as well', async () => {
    const [bare = ''] = await saveAll(['https://bare.example/a']);
    const [named = ''] = await saveAll(['https://named.example/a'], 'My title');
    await world.asked.start([bare, named] as BookmarkId[], OPTIONS);
    await run();
    expect(await counts()).toEqual({ kept: 2 });
    expect((await world.wanted.job())?.state).toBe('finished');
    const rows = await world.test.tables.bookmarks.bulkGet([bare, named] as BookmarkId[]);
    expect(rows.map((row) => [row?.title, row?.published, row?.content.kind])).toEqual([
      ['Its title', '2020-01-02', 'article'],
      ['My title', '2020-01-02', 'article'],
    ]);
    expect((await world.library.articles.get(bare as BookmarkId))?.html).toBe(WORDS);
    expect(fetchAll).toHaveBeenCalledTimes(2);
  });

  it('asks at most six hosts at once, and each host for one page at a time', async () => {
    const ids = await saveAll([...hosts(20), ...hosts(20).map((url) => `${url}/2`)]);
    world.site = async () => {
      await vi.waitFor(() => expect(world.most).toBeGreaterThan(1), { interval: 1 });
      return html(WORDS);
    };
    await world.asked.start(ids, OPTIONS);
    await run();
    expect(world.most).toBeLessThanOrEqual(6);
    expect(await counts()).toEqual({ kept: 40 });
    expect(world.requests.filter((url) => url.endsWith('/robots.txt'))).toHaveLength(20);
  });

  it('reports each page by what the site said', async () => {
    const codes = [404, 401, 403, 500];
    const ids = await saveAll(codes.map((code) => `https://host-${code}.example/${code}`));
    world.site = ({ pathname }) => status(Number(pathname.slice(1)));
    await world.asked.start(ids, OPTIONS);
    await run();
    expect(await counts()).toEqual({ gone: 1, 'sign-in': 1, refused: 1, failed: 1 });
  });

  it.each([
    ['a captcha', '<title>Just a moment...</title><div class="cf-turnstile"></div>'],
    ['a question about cookies', '<div id="onetrust-banner">We use cookies. Accept all</div>'],
  ])('never keeps the text of %s', async (_, text) => {
    const id = await startOne();
    world.site = () => html(text);
    await run();
    expect(await counts()).toEqual({ look: 1 });
    expect(await world.library.articles.get(id)).toBeNull();
    expect((await world.test.tables.bookmarks.get(id))?.content.kind).toBe('address');
  });

  it('tries a page again after a refusal for a while, and three times at most', async () => {
    const ids = await saveAll(hosts(1));
    let tries = 0;
    world.site = () => {
      tries += 1;
      const headers = { 'retry-after': '60' };
      return tries < 3 ? new Response('', { status: 503, headers }) : html(WORDS);
    };
    await world.asked.start(ids, OPTIONS);
    await run();
    expect(await counts()).toEqual({ kept: 1 });
    await world.asked.start(await saveAll(['https://other.example/']), OPTIONS);
    world.site = () => status(429);
    world.requests = [];
    await run();
    expect(await counts()).toEqual({ kept: 1, refused: 1 });
    expect(world.requests.filter((url) => !url.endsWith('robots.txt'))).toHaveLength(3);
  });

  it('gives up a host that never answers, with all of its pages', async () => {
    const ids = await saveAll(pagesOf('https://dead.example/', 600));
    world.site = () => noAnswer();
    await world.asked.start(ids, OPTIONS);
    await run();
    expect(await counts()).toEqual({ failed: 600 });
    expect(world.requests.length).toBeLessThan(20);
  });

  it.each([
    ['for hours', () => new Response('', { status: 429, headers: { 'retry-after': '36000' } }), 1],
    ['without a reason', () => status(403), 6],
  ])('gives up a host that refuses all pages %s', async (_, refusal, count) => {
    await world.asked.start(await saveAll(pagesOf('https://strict.example/', 50)), OPTIONS);
    world.site = refusal;
    await run();
    expect(await counts()).toEqual({ refused: 50 });
    expect(world.requests.filter((url) => !url.endsWith('robots.txt'))).toHaveLength(count);
  });

  it('goes on when many hosts are gone, and the others answer', async () => {
    const dead = hosts(60).map((url) => url.replace('host', 'dead'));
    await world.asked.start(await saveAll([...hosts(5), ...dead]), OPTIONS);
    const answer = world.site;
    world.site = (url) => (url.host.startsWith('dead') ? noAnswer() : answer(url));
    await run();
    expect(await counts()).toEqual({ kept: 5, failed: 60 });
  });

  it('pauses when no host answers any more that has answered before', async () => {
    const urls = hosts(100).map((url) => url.replace('host', 'closed'));
    await world.asked.start(await saveAll(urls), OPTIONS);
    const answer = world.site;
    world.site = (url) => (world.requests.length > 20 ? noAnswer() : answer(url));
    await run();
    expect(await world.wanted.job()).toMatchObject({ state: 'paused', problem: 'offline' });
    expect((await counts()).failed).toBeUndefined();
    world.site = answer;
    await resumeOnline(world.library);
    await run();
    expect(await counts()).toEqual({ kept: 100 });
  });

  it('counts no attempt that was interrupted, and ends a page that ends the background', async () => {
    const id = await startOne();
    const answer = world.site;
    for (let stops = 0; stops < 4; stops += 1) {
      const stop = new AbortController();
      world.site = () => {
        stop.abort();
        return noAnswer();
      };
      await run(stop.signal);
    }
    world.site = answer;
    expect((await world.test.tables.wantedPages.get(id))?.tries).toBe(0);
    for (let crashes = 0; crashes < 5; crashes += 1) await world.wanted.begin(id);
    await run();
    expect(await counts()).toEqual({ failed: 1 });
  });

  it('does not load the queue, also with 10,000 addresses of one host', async () => {
    const pages = Array.from({ length: 10_000 }, (_, at) => ({
      page: {
        kind: 'address' as const,
        url: `https://large.example/${at}`,
        title: '',
        excerpt: '',
        reason: 'not-included' as const,
      },
    }));
    const added = await world.library.part((store) => addMany(store, pages, { outbox: false }));
    await world.asked.start(added.ok ? added.value.added : [], OPTIONS);
    const stop = new AbortController();
    world.site = () => {
      if (world.requests.length > 20) stop.abort();
      return status(404);
    };
    await run(stop.signal);
    const { waiting = 0, gone = 0 } = await counts();
    expect(waiting + gone).toBe(10_000);
    expect(gone).toBeGreaterThan(10);
    expect(world.most).toBe(1);
  });

  it('leaves pages alone that robots.txt closes, unless a person asks for one of them', async () => {
    const ids = await saveAll(['https://closed.example/a', 'https://closed.example/b']);
    world.site = ({ pathname }) =>
      pathname === '/robots.txt'
        ? new Response('User-agent: *\nDisallow: /', { headers: { 'content-type': 'text/plain' } })
        : html(WORDS);
    await world.asked.start(ids, OPTIONS);
    await run();
    expect(world.requests).toEqual(['https://closed.example/robots.txt']);
    expect(await counts()).toEqual({ refused: 2 });
    const [page] = await world.test.tables.wantedPages.toArray();
    if (page) await world.asked.tryAgain(page, OPTIONS);
    await run();
    expect(await counts()).toEqual({ refused: 1, kept: 1 });
  });

  it('asks for no page of a host that cannot say what it closes, unless a person asks for it', async () => {
    await world.asked.start(await saveAll(['https://closed.example/a']), OPTIONS);
    world.site = ({ pathname }) => (pathname === '/robots.txt' ? status(500) : html(WORDS));
    await run();
    expect(world.requests).toEqual(Array(3).fill('https://closed.example/robots.txt'));
    expect(await counts()).toEqual({ failed: 1 });
    const [page] = await world.test.tables.wantedPages.toArray();
    if (page) await world.asked.tryAgain(page, OPTIONS);
    await run();
    expect(await counts()).toEqual({ kept: 1 });
  });

  it('leaves bookmarks alone that were deleted or captured meanwhile', async () => {
    const [gone = '', here = ''] = (await saveAll(hosts(2))) as readonly string[];
    await world.asked.start([gone, here] as BookmarkId[], OPTIONS);
    world.requests = [];
    await world.library.bookmarks.trash([gone as BookmarkId]);
    await world.library.bookmarks.recapture(here as BookmarkId, capture({ html: '<p>Mine</p>' }));
    await run();
    expect(await counts()).toEqual({ skipped: 2 });
    expect(world.requests).toEqual([]);
    expect((await world.library.articles.get(here as BookmarkId))?.html).toBe('<p>Mine</p>');
  });

  it('goes on where it was after the background was stopped', async () => {
    const ids = await saveAll(hosts(30));
    await world.asked.start(ids, OPTIONS);
    const stop = new AbortController();
    const answer = world.site;
    world.site = (url) => {
      if (world.requests.length > 20) stop.abort();
      return answer(url);
    };
    await run(stop.signal);
    expect((await counts()).waiting).toBeGreaterThan(0);
    world.site = answer;
    await run();
    expect(await counts()).toEqual({ kept: 30 });
  });

  it('pauses when the access is taken back, loses nothing, and goes on when it is allowed', async () => {
    const ids = await saveAll(hosts(30));
    await world.asked.start(ids, OPTIONS);
    const answer = world.site;
    world.site = (url) => {
      world.isAllowed = world.requests.length < 20;
      return world.isAllowed ? answer(url) : noAnswer();
    };
    await run();
    expect(await world.wanted.job()).toMatchObject({ state: 'paused', problem: 'not-allowed' });
    const { failed } = await counts();
    expect(failed).toBeUndefined();
    world.isAllowed = true;
    world.site = answer;
    await world.wanted.resume(false);
    await run();
    expect(await counts()).toEqual({ kept: 30 });
  });

  it('pauses without a connection, and goes on when it is back', async () => {
    await world.asked.start(await saveAll(hosts(3)), OPTIONS);
    const answer = world.site;
    world.isOnline = false;
    world.site = () => noAnswer();
    await run();
    expect(await world.wanted.job()).toMatchObject({ state: 'paused', problem: 'offline' });
    world.isOnline = true;
    world.site = answer;
    await resumeOnline(world.library);
    await run();
    expect(await counts()).toEqual({ kept: 3 });
  });

  it('is stopped by a person: it forgets what waits, and keeps nothing that was under way', async () => {
    await world.asked.start(await saveAll(hosts(3)), OPTIONS);
    const answer = world.site;
    world.site = async (url) => {
      await world.asked.stop();
      return answer(url);
    };
    await run();
    const rows = await world.test.tables.bookmarks.toArray();
    expect(rows.map(({ content }) => content.kind)).toEqual(['address', 'address', 'address']);
    expect(await counts()).toEqual({});
    expect((await world.wanted.job())?.state).toBe('finished');
  });
});
