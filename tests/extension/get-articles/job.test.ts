import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { unixMs } from '../../../src/domain/time';
import type { PageToCapture } from '../../../src/extension/get-articles/capture-in-page';
import { createArticlesJob, resumeOnline } from '../../../src/extension/get-articles/run-job';
import {
  type Library,
  type PageOutcome,
  type WantedPages,
  wantedPages,
} from '../../../src/library';
import { capture, type TestLibrary, testLibrary } from '../../library/library';

type Site = (url: URL) => Response | Promise<Response>;

const WORDS = `<p>${'word '.repeat(400)}</p>`;
const NEVER = new AbortController().signal;
const OPTIONS = { isSignedIn: false, isAsked: false, isBorrowed: false };

let test: TestLibrary;
let library: Library;
let wanted: WantedPages;
let site: Site;
let isAllowed: boolean;
let isOnline: boolean;
let origins: string[];
let requests: string[];
/** Addresses of pages that are being answered. */
let open: string[];
let most: number;

const stored: Record<string, unknown> = {};

beforeEach(async () => {
  test = await testLibrary();
  library = test.library;
  wanted = library.part(wantedPages);
  site = () => new Response(WORDS, { headers: { 'content-type': 'text/html' } });
  [isAllowed, isOnline, most] = [true, true, 0];
  [origins, requests, open] = [['*://*/*'], [], []];
  for (const key of Object.keys(stored)) delete stored[key];
});

const permissions = {
  contains: async () => isAllowed,
  getAll: async () => ({ origins }),
  remove: vi.fn(async () => {
    isAllowed = false;
    return true;
  }),
};

const fetchAll = vi.fn(async () => {});

function run(signal = NEVER): Promise<void> {
  const job = createArticlesJob({
    browser: {
      permissions,
      alarms: { create: async () => {}, clear: async () => true },
      storage: { local: { get: async () => stored } },
    } as never, // Only the used part.
    async request(address) {
      const url = new URL(address);
      requests.push(address);
      if (url.pathname === '/robots.txt' && !url.host.startsWith('closed'))
        return new Response('', { status: 404 });
      open.push(url.host);
      most = Math.max(most, open.length);
      expect(new Set(open).size).toBe(open.length);
      try {
        return await site(url);
      } finally {
        open = open.filter((host) => host !== url.host);
      }
    },
    capturePage: async ({ url, html }: PageToCapture) => ({
      capture: capture({ url, title: 'Its title', published: '2020-01-02', html }),
      inlineImages: [],
    }),
    images: { fetchAll },
    rules: { of: () => null },
    isOnline: () => isOnline,
    // Pauses are over at once.
    now: () => {
      test.clock.now = unixMs(test.clock.now + 20 * 60_000);
      return test.clock.now;
    },
    random: () => 0.5,
  });
  return job(library, signal);
}

async function saveAll(urls: readonly string[], title = ''): Promise<readonly BookmarkId[]> {
  const ids: BookmarkId[] = [];
  for (const url of urls) {
    const page = { kind: 'address', url, title, excerpt: '', reason: 'not-included' } as const;
    const saved = await library.bookmarks.save(page);
    if (saved.ok) ids.push(saved.value.bookmark.id);
  }
  return ids;
}

const hosts = (count: number) =>
  Array.from({ length: count }, (_, at) => `https://host-${at}.example/page`);

const counts = async () => {
  const job = await wanted.job();
  const all = Object.entries(job?.counts ?? {}) as [PageOutcome | 'waiting', number][];
  return Object.fromEntries(all.filter(([, count]) => count > 0));
};

const status = (code: number) => new Response('', { status: code });

