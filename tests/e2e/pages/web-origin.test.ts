// @module-tag full
// @module-tag chromium
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveArticle } from '../../server/support/saved-article';
import { type Loopback, listenWith } from '../../service/support/loopback';
import { TOUCHES } from '../../support/touches';
import { XSS_VECTORS } from '../../support/xss-vectors';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { installMonitor, plantDangers } from '../support/script-monitor';
import { until } from '../support/until';
import { seesText, seesTitles, signIn, WebBrowser } from '../support/web-browser';

/** It runs before the document is loaded. */
const SCRIPT = "location.hash = 'ran'";
/** Files that a page may have brought to the server, each with a script. */
const FILES = {
  'page.html': ['text/html', `<script>${SCRIPT}</script>`],
  'program.js': ['text/javascript', SCRIPT],
  'drawing.svg': [
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`,
  ],
} as const;

type FileOfPage = readonly [contentType: string, text: string];

describe('the origin of the web app', () => {
  let companion: CompanionServer;
  let foreign: Loopback;
  let browser: WebBrowser;
  let app: Page;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.fill(1);
    foreign = await listenWith(
      ({ url }) =>
        new Response(foreignPage(companion.base, new URL(url).pathname), {
          headers: { 'content-type': 'text/html' },
        }),
    );
    browser = await WebBrowser.launch('chromium');
    app = await browser.open(`${companion.base}/`);
    await signIn(app);
    await seesTitles(app, ['Bookmark 0']);
    await until('the worker answers', () =>
      app.evaluate(() => navigator.serviceWorker.controller !== null),
    );
  });
  afterAll(async () => {
    await browser.close();
    await foreign.close();
    await companion.stop();
  });

  /** Another site than that of the server, by its host. */
  const foreignAddress = (path: string) => `http://localhost:${foreign.port}${path}`;
  const titles = async () => {
    const answer = await companion.send('GET', '/api/bookmarks', {
      token: await companion.newToken(),
    });
    return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
  };

  it('is in no frame of a foreign site', async () => {
    const page = await browser.open('about:blank');
    const refused: string[] = [];
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'net::ERR_BLOCKED_BY_RESPONSE')
        refused.push(request.url());
    });
    await page.goto(foreignAddress('/frames'));
    await until('the browser has refused all frames', () => refused.length === 3);
    expect(refused.every((address) => address.startsWith(companion.base))).toBe(true);
    await page.close();
  });

  it('takes no form or request of a foreign site, and tells it nothing', async () => {
    const page = await browser.open(foreignAddress('/'));
    const answers = await page.evaluate(askFor, companion.base);
    expect(answers).toEqual(['refused', 'refused', 'refused']);
    await page.close();
    for (const path of ['/save', '/api/bookmarks', '/app/sign-out', '/logout']) {
      const posting = await browser.open('about:blank');
      const answers: number[] = [];
      posting.on('response', (response) => {
        if (response.request().method() === 'POST') answers.push(response.status());
      });
      await posting.goto(foreignAddress(path));
      await until(`${path} was answered`, () => answers.length > 0);
      expect(answers[0], path).toBeGreaterThanOrEqual(400);
      await posting.close();
    }
    expect(await titles()).toEqual(['Bookmark 0']);
    await app.goto(`${companion.base}/profile`);
    await seesText(app, 'Your account');
  });

  it('asks in a window that a foreign site opens, which loses its hold of it', async () => {
    const page = await browser.open(foreignAddress('/open'));
    await page.click('button');
    await until('the site has lost the window', async () => {
      const seen = await page.evaluate(() =>
        String((window as { opened?: Window }).opened?.closed),
      );
      if (seen !== 'true') throw new Error(`closed is ${seen}`);
      return true;
    });
    await page.bringToFront();
    await page.click('a');
    await seesText(page, 'A foreign page');
    expect(await page.evaluate(() => window.opener)).toBe(null);
    expect(await titles()).toEqual(['Bookmark 0']);
    await page.close();
  });

  it('asks in the window of the installed app for a foreign site, and saves at once what no site gives', async () => {
    const page = await browser.open('about:blank');
    // The browser emulates no installed app.
    await page.evaluateOnNewDocument(() => {
      const real = matchMedia.bind(window);
      window.matchMedia = (query) => real(query.replace('(display-mode: standalone)', 'all'));
    });
    await page.goto(foreignAddress('/open'));
    await page.bringToFront();
    await page.click('a');
    await seesText(page, 'A foreign page');
    await page.goto(`${companion.base}/`);
    await seesTitles(page, ['Bookmark 0']);
    // The system opens a share in the same way.
    await page.goto(`${companion.base}/save?url=http%3A%2F%2Fpages.example%2F&title=A%20share`);
    await seesText(page, 'Saved: A share');
    await page.goto(`${companion.base}/`);
    await seesTitles(page, ['A share', 'Bookmark 0']);
    await page.close();
  });

  it(`runs none of ${XSS_VECTORS.length} vectors in shared articles, and the test notices one that runs`, async () => {
    const page = await browser.open('about:blank');
    const foreignRequests: string[] = [];
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== companion.base)
        foreignRequests.push(request.url());
    });
    await page.evaluateOnNewDocument(installMonitor);
    const addresses = await shareAll(companion);
    for (const [index, address] of addresses.entries()) {
      const what = XSS_VECTORS[index]?.name;
      await page.goto(address);
      await page.evaluate(touchAll, TOUCHES);
      expect(await page.evaluate(() => window.__monitor.runs), what).toBe(0);
      expect(page.url(), what).toBe(address);
      expect(await textOf(page), what).toContain('Before the vector.');
    }
    expect(foreignRequests).toEqual([]);

    // Without this, a monitor that notices nothing would pass the checks above.
    await page.evaluate(plantDangers, 'http://evil.example/');
    await until('the policy stops what a sanitiser has missed', () =>
      page.evaluate(() =>
        ['script-src-attr inline', 'script-src-elem inline'].every((stop) =>
          window.__monitor.stopped.includes(stop),
        ),
      ),
    );
    await page.evaluate(() => window.__xss());
    expect(await page.evaluate(() => window.__monitor.runs)).toBeGreaterThan(0);
    expect(await page.evaluate(register, '/service-worker.js')).toBe('refused');
    await page.close();
  });

  it(`runs none of ${XSS_VECTORS.length} vectors in public files, nor makes a worker of one`, async () => {
    const vectors = await app.evaluate(
      asXml,
      XSS_VECTORS.map(({ html }) => html),
    );
    const texts = vectors.flatMap(([html, xml], index): [string, FileOfPage][] => [
      [`page-${index}.html`, ['text/html', html]],
      [`drawing-${index}.svg`, ['image/svg+xml', xml]],
    ]);
    const paths = await storeFiles(companion, Object.fromEntries(texts));
    const page = await browser.open('about:blank');
    await page.evaluateOnNewDocument(installMonitor);
    let read = 0;
    for (const path of paths) {
      const address = `${companion.base}${path}`;
      if (path.endsWith('.html')) {
        // It is downloaded.
        await expect(page.goto(address), path).rejects.toThrow('net::ERR_ABORTED');
        continue;
      }
      await page.goto(address);
      expect(page.url()).toBe(address);
      await page.evaluate(touchAll, TOUCHES);
      const seen = await page.evaluate(() => ({
        runs: window.__monitor.runs,
        isRead: document.querySelector('parsererror') === null,
      }));
      expect(seen.runs, path).toBe(0);
      if (seen.isRead) read += 1;
    }
    expect(read).toBeGreaterThan(XSS_VECTORS.length * 0.9);
    // The monitor works in such a document.
    await page.evaluate(() => window.__xss());
    expect(await page.evaluate(() => window.__monitor.runs)).toBeGreaterThan(0);
    await page.close();
    await app.bringToFront();
    await app.goto(`${companion.base}/`);
    await app.waitForSelector('.row-words a');
    expect(await app.evaluate(registerAll, paths)).toEqual([]);
  });

  it('makes no worker and no script of what is public, shared or an answer of the API', async () => {
    const files = await storeFiles(companion);
    const [shared = ''] = await shareAll(companion, XSS_VECTORS.slice(0, 1));
    const paths = [...files, new URL(shared).pathname, '/api/info', '/profile'];
    await app.bringToFront();
    await app.goto(`${companion.base}/`);
    await app.waitForSelector('.row-words a');
    const place = app.url();
    for (const path of paths) {
      expect(await app.evaluate(register, path), path).toBe('refused');
      expect(await app.evaluate(loadAsScript, path), path).toBe('refused');
    }
    expect(app.url()).toBe(place);
    const workers = await app.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL),
    );
    expect(workers).toEqual([`${companion.base}/service-worker.js`]);
    const path = files.find((each) => each.endsWith('.svg'));
    const drawing = await browser.open(`${companion.base}${path}`);
    expect(drawing.url()).toBe(`${companion.base}${path}`);
  });
});

