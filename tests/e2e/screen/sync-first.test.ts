// @module-tag full
// @module-tag firefox
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts.ts';
import { act } from '../support/act.ts';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { allowAgain, signInByToken } from '../support/signing-in.ts';
import { favouritesAndJobs, librarySize } from '../support/stored-library.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

/** `npm run soak -- first-sync` uses 10,000. */
const COUNT = Number(process.env.LEAFMARK_FIRST_SYNC ?? 200);
/** The time limit for the longest part of the test. */
const PART_TIMEOUT_MS = CONDITION_TIMEOUT_MS + COUNT * 60;
const TIMEOUT_MS = 8 * PART_TIMEOUT_MS;
const READ = ['POST', '/api/bookmarks/sync'] as const;
/** A response has twenty articles. Each part between the interruptions has a tenth of all. */
const REQUESTS_A_PART = Math.ceil(COUNT / 20 / 10);

describe.each(BROWSERS)(`the first sync of ${COUNT} bookmarks in %s`, (name) => {
  const world = useWorld(name);
  let server: CompanionServer;
  let proxy: FaultyProxy;
  let token: string;
  beforeAll(async () => {
    server = await startCompanion();
    await server.fill(COUNT);
    proxy = await startFaultyProxy(server);
    token = await server.newToken();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  /** Starts or continues the sync with `act`, and waits until half of a response has arrived. */
  const continueSync = async (act: () => Promise<void>, requests = REQUESTS_A_PART) => {
    const halved = proxy.halveAnswer(...READ, requests);
    await act();
    await halved;
  };
  /** Returns the number of downloaded articles on the page, once it is more than `before`. */
  const progress = (page: ScreenPage, before: number): Promise<number> =>
    until(
      `more than ${before} articles are here`,
      async () => {
        const progressText = /([\d,]+) of ([\d,]+) articles have been downloaded/.exec(
          await page.text(),
        );
        const [here = 0, all] = (progressText ?? [])
          .slice(1)
          .map((text) => Number(text.replace(',', '')));
        expect(all).toBe(COUNT);
        return here > before && here;
      },
      PART_TIMEOUT_MS,
    );

  it('is complete and has no duplicates after five interruptions', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { browser } = world;
    const syncNow = (page: ScreenPage) => page.click('button', 'Sync now');

    // The first response has bookmarks with their articles.
    await continueSync(() => signInByToken(browser, proxy.base, token), 1);
    // The change ends this round, which stores what has arrived. In the next rounds, bookmarks come
    // without their articles.
    const options = await browser.openOwn('options', '#/sync');
    await continueSync(() => options.click('radio', /^On demand/), 1);
    await browser.kill();

    await browser.restart();
    const before = proxy.statuses.length;
    const page = await browser.openOwn('library', '#/sync');
    await allowAgain(browser, page, () => proxy.statuses.length > before);
    await until('the bookmarks are here', () => page.has('status', 'Synced just now'));
    const again = await browser.openOwn('options', '#/sync');
    await continueSync(() => again.click('radio', /^All of them/));
    await again.close();
    let here = await progress(page, 0);
    await browser.picture('first-sync');
    proxy.cut();
    await server.restart();
    await page.sees("The server can't be reached");

    proxy.mend();
    await continueSync(() => syncNow(page));
    here = await progress(page, here);
    await page.click('button', 'Pause');
    await page.waitFor('button', 'Resume');
    await page.sees('Articles still to be downloaded');
    await browser.picture('first-sync-paused');

    await continueSync(() => page.click('button', 'Resume'));
    here = await progress(page, here);
    proxy.cut();
    await page.sees("The server can't be reached");

    proxy.mend();
    await continueSync(() => syncNow(page));
    here = await progress(page, here);
    await browser.stopWorker();

    await browser.openOwn('library');
    await until(
      'everything is downloaded',
      () => page.has('status', 'Synced just now'),
      PART_TIMEOUT_MS,
    );
    await page.waitUntilGone('button', 'Pause');
    const all = { bookmarks: COUNT, addresses: COUNT, articles: COUNT, images: COUNT };
    expect(await browser.runBehind(librarySize)).toEqual(all);
    const there = await server.send('GET', '/api/bookmarks?limit=1', { token });
    expect(there.headers.get('total-count')).toBe(String(COUNT));
  });

  it('is followed by an action on all of them, which a kill does not end and one Undo takes back', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { browser } = world;
    const stored = () => browser.runBehind(favouritesAndJobs);
    let library = await browser.openOwn('library', '#/all');
    await library.waitFor('link', /./);
    // The page takes its keys when the list is complete.
    const selected = `Selected: ${COUNT.toLocaleString('en')}`;
    await act(
      'all are selected',
      () => browser.press('ctrl+a'),
      async () => (await library.text()).includes(selected),
    );
    await browser.press('f');
    await until('the action is stored', async () => (await stored()).some((count) => count > 0));
    await browser.kill();

    await browser.restart();
    library = await browser.openOwn('library', '#/all');
    await until('all are favourites', async () => (await stored())[0] === COUNT, PART_TIMEOUT_MS);
    await library.click('button', 'Undo');
    await until(
      'none is a favourite',
      async () => (await stored()).every((count) => count === 0),
      PART_TIMEOUT_MS,
    );
  });
});
