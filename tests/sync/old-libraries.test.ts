import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/domain/time';
import { createKillable, type Killable } from './model/killable';
import { oldPages, restoreOn, writeOldLibrary } from './model/old-library';
import { asReadeck } from './support/annotated-server';
import { type Device, type Fetch, startWorld, type World } from './support/world';

/** The kinds of servers, with the number of requests for each page after which the network is cut. */
const KINDS = [
  ['the companion server', (fetch: Fetch) => fetch, 3],
  ['Readeck', asReadeck, 10],
] as const;

const PAGES = oldPages(120);
/** The number of pages that are sent when the second device signs in, and when the first is closed. */
const [JOINS_AT, CLOSES_AT] = [40, 90];

interface Browser {
  readonly device: Device;
  readonly worker: Killable;
}

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

describe.each(KINDS)('two devices that restored one file, with %s', (name, kind, most) => {
  it('have each page once when one signs in during the first sync of the other, which is closed', async () => {
    const counts = { requests: 0, creates: 0, patches: 0 };
    const count = async (request: Request) => {
      counts.requests += 1;
      if (counts.requests > most * PAGES.length) throw new TypeError('too many requests');
      if (request.method === 'PATCH') counts.patches += 1;
      if (request.method !== 'POST' || !request.url.endsWith('/bookmarks')) return;
      counts.creates += 1;
      if (counts.creates === JOINS_AT) joined = roundOf(second);
      if (counts.creates === CLOSES_AT) first.worker.end();
    };
    const file = await writeOldLibrary(PAGES);
    const startBrowser = async () => {
      const worker = createKillable();
      const through =
        (fetch: Fetch): Fetch =>
        async (input, init) => {
          const request = new Request(input, init);
          await count(request);
          return kind(fetch)(request);
        };
      const device = await world.device({
        through: (fetch) => worker.through(through(fetch)),
        library: worker.library,
      });
      await restoreOn(device, file);
      return { device, worker };
    };
    const [first, second] = [await startBrowser(), await startBrowser()];
    let joined: Promise<unknown> = Promise.resolve();

    expect(await roundOf(first), 'the first device was closed').toBeNull();
    expect(await joined).toMatchObject({ kind: 'done' });
    await settle([second]);
    await expectLibrary([second]);
    await settle([first, second]);
    await expectLibrary([first, second]);
    if (name === 'the companion server') expect(counts.patches).toBe(0);
    const { requests } = counts;
    for (const browser of [first, second]) await roundOf(browser);
    expect(counts.requests - requests, 'requests of rounds without changes').toBe(2);
  });
});

const roundOf = ({ device, worker }: Browser) => worker.run(() => device.round());

/** Syncs devices until nothing is left to send. */
async function settle(browsers: readonly Browser[]): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    for (const browser of browsers) {
      await world.work();
      world.advance(2 * MINUTE_MS);
      expect(await roundOf(browser)).toMatchObject({ kind: 'done' });
    }
  }
}

const EXPECTED = PAGES.map(({ isHighlighted: _, ...page }) => page);

async function shownOn({ device }: Browser) {
  const rows = await device.tables.bookmarks
    .filter(({ trashedAt }) => trashedAt === null)
    .toArray();
  return rows.map(({ url, labels, isArchived, isFavourite, readProgress }) => ({
    url,
    label: labels.join(),
    isArchived,
    isFavourite,
    readProgress,
  }));
}

/** Checks that the server and the devices have each page once, as it was in the file. */
async function expectLibrary(browsers: readonly Browser[]): Promise<void> {
  const infos = await world.bookmarks();
  const there = infos.map(({ url, labels, ...info }) => ({
    url,
    label: labels.join(),
    isArchived: info.is_archived,
    isFavourite: info.is_marked,
    readProgress: info.read_progress,
  }));
  expect(byUrl(there)).toEqual(byUrl(EXPECTED));
  for (const browser of browsers) {
    const { outbox, highlights } = browser.device.tables;
    expect(byUrl(await shownOn(browser))).toEqual(byUrl(EXPECTED));
    expect(await outbox.toArray()).toEqual([]);
    expect(await highlights.count()).toBe(PAGES.filter((one) => one.isHighlighted).length);
  }
}

const byUrl = <T extends { readonly url: string }>(all: readonly T[]): readonly T[] =>
  all.toSorted((a, b) => (a.url < b.url ? -1 : 1));