/** Runs in a page. Sends the events of a person and of loading to each element. */
function touchAll(touches: readonly string[]): void {
  for (const element of document.querySelectorAll('*')) {
    for (const type of touches) element.dispatchEvent(new Event(type, { cancelable: true }));
  }
}

/** Runs in a page. Returns each text of HTML with a drawing that has the same elements. */
const asXml = (texts: readonly string[]): [html: string, xml: string][] =>
  texts.map((html) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    const inside = new XMLSerializer().serializeToString(body);
    return [
      html,
      `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${inside}</foreignObject></svg>`,
    ];
  });

const textOf = (page: Page) => page.evaluate(() => document.body.textContent);

/** The page of a foreign site. */
function foreignPage(base: string, path: string): string {
  const save = `${base}/save?url=http%3A%2F%2Fevil.example%2F&title=A%20foreign%20page`;
  if (path === '/frames') {
    const frames = [`${base}/`, `${base}/library.html`, save];
    return frames.map((to) => `<iframe src="${to}"></iframe>`).join('');
  }
  if (path === '/open') {
    return `<button onclick="opened = window.open('${save}')">Win</button> <a href="${save}">More</a>`;
  }
  if (path === '/') return '<p>A foreign site</p>';
  return `<form method="post" enctype="text/plain" action="${base}${path}">
    <input name='{"url":"http://evil.example/","x":"' value='"}'></form>
    <script>document.forms[0].submit()</script>`;
}

