// @module-tag full
// @module-tag webkit
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import type { Loopback } from '../../service/support/loopback';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { HTTPS, PLACES, startAt } from '../support/home-places';
import { startNamesProxy } from '../support/names-proxy';
import { until } from '../support/until';
import { WebKit } from '../support/webkit';

const TITLE = 'The harbour froze';
const WORDS = 'The ships stayed until March.';

describe('a server in a home network in the engine of Safari', () => {
  let names: Loopback;
  let webkit: WebKit;
  beforeAll(async () => {
    names = await startNamesProxy();
    webkit = await WebKit.launch(names.base);
  });
  afterAll(async () => {
    await webkit.close();
    await names.close();
  });
  beforeEach(() => {
    onTestFailed(({ task }) => webkit.picture(`failed ${task.suite?.name} ${task.name}`));
  });

  describe.each(PLACES)('at $place', (place) => {
    const { path, keeps } = place;
    let server: CompanionServer;
    let base: string;
    let stopProxy: () => Promise<void>;
    beforeAll(async () => {
      ({ server, base, stopProxy } = await startAt(place, startCompanion));
      await server.add({ url: 'http://harbour.example/', title: TITLE }, `<p>${WORDS}</p>`);
    });
    afterAll(async () => {
      await stopProxy();
      await server.stop();
    });

    const seesTitle = () =>
      until('the list shows the page', () =>
        webkit.evaluate(
          (title) => document.querySelector('.row-words a')?.textContent === title,
          TITLE,
        ),
      );

    it('signs in and shows what the server has', async () => {
      await webkit.open(`${base}/`);
      await webkit.signIn();
      await seesTitle();
      await webkit.picture(`home ${place.place}`);
    });

    it('shows an article', async () => {
      await webkit.click('.row-words a');
      await webkit.seesText(WORDS);
    });

    it('finds a word, which a worker has indexed', async () => {
      await webkit.open(`${base}/library.html#/search/froze`);
      await seesTitle();
    });

    it('keeps its files only where the engine can, and says so elsewhere', async () => {
      await webkit.open(`${base}/`);
      await seesTitle();
      const worker = () =>
        webkit.evaluate(() => navigator.serviceWorker?.controller?.scriptURL ?? null);
      if (keeps) {
        await until('a worker answers the page', async () => (await worker()) !== null);
        expect(await worker()).toBe(`${base}/service-worker.js`);
      } else {
        await webkit.click('[aria-label="Open the sidebar"]');
        await webkit.seesText(HTTPS);
        expect(await worker()).toBe(null);
      }
    });

    it('gives a lock of a page that was left to the next page', async () => {
      await webkit.open(`${base}/`);
      await seesTitle();
      // It waits for the lock a second time, too.
      await webkit.evaluate(() => {
        for (const _ of [1, 2]) void navigator.locks.request('test', () => new Promise(() => {}));
      });
      const isFree = () =>
        webkit.evaluate(() =>
          navigator.locks.request('test', { ifAvailable: true }, (lock) => lock !== null),
        );
      await until('the page has the lock', async () => !(await isFree()));
      await webkit.open(`${base}/library.html?again#/unread`);
      await seesTitle();
      await until('it is free', isFree);
    });

    it('sends a change', async () => {
      await webkit.open(`${base}/`);
      await seesTitle();
      await until('the row has the focus', () =>
        webkit.evaluate(() => {
          const row = document.querySelector<HTMLElement>('.row-words a');
          row?.focus();
          return row !== null && document.hasFocus() && document.activeElement === row;
        }),
      );
      await webkit.press('f');
      await webkit.sees('.row-state');
      const token = await server.newToken();
      await until('the server has the change', async () => {
        const list = await server.send('GET', `${path}/api/bookmarks?is_marked=true`, { token });
        return ((await list.json()) as unknown[]).length === 1;
      });
    });
  });
});