describe('the job that gets articles', () => {
  it('keeps the articles with title and date where the bookmark had none, in the outbox as well', async () => {
    const [bare = ''] = await saveAll(['https://bare.example/a']);
    const [named = ''] = await saveAll(['https://named.example/a'], 'My title');
    await wanted.start([bare, named] as BookmarkId[], OPTIONS);
    await run();
    expect(await counts()).toEqual({ kept: 2 });
    expect((await wanted.job())?.state).toBe('finished');
    const rows = await test.tables.bookmarks.bulkGet([bare, named] as BookmarkId[]);
    expect(rows.map((row) => [row?.title, row?.published, row?.content.kind])).toEqual([
      ['Its title', '2020-01-02', 'article'],
      ['My title', '2020-01-02', 'article'],
    ]);
    expect((await library.articles.get(bare as BookmarkId))?.html).toBe(WORDS);
    expect(fetchAll).toHaveBeenCalledTimes(2);
  });

  it('asks at most six hosts at once, and each host for one page at a time', async () => {
    const ids = await saveAll([...hosts(20), ...hosts(20).map((url) => `${url}/2`)]);
    site = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return new Response(WORDS, { headers: { 'content-type': 'text/html' } });
    };
    await wanted.start(ids, OPTIONS);
    await run();
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(6);
    expect(await counts()).toEqual({ kept: 40 });
    expect(requests.filter((url) => url.endsWith('/robots.txt'))).toHaveLength(20);
  });

  it('reports each page by what the site said', async () => {
    const codes = [404, 401, 403, 500];
    const ids = await saveAll(codes.map((code) => `https://host-${code}.example/${code}`));
    site = ({ pathname }) => status(Number(pathname.slice(1)));
    await wanted.start(ids, OPTIONS);
    await run();
    expect(await counts()).toEqual({ gone: 1, 'sign-in': 1, refused: 1, failed: 1 });
  });

  it.each([
    ['a captcha', '<title>Just a moment...</title><div class="cf-turnstile"></div>'],
    ['a question about cookies', '<div id="onetrust-banner">We use cookies. Accept all</div>'],
  ])('never keeps the text of %s', async (_, html) => {
    const [id = ''] = await saveAll(hosts(1));
    site = () => new Response(html, { headers: { 'content-type': 'text/html' } });
    await wanted.start([id as BookmarkId], OPTIONS);
    await run();
    expect(await counts()).toEqual({ look: 1 });
    expect(await library.articles.get(id as BookmarkId)).toBeNull();
    expect((await test.tables.bookmarks.get(id as BookmarkId))?.content.kind).toBe('address');
  });

  it('tries a page again after a refusal for a while, and three times at most', async () => {
    const ids = await saveAll(hosts(1));
    let tries = 0;
    site = () => {
      tries += 1;
      const headers = { 'retry-after': '60' };
      return tries < 3
        ? new Response('', { status: 503, headers })
        : new Response(WORDS, { headers: { 'content-type': 'text/html' } });
    };
    await wanted.start(ids, OPTIONS);
    await run();
    expect(await counts()).toEqual({ kept: 1 });
    await wanted.start(await saveAll(['https://other.example/']), OPTIONS);
    site = () => status(429);
    requests = [];
    await run();
    expect(await counts()).toEqual({ kept: 1, refused: 1 });
    expect(requests.filter((url) => !url.endsWith('robots.txt'))).toHaveLength(3);
  });

  it('gives up a host that never answers, with all of its pages', async () => {
    const ids = await saveAll(Array.from({ length: 600 }, (_, at) => `https://dead.example/${at}`));
    site = () => Promise.reject(new TypeError('No answer'));
    await wanted.start(ids, OPTIONS);
    await run();
    expect(await counts()).toEqual({ failed: 600 });
    expect(requests.length).toBeLessThan(20);
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
    const added = await library.bookmarks.addMany(pages, { outbox: false });
    await wanted.start(added.ok ? added.value.added : [], OPTIONS);
    const stop = new AbortController();
    site = () => {
      if (requests.length > 20) stop.abort();
      return status(404);
    };
    await run(stop.signal);
    const { waiting = 0, gone = 0 } = await counts();
    expect(waiting + gone).toBe(10_000);
    expect(gone).toBeGreaterThan(10);
    expect(most).toBe(1);
  });

  it('leaves pages alone that robots.txt closes, unless a person asks for one of them', async () => {
    const ids = await saveAll(['https://closed.example/a', 'https://closed.example/b']);
    site = ({ pathname }) =>
      pathname === '/robots.txt'
        ? new Response('User-agent: *\nDisallow: /', { headers: { 'content-type': 'text/plain' } })
        : new Response(WORDS, { headers: { 'content-type': 'text/html' } });
    await wanted.start(ids, OPTIONS);
    await run();
    expect(requests).toEqual(['https://closed.example/robots.txt']);
    expect(await counts()).toEqual({ refused: 2 });
    const [page] = await test.tables.wantedPages.toArray();
    if (page) await wanted.tryAgain(page, false);
    await run();
    expect(await counts()).toEqual({ refused: 1, kept: 1 });
  });

  it('leaves bookmarks alone that were deleted or captured meanwhile', async () => {
    const [gone = '', here = ''] = (await saveAll(hosts(2))) as readonly string[];
    await wanted.start([gone, here] as BookmarkId[], OPTIONS);
    await library.bookmarks.trash([gone as BookmarkId]);
    await library.bookmarks.recapture(here as BookmarkId, capture({ html: '<p>Mine</p>' }));
    await run();
    expect(await counts()).toEqual({ skipped: 2 });
    expect((await library.articles.get(here as BookmarkId))?.html).toBe('<p>Mine</p>');
  });

  it('goes on where it was after the background was stopped', async () => {
    const ids = await saveAll(hosts(30));
    await wanted.start(ids, OPTIONS);
    const stop = new AbortController();
    const answer = site;
    site = (url) => {
      if (requests.length > 20) stop.abort();
      return answer(url);
    };
    await run(stop.signal);
    expect((await counts()).waiting).toBeGreaterThan(0);
    site = answer;
    await run();
    expect(await counts()).toEqual({ kept: 30 });
  });

  it('pauses when the access is taken back, loses nothing, and goes on when it is allowed', async () => {
    const ids = await saveAll(hosts(30));
    await wanted.start(ids, OPTIONS);
    const answer = site;
    site = (url) => {
      isAllowed = requests.length < 20;
      return isAllowed ? answer(url) : Promise.reject(new TypeError('Not allowed'));
    };
    await run();
    expect(await wanted.job()).toMatchObject({ state: 'paused', problem: 'not-allowed' });
    const { failed } = await counts();
    expect(failed).toBeUndefined();
    isAllowed = true;
    site = answer;
    await wanted.resume(false);
    await run();
    expect(await counts()).toEqual({ kept: 30 });
  });

  it('pauses without a connection, and goes on when it is back', async () => {
    await wanted.start(await saveAll(hosts(3)), OPTIONS);
    const answer = site;
    isOnline = false;
    site = () => Promise.reject(new TypeError('Offline'));
    await run();
    expect(await wanted.job()).toMatchObject({ state: 'paused', problem: 'offline' });
    isOnline = true;
    site = answer;
    await resumeOnline(library);
    await run();
    expect(await counts()).toEqual({ kept: 3 });
  });

  it('is stopped by a person, and forgets what waits', async () => {
    await wanted.start(await saveAll(hosts(3)), OPTIONS);
    await wanted.stop();
    await run();
    expect(requests).toEqual([]);
    expect(await counts()).toEqual({});
    expect((await wanted.job())?.state).toBe('finished');
  });
});

describe('the access that was granted for the job', () => {
  it('is given back at its end', async () => {
    await wanted.start(await saveAll(hosts(1)), { ...OPTIONS, isBorrowed: true });
    await run();
    expect(isAllowed).toBe(false);
    expect((await wanted.job())?.isBorrowed).toBe(false);
  });

  it('stays if somebody keeps all images since', async () => {
    stored.keepAllImages = true;
    await wanted.start(await saveAll(hosts(1)), { ...OPTIONS, isBorrowed: true });
    await run();
    expect(isAllowed).toBe(true);
    expect((await wanted.job())?.isBorrowed).toBe(false);
  });

  it('waits for a click if others would be lost with it, such as that of a server', async () => {
    origins.push('https://server.example/*');
    await wanted.start(await saveAll(hosts(1)), { ...OPTIONS, isBorrowed: true });
    await run();
    expect(isAllowed).toBe(true);
    expect((await wanted.job())?.isBorrowed).toBe(true);
  });
});
