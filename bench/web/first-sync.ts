import { request as send } from 'node:http';
import { join } from 'node:path';
import { build } from '../../scripts/set-up/extension.mjs';
import { ROOT } from '../../scripts/set-up/process.mjs';
import { startCompanion } from '../../tests/e2e/support/companion-server';
import { launchBrowser } from '../../tests/e2e/support/launch';
import { PageServer } from '../../tests/e2e/support/page-server';
import { signInByToken } from '../../tests/e2e/support/signing-in';
import { until } from '../../tests/e2e/support/until';
import { signIn, WebBrowser } from '../../tests/e2e/support/web-browser';
import { listen } from '../../tests/service/support/loopback';
import { type Figure, figuresOf, inTurns } from '../figure';
import { countArticles } from './page-scripts';

const RUNS = 3;
const SYNC_MS = 600_000;

/** Measures the first sync of the web app beside that of the extension, with their articles. */
export async function firstSyncFigure(count: number): Promise<Figure> {
  if (!(await build('chromium'))) throw new Error('The extension could not be built.');
  const companion = await startCompanion();
  try {
    await companion.fill(count);
    const sync = { extension: syncExtension, app: syncApp };
    const times = await inTurns(['extension', 'app'] as const, RUNS, async (side) => {
      const proxy = await startTimingProxy(companion.base);
      try {
        await sync[side](proxy.base, count, await companion.newToken());
        return proxy.lastedMs();
      } finally {
        await proxy.close();
      }
    });
    const floor = ['the extension', times.extension] as const;
    const name = `first sync of ${count} bookmarks`;
    return figuresOf('web').ratio(name, times.app, floor, { atMost: 1.1 });
  } finally {
    await companion.stop();
  }
}

const hasAll = (count: number, articles: () => Promise<number>) =>
  until('all articles are here', async () => (await articles()) === count, SYNC_MS);

async function syncApp(base: string, count: number): Promise<void> {
  const browser = await WebBrowser.launch('chromium');
  try {
    const page = await browser.open(`${base}/`);
    await signIn(page);
    await page.waitForSelector('.row-words a', { timeout: SYNC_MS });
    await hasAll(count, () => page.evaluate(countArticles));
  } finally {
    await browser.close();
  }
}

async function syncExtension(base: string, count: number, token: string): Promise<void> {
  const web = await PageServer.start(join(ROOT, 'tests', 'pages'));
  const browser = await launchBrowser('chromium', web);
  try {
    await signInByToken(browser, base, token);
    // The app shows its list meanwhile, too.
    const page = await browser.openOwn('library', '#/unread');
    await hasAll(count, () => page.evaluate(countArticles));
  } finally {
    await browser.close();
    web.close();
  }
}

/** A proxy that knows how long a sync took: from its first request to its last response. */
async function startTimingProxy(to: string) {
  let first: number | null = null;
  let last = 0;
  const { base, close } = await listen((request, response) => {
    const { method, headers, url = '' } = request;
    const isSync = url.startsWith('/api/bookmarks/sync');
    if (isSync) first ??= performance.now();
    const passed = send(`${to}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      if (isSync) response.on('finish', () => (last = performance.now()));
    });
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  });
  return { base, close, lastedMs: () => last - (first ?? last) };
}
