import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONDITION_TIMEOUT_MS } from '../support/timeouts.ts';
import { type CompanionServer, startCompanion } from './support/companion-server.ts';
import { BROWSERS } from './support/launch.ts';
import { type Line, openLine } from './support/line.ts';
import type { ScreenPage } from './support/screen-page.ts';
import { allowAgain, signInByToken } from './support/signing-in.ts';
import { librarySize } from './support/stored-library.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

/** 10,000 with `npm run soak -- first-sync`. */
const COUNT = Number(process.env.LEAFMARK_FIRST_SYNC ?? 200);
/** For the longest part of the test. */
const PART_TIMEOUT_MS = CONDITION_TIMEOUT_MS + COUNT * 60;
const TIMEOUT_MS = 8 * PART_TIMEOUT_MS;
const READ = ['POST', '/api/bookmarks/sync'] as const;
/** Articles come twenty at a time; there are five parts between the interruptions. */
const REQUESTS_A_PART = Math.floor(COUNT / 20 / 6) + 1;
/** Bookmarks come by the hundred; of the first two hundreds one is here. */
const REQUESTS_BEFORE = Math.ceil(COUNT / 100) - 1;

describe.each(BROWSERS)(`the first sync of ${COUNT} bookmarks in %s`, (name) => {
  const world = useWorld(name);
  let server: CompanionServer;
  let line: Line;
  let token: string;
  beforeAll(async () => {
    server = await startCompanion();
    await server.fill(COUNT);
    line = await openLine(server);
    token = await server.newToken();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await line.stop();
    await server.stop();
  });

  /** Starts, or goes on, by `act`, until an answer has come by half. */
  const goOn = async (act: () => Promise<void>, requests = REQUESTS_A_PART) => {
    const halved = line.halveAnswer(...READ, requests);
    await act();
    await halved;
  };
  /** How many articles the page says are here, once they are more than `before`. */
  const progress = (page: ScreenPage, before: number): Promise<number> =>
    until(
      `more than ${before} articles are here`,
      async () => {
        const said = /([\d,]+) of ([\d,]+) articles have been downloaded/.exec(await page.text());
        const [here = 0, all] = (said ?? []).slice(1).map((text) => Number(text.replace(',', '')));
        expect(all).toBe(COUNT);
        return here > before && here;
      },
      PART_TIMEOUT_MS,
    );

  it('is interrupted five times, and all are there once', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { browser } = world;
    const syncNow = (page: ScreenPage) => page.click('button', 'Sync now');

    await goOn(() => signInByToken(browser, line.base, token), 2);
    // A hundred is written while the next is on its way.
    await until('the first hundred is here', async () => {
      const { bookmarks } = await browser.runBehind(librarySize);
      return bookmarks === 100;
    });
    await browser.kill();

    await browser.restart();
    const before = line.statuses.length;
    const page = await browser.openOwn('library', '#/sync');
    await goOn(
      () => allowAgain(browser, page, () => line.statuses.length > before),
      REQUESTS_BEFORE + REQUESTS_A_PART,
    );
    let here = await progress(page, 0);
    await browser.picture('first-sync');
    line.cut();
    await server.restart();
    await page.sees("The server can't be reached");

    line.mend();
    await goOn(() => syncNow(page));
    here = await progress(page, here);
    await page.click('button', 'Pause');
    await page.waitFor('button', 'Resume');
    await page.sees('articles are still to be downloaded');
    await browser.picture('first-sync-paused');

    await goOn(() => page.click('button', 'Resume'));
    here = await progress(page, here);
    line.cut();
    await page.sees("The server can't be reached");

    line.mend();
    await goOn(() => syncNow(page));
    here = await progress(page, here);
    await browser.stopWorker();

    await browser.openOwn('library');
    await until('all is here', () => page.has('status', 'Synced just now'), PART_TIMEOUT_MS);
    await page.waitUntilGone('button', 'Pause');
    const all = { bookmarks: COUNT, addresses: COUNT, articles: COUNT, images: COUNT };
    expect(await browser.runBehind(librarySize)).toEqual(all);
    const there = await server.send('GET', '/api/bookmarks?limit=1', { token });
    expect(there.headers.get('total-count')).toBe(String(COUNT));
  });
});
