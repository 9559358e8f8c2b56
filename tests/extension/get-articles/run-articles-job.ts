import { beforeEach, expect, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { unixMs } from '../../../src/domain/time';
import type { PageToCapture } from '../../../src/extension/get-articles/capture-in-page';
import { createArticlesJob } from '../../../src/extension/get-articles/run-job';
import {
  type ArticleRequests,
  articleRequests,
  type Library,
  type PageOutcome,
  type WantedPages,
  wantedPages,
} from '../../../src/library';
import { capture, type TestLibrary, testLibrary } from '../../library/library';

type Site = (url: URL) => Response | Promise<Response>;

export const WORDS = `<p>${'word '.repeat(400)}</p>`;
export const html = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/html' } });
const NEVER = new AbortController().signal;
export const OPTIONS = { isSignedIn: false, isAsked: false, isBorrowed: false };

/** The library, the site and what the job does with them. */
export const world = {} as {
  test: TestLibrary;
  library: Library;
  wanted: WantedPages;
  asked: ArticleRequests;
  site: Site;
  isAllowed: boolean;
  isOnline: boolean;
  origins: string[];
  requests: string[];
  /** Addresses of pages that are being answered. */
  open: string[];
  most: number;
};

export const stored: Record<string, unknown> = {};

/** Begins each test of a file with a new library. */
export const useArticlesJob = () =>
  beforeEach(async () => {
    world.test = await testLibrary();
    world.library = world.test.library;
    world.wanted = world.library.part(wantedPages);
    world.asked = world.library.part(articleRequests);
    world.site = () => html(WORDS);
    [world.isAllowed, world.isOnline, world.most] = [true, true, 0];
    [world.origins, world.requests, world.open] = [['*://*/*'], [], []];
    for (const key of Object.keys(stored)) delete stored[key];
  });

const permissions = {
  contains: async () => world.isAllowed,
  getAll: async () => ({ origins: world.origins }),
  remove: vi.fn(async () => {
    world.isAllowed = false;
    return true;
  }),
};

export const fetchAll = vi.fn(async () => {});

export function run(signal = NEVER): Promise<void> {
  const job = createArticlesJob({
    browser: {
      permissions,
      alarms: { create: async () => {}, clear: async () => true },
      storage: { local: { get: async () => stored } },
    } as never, // Only the used part.
    async request(address) {
      const url = new URL(address);
      world.requests.push(address);
      if (url.pathname === '/robots.txt' && !url.host.startsWith('closed'))
        return new Response('', { status: 404 });
      world.open.push(url.host);
      world.most = Math.max(world.most, world.open.length);
      expect(new Set(world.open).size).toBe(world.open.length);
      try {
        return await world.site(url);
      } finally {
        world.open = world.open.filter((host) => host !== url.host);
      }
    },
    capturePage: async ({ url, html }: PageToCapture) => ({
      capture: capture({ url, title: 'Its title', published: '2020-01-02', html }),
      inlineImages: [],
    }),
    images: { fetchAll },
    rules: { of: () => null },
    isOnline: () => world.isOnline,
    // Pauses are over at once.
    now: () => {
      world.test.clock.now = unixMs(world.test.clock.now + 20 * 60_000);
      return world.test.clock.now;
    },
    random: () => 0.5,
  });
  return job(world.library, signal);
}

export async function saveAll(urls: readonly string[], title = ''): Promise<readonly BookmarkId[]> {
  const ids: BookmarkId[] = [];
  for (const url of urls) {
    const page = { kind: 'address', url, title, excerpt: '', reason: 'not-included' } as const;
    const saved = await world.library.bookmarks.save(page);
    if (saved.ok) ids.push(saved.value.bookmark.id);
  }
  return ids;
}

export const hosts = (count: number) =>
  Array.from({ length: count }, (_, at) => `https://host-${at}.example/page`);

export const pagesOf = (site: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${site}${at}`);

/** Starts the job with one page. */
export async function startOne(): Promise<BookmarkId> {
  const [id] = await saveAll(hosts(1));
  if (id === undefined) throw new Error('The page could not be saved');
  await world.asked.start([id], OPTIONS);
  return id;
}

export const counts = async () => {
  const job = await world.wanted.job();
  const all = Object.entries(job?.counts ?? {}) as [PageOutcome | 'waiting', number][];
  return Object.fromEntries(all.filter(([, count]) => count > 0));
};

export const noAnswer = () => Promise.reject(new TypeError('No answer'));

export const status = (code: number) => new Response('', { status: code });