/** Runs in the foreign site's page. */
async function askFor(base: string): Promise<string[]> {
  const body = JSON.stringify({ url: 'http://evil.example/' });
  const attempts: RequestInit[] = [
    {},
    { method: 'POST', body, headers: { 'content-type': 'application/json' } },
    { method: 'POST', body },
  ];
  const answers = attempts.map((init) =>
    fetch(`${base}/api/bookmarks`, { ...init, credentials: 'include' }).then(
      () => 'answered',
      () => 'refused',
    ),
  );
  return Promise.all(answers);
}

/** Runs in a page of the server. */
const register = (path: string) =>
  navigator.serviceWorker.register(path).then(
    () => 'registered',
    () => 'refused',
  );

/** Runs in a page of the server. Returns the paths of which the browser made a worker. */
async function registerAll(paths: readonly string[]): Promise<string[]> {
  const made: string[] = [];
  for (const path of paths) {
    await navigator.serviceWorker.register(path).then(
      () => made.push(path),
      () => {},
    );
  }
  return made;
}

/** Runs in a page of the server. */
const loadAsScript = (path: string) =>
  new Promise<string>((resolve) => {
    const script = document.createElement('script');
    script.src = path;
    script.onload = () => resolve('loaded');
    script.onerror = () => resolve('refused');
    document.body.append(script);
  });

/** Stores articles that no sanitiser has seen, and returns the addresses of their public links. */
async function shareAll(companion: CompanionServer, vectors = XSS_VECTORS): Promise<string[]> {
  const ids = await companion.inStorage((storage, ada) =>
    storage.transaction(async (unit) => {
      const all: string[] = [];
      for (const { name, html } of vectors) {
        const article = `<p>Before the vector.</p>${html}<p>After it.</p>`;
        const saved = await saveArticle({ storage: unit }, ada, { title: name }, article);
        all.push(saved.id);
      }
      return all;
    }),
  );
  const token = await companion.newToken();
  const addresses: string[] = [];
  for (const id of ids) {
    const answer = await companion.send('GET', `/api/bookmarks/${id}/share/link`, { token });
    addresses.push(((await answer.json()) as { url: string }).url);
  }
  return addresses;
}

/** Stores the files with a bookmark, and returns their paths. */
const storeFiles = (
  companion: CompanionServer,
  files: Readonly<Record<string, FileOfPage>> = FILES,
): Promise<string[]> =>
  companion.inStorage((storage, ada) =>
    storage.transaction(async (unit) => {
      const saved = await saveArticle({ storage: unit }, ada, { title: 'With files' });
      const rows = Object.entries(files).map(async ([name, [contentType, text]]) => {
        const bytes = Buffer.from(text);
        return {
          name,
          kind: 'embedded' as const,
          contentType,
          url: `http://evil.example/${name}`,
          width: 1,
          height: 1,
          hash: await unit.contents.storeBlob(bytes),
          sizeBytes: bytes.byteLength,
        };
      });
      await unit.contents.putResources(saved.key, await Promise.all(rows));
      return Object.keys(files).map(
        (name) => `/bm/${saved.id.slice(0, 2)}/${saved.id}/_resources/${name}`,
      );
    }),
  );
