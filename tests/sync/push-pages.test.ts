import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, unixMs } from '../../src/domain/time';
import { address, value } from '../library/library';
import { type Device, type Fetch, startWorld, type World } from './support/world';

const urlOf = (n: number) => `https://pages.example/${n}`;

let world: World;
let device: Device;
/** The addresses of creates, and `pull` for each request for changes, in their order. */
let steps: string[];
/** Runs before each request. */
let before: (request: Request) => Promise<void>;
beforeEach(async () => {
  steps = [];
  before = async () => {};
  world = await startWorld();
  const through =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      await before(request);
      const { method, url } = request;
      if (method === 'GET' && url.includes('/bookmarks/sync')) steps.push('pull');
      if (method === 'POST' && url.endsWith('/bookmarks')) {
        steps.push((await request.clone().json()).url);
      }
      return fetch(request);
    };
  device = await world.device({ through });
});
afterEach(() => world.end());

/** Adds pages of a file, which are in no order. */
async function addPages(count: number): Promise<void> {
  const shuffled = Array.from({ length: count }, (_, n) => (n * 7) % count);
  const pages = shuffled.map((n) => ({
    page: address({ url: urlOf(n), title: `Page ${n}` }),
    created: unixMs(1_600_000_000_000 + n * DAY_MS),
  }));
  value(await device.library.bookmarks.addMany(pages, { outbox: true }));
}

describe('a large outbox', () => {
  it('is sent after the page that a person waits for', async () => {
    await addPages(150);
    const all = await device.tables.bookmarks.toArray();
    const sync = device.sync();
    sync.sendFirst(all.find(({ url }) => url === urlOf(0))!.id);
    await sync.round({ articles: 'none' });
    expect(steps.find((step) => step !== 'pull')).toBe(urlOf(0));
    expect(steps.filter((step) => step === urlOf(0))).toHaveLength(1);
  });

  it('is sent in pages of a hundred, the newest bookmarks first, with a pull after each', async () => {
    await addPages(250);
    // Four creates are answered together, however fast the server is.
    let left = 250;
    let waiting: (() => void)[] = [];
    before = async ({ method, url }) => {
      if (method !== 'POST' || !url.endsWith('/bookmarks')) return;
      const answered = new Promise<void>((resolve) => waiting.push(resolve));
      if (waiting.length === Math.min(4, left)) {
        left -= waiting.length;
        for (const answer of waiting) answer();
        waiting = [];
      }
      await answered;
    };
    let transactions = 0;
    const { sync } = device.library;
    const counted: typeof sync.transaction = (scope, work) => {
      transactions += 1;
      return sync.transaction(scope, work);
    };
    const library = { ...device.library, sync: { ...sync, transaction: counted } };
    await device.sync({ library }).round({ articles: 'none' });
    expect(steps.flatMap((step, at) => (step === 'pull' ? at : []))).toEqual([0, 101, 202, 253]);
    const pages = [steps.slice(1, 101), steps.slice(102, 202), steps.slice(203, 253)];
    // Requests run in parallel, so the order within a page is not exact.
    const newestFirst = Array.from({ length: 250 }, (_, n) => urlOf(249 - n));
    const expected = [
      newestFirst.slice(0, 100),
      newestFirst.slice(100, 200),
      newestFirst.slice(200),
    ];
    for (const [at, page] of pages.entries()) {
      expect(new Set(page)).toEqual(new Set(expected[at]));
    }
    expect(await device.tables.outbox.count()).toBe(0);
    // Requests that run in parallel share the transactions that record them.
    expect(transactions).toBeLessThan(250);
  });

  it('does not create a page again that another device has sent meanwhile', async () => {
    await addPages(130);
    let sent = 0;
    before = async ({ method, url }) => {
      if (method !== 'POST' || !url.endsWith('/bookmarks')) return;
      sent += 1;
      if (sent !== 50) return;
      for (let n = 0; n < 30; n += 1) {
        value(await world.client.bookmarks.create({ url: urlOf(n) }));
      }
    };
    expect(await device.round()).toMatchObject({ kind: 'done' });
    expect(steps.filter((step) => step !== 'pull')).toHaveLength(100);
    expect(await world.bookmarks()).toHaveLength(130);
  });
});
