import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'puppeteer-core';
import { startCompanion } from '../tests/e2e/support/companion-server';
import { startFaultyProxy } from '../tests/e2e/support/faulty-proxy';
import { until } from '../tests/e2e/support/until';
import { signIn, WebBrowser } from '../tests/e2e/support/web-browser';
import { WATCH_FIRST_ROWS } from './browser';
import { type Bench, figuresOf, inTurns, median, rounded, sum } from './figure';
import { firstSyncFigure } from './web/first-sync';
import {
  countArticles,
  droppedFrames,
  openArticle,
  showArticle,
  staticPage,
  storeArticle,
} from './web/page-scripts';
import { installWorker, startStaticSite } from './web/static-site';

const { value, ratio } = figuresOf('web');
const SIDES = ['static', 'app'] as const;
type Side = (typeof SIDES)[number];
const MIN_RUNS = 7;
const MANY = 2_000;
const ROWS = 1_000;
const PARAGRAPHS = 300;
const ARTICLE = `<section>${'<p>The harbour froze in January, and the boats stayed where they were.</p>'.repeat(PARAGRAPHS)}</section>`;
const SHELL_BYTES = 120_000;
const SLOW_DOWN = 4;
/** On a busy machine, one takes up to a second. The browser's driver gives up after 180 s. */
const FRAMES = 60;
const PIXELS_PER_FRAME = 90;
const FILL_MS = 600_000;
const FIRST_SYNC = 'first sync';
const ROWS_CASE = 'first rows, cold, offline';
const FILES_CASE = 'the files before the first rows, gzipped';
const ARTICLE_CASE = 'open an article, offline';
const FRAMES_CASE = `dropped frames while scrolling, ${SLOW_DOWN} times slower`;

/**
 * Measures the web app in real Chromium: its first sync beside that of the extension, and the rest
 * without a network beside static pages with the same contents, which a service worker answers, too.
 */
export const webBench: Bench = async function* ({ runs, size, only }) {
  const n = Math.max(runs, MIN_RUNS);
  if (FIRST_SYNC.includes(only)) yield await firstSyncFigure(size ?? MANY);
  if (![ROWS_CASE, FILES_CASE, ARTICLE_CASE, FRAMES_CASE].some((name) => name.includes(only)))
    return;
  const rows = size ?? ROWS;
  const companion = await startCompanion();
  await companion.fill(rows);
  // The list begins with the newest one.
  await companion.add({ url: 'http://long.example/', title: 'A long article' }, ARTICLE);
  const proxy = await startFaultyProxy(companion);
  const browser = await WebBrowser.launch('chromium');
  try {
    const page = await browser.open(`${proxy.base}/`);
    await signIn(page);
    const hasAll = async () => (await page.evaluate(countArticles)) === rows + 1;
    await until('the library is here', hasAll, FILL_MS);
    await until('a worker answers', () =>
      page.evaluate(() => navigator.serviceWorker.controller !== null),
    );
    await page.waitForSelector('.row-words a');
    await using site = await startStaticSite({
      '/': await page.evaluate(staticPage),
      '/long': await page.evaluate(staticPage, rows),
    });
    const still = await browser.open(`${site.base}/none`);
    await still.evaluate(installWorker);
    await still.evaluate(storeArticle, ARTICLE);
    proxy.cut();

    /** Measures in a new tab, whose page a worker answers that was stopped. */
    const inTab = async <T>(path: string, side: Side, measure: (tab: Page) => Promise<T>) => {
      const tab = await browser.open('about:blank');
      await tab.evaluateOnNewDocument(WATCH_FIRST_ROWS);
      await stopWorkers(tab);
      await tab.bringToFront();
      await tab.goto(side === 'app' ? `${proxy.base}/` : `${site.base}${path}`);
      await tab.evaluate('window.firstRows');
      const measured = await measure(tab);
      await tab.close();
      return measured;
    };
    const besides = async (name: string, measure: (tab: Page, side: Side) => Promise<number>) => {
      const one = (side: Side) => inTab('/', side, (tab) => measure(tab, side));
      // Warm-up: code that the browser has not run before.
      const times = await inTurns(SIDES, n, one, 1);
      return ratio(name, times.app, ['static page', times.static], { atMost: 1.3 });
    };

    if (ROWS_CASE.includes(only))
      yield await besides(ROWS_CASE, async (tab) => Number(await tab.evaluate('window.firstRows')));
    const shell = join(dirname(companion.program), 'web');
    if (FILES_CASE.includes(only))
      yield shellFigure(shell, await inTab('/', 'app', loadedBeforeRows));
    if (ARTICLE_CASE.includes(only))
      yield await besides(ARTICLE_CASE, (tab, side) =>
        side === 'app' ? tab.evaluate(openArticle, PARAGRAPHS) : tab.evaluate(showArticle),
      );
    if (!FRAMES_CASE.includes(only)) return;
    const dropped = await inTurns(SIDES, n, (side) =>
      inTab('/long', side, async (tab) => {
        await tab.emulateCPUThrottling(SLOW_DOWN);
        return tab.evaluate(droppedFrames, FRAMES, PIXELS_PER_FRAME);
      }),
    );
    const [app, floor] = [median(dropped.app), median(dropped.static)];
    const beside = `a static list of ${rows} rows: ${rounded(floor * 100)} % of its frames`;
    yield value(FRAMES_CASE, [(app - floor) * 100, 'points'], n, beside, { atMost: 5 });
  } finally {
    await browser.close();
    await proxy.stop();
    await companion.stop();
  }
};

/** Stops all service workers, as the browser does some time after the last page. */
async function stopWorkers(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

/** Returns the names of the scripts and styles that the page had before its first rows. */
const loadedBeforeRows = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { firstRows } = window as unknown as { readonly firstRows: Promise<number> };
    const until = await firstRows;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as PerformanceResourceTiming).responseEnd <= until)
      .flatMap(({ name }) => /\/(app\/[^/?]+)$/.exec(name)?.[1] ?? []);
  });

function shellFigure(folder: string, names: readonly string[]) {
  const files = [...new Set(['library.html', ...names])];
  const sizes = files.map((name) => gzipSync(readFileSync(join(folder, name))).byteLength);
  const floor = '0: a page without scripts and styles';
  return value(FILES_CASE, [sum(sizes), 'B'], files.length, floor, { atMost: SHELL_BYTES });
}
