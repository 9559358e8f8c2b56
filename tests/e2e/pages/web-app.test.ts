// @module-tag chromium
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findBrowser } from '../../../scripts/set-up/find-browser.mjs';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts';
import { ADA, type CompanionServer, startCompanion } from '../support/companion-server';

const PICTURES = 'tests/.artifacts/web';
/** The window of a phone. */
const PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true };

describe('the web app of the server', () => {
  let companion: CompanionServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.fill(3);
    browser = await puppeteer.launch({
      executablePath: findBrowser('chromium') ?? '',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    page = await browser.newPage();
    page.setDefaultTimeout(CONDITION_TIMEOUT_MS);
    await page.setViewport(PHONE);
  });
  afterAll(async () => {
    await browser.close();
    await companion.stop();
  });

  const openReader = async () => {
    await page.goto(`${companion.base}/library.html#/unread`);
    const link = await page.waitForSelector('.row-words a', { visible: true });
    await page.goto(
      `${companion.base}/library.html${await link?.evaluate((a) => a.getAttribute('href'))}`,
    );
  };

  it('shows the library after signing in on the page of the server', async () => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text());
    });
    await page.goto(`${companion.base}/`);
    await page.waitForSelector('input[type=password]');
    await page.type('input[autocomplete=username]', ADA.name);
    await page.type('input[type=password]', ADA.password);
    await page.keyboard.press('Enter');
    const titles = () =>
      page.$$eval('.row-words a', (all) => all.map((each) => each.textContent).toSorted());
    await expect
      .poll(titles, { timeout: CONDITION_TIMEOUT_MS })
      .toEqual(['Bookmark 0', 'Bookmark 1', 'Bookmark 2']);
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, 'library-phone.png') });
    expect(refused).toEqual([]);
  });

  it('can be installed, by the judgement of the browser', async () => {
    const session = await page.createCDPSession();
    const { url, errors } = await session.send('Page.getAppManifest');
    expect(url).toBe(`${companion.base}/manifest.webmanifest`);
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
  });

  it('offers the system sharing, shortcuts, files and an icon for each purpose', async () => {
    const session = await page.createCDPSession();
    const { manifest, data = '' } = await session.send('Page.getAppManifest');
    expect(manifest.shareTarget).toMatchObject({
      action: `${companion.base}/save`,
      method: 'kGet',
    });
    expect(manifest.shortcuts).toEqual(
      [
        ['Unread', '#/unread'],
        ['Search', '#/search/'],
        ['Add a page', '#/add'],
      ].map(([name, hash]) => ({ name, url: `${companion.base}/${hash}` })),
    );
    expect(manifest.launchHandler?.clientMode).toBe('kNavigateExisting');
    // The browser reports the rest in part only.
    const { icons, share_target, file_handlers } = JSON.parse(data) as {
      icons: { src: string; purpose: string }[];
      share_target: { params: Record<string, string> };
      file_handlers: { action: string; accept: Record<string, string[]> }[];
    };
    expect(share_target.params).toEqual({ title: 'title', text: 'text', url: 'url' });
    expect(file_handlers.map(({ action }) => action)).toEqual(['./']);
    expect(Object.values(file_handlers[0]?.accept ?? {}).flat()).toEqual(
      expect.arrayContaining(['.csv', '.html', '.json', '.zip']),
    );
    expect(new Set(icons.map(({ purpose }) => purpose))).toEqual(
      new Set(['any', 'maskable', 'monochrome']),
    );
    for (const { src } of icons) {
      const answer = await fetch(new URL(src, `${companion.base}/`));
      expect(answer.headers.get('content-type'), src).toBe('image/png');
    }
  });

  it('lets caches keep the files whose names change with their contents, and has a strict policy', async () => {
    const shell = await (await fetch(`${companion.base}/library.html`)).text();
    const named = [...shell.matchAll(/(?:src|href)="\.?\/?(app\/[^"]+)"/g)].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(1);
    for (const path of named) {
      const { headers } = await fetch(`${companion.base}/${path}`);
      expect(headers.get('cache-control'), path).toMatch(/max-age=\d{8}, immutable/);
    }
    for (const path of ['library.html', 'options.html', 'service-worker.js']) {
      const { headers } = await fetch(`${companion.base}/${path}`);
      expect(headers.get('cache-control'), path).toBe('no-cache');
      const policy = headers.get('content-security-policy')?.split('; ') ?? [];
      expect(policy, path).toEqual(
        expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'"]),
      );
      expect(policy.join(' '), path).not.toMatch(/unsafe|\*|https?:/);
    }
    expect(shell).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=/);
  });

  it('keeps clear of the notch of a phone that is turned, and lets fingers magnify it', async () => {
    const [left, right] = [47, 44];
    const session = await page.createCDPSession();
    await page.setViewport({ ...PHONE, width: PHONE.height, height: PHONE.width });
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { left, right } });
    onTestFinished(async () => {
      await session.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
      await page.setViewport(PHONE);
    });
    const places = [
      ['reader', openReader, '.reader-toolbar button'],
      ['options', () => page.goto(`${companion.base}/options.html`), 'nav a'],
      ['list', () => page.goto(`${companion.base}/library.html#/unread`), '.row-words a'],
    ] as const;
    for (const [name, open, control] of places) {
      await open();
      await page.waitForSelector(control, { visible: true });
      const edges = () => page.evaluate(edgesOfControls);
      await expect
        .poll(edges, { timeout: CONDITION_TIMEOUT_MS, message: name })
        .toSatisfy(([first, last]) => first >= left && last <= PHONE.height - right);
      const scale = await page.$eval('meta[name=viewport]', (meta) => meta.getAttribute('content'));
      expect(scale).not.toMatch(/maximum-scale|user-scalable/);
      await page.screenshot({ path: join(PICTURES, `turned-${name}.png`) });
    }
  });

  it('keeps the field with the focus in view when the keyboard takes half of the window', async () => {
    onTestFinished(() => page.setViewport(PHONE));
    const content = () => page.$eval('meta[name=viewport]', (meta) => meta.getAttribute('content'));
    const openLabels = async () => {
      await openReader();
      await page.locator('.reader-toolbar ::-p-aria([name="Labels"][role="button"])').click();
    };
    const focusedIsInView = async (field: string) => {
      // A page that opens moves the focus to its heading, perhaps after this test has moved it.
      const hasFocus = await page.$eval(field, (one) => one === document.activeElement);
      if (!hasFocus) await page.focus(field);
      return page.$eval(field, isInView);
    };
    const places = [
      ['labels', openLabels, 'dialog input'],
      ['add', () => page.goto(`${companion.base}/library.html#/add`), '.add-page input'],
      [
        'search',
        () => page.goto(`${companion.base}/library.html#/search/`),
        '.search-line input, .search-line textarea',
      ],
    ] as const;
    for (const [name, open, field] of places) {
      await open();
      await page.waitForSelector(field, { visible: true });
      await page.focus(field);
      // The browser makes the window lower for its keyboard, because the page asks for that.
      expect(await content()).toContain('interactive-widget=resizes-content');
      await page.setViewport({ ...PHONE, height: PHONE.height / 2 });
      await expect
        .poll(() => focusedIsInView(field), { timeout: CONDITION_TIMEOUT_MS, message: name })
        .toBe(true);
      await page.screenshot({ path: join(PICTURES, `keyboard-${name}.png`) });
      await page.setViewport(PHONE);
    }
  });

  it('has the colour of the theme around the window', async () => {
    await page.goto(`${companion.base}/library.html#/unread`);
    for (const value of ['dark', 'light']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      await expect
        .poll(() => page.evaluate(colorsAround), { timeout: CONDITION_TIMEOUT_MS, message: value })
        .toSatisfy(([around, paper]) => around === paper);
    }
  });

  it('shows pictures of a phone and of a desk before it is installed, and does not keep them', async () => {
    const session = await page.createCDPSession();
    const { manifest } = await session.send('Page.getAppManifest');
    const shown = manifest.screenshots ?? [];
    expect(shown.map(({ formFactor }) => formFactor)).toEqual(['kNarrow', 'kWide', 'kNarrow']);
    const sizes = await page.evaluate(
      sizesOf,
      shown.map(({ image }) => image.url),
    );
    expect(sizes).toEqual(shown.map(({ image }) => image.sizes));
    expect(await page.evaluate(keptAddresses)).not.toContainEqual(expect.stringMatching(/webp/));
  });
});

/** Runs in a page. The sizes of pictures, as a manifest has them. */
const sizesOf = (addresses: readonly string[]): Promise<string[]> =>
  Promise.all(
    addresses.map(async (address) => {
      const image = Object.assign(new Image(), { src: address });
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }),
  );

/** Runs in a page. The addresses that the worker keeps for use without a network. */
async function keptAddresses(): Promise<string[]> {
  const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  return (await Promise.all(all.map((cache) => cache.keys()))).flat().map(({ url }) => url);
}

/** Runs in a page. The places where the visible controls begin and end, in px from the left. */
function edgesOfControls(): [first: number, last: number] {
  const boxes = [...document.querySelectorAll('a, button, input, select')]
    .filter((control) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, top }) => width > 1 && height > 1 && top >= 0);
  return [Math.min(...boxes.map(({ left }) => left)), Math.max(...boxes.map(({ right }) => right))];
}

/** Runs in a page. True if the whole field can be seen and has the focus. */
function isInView(field: Element): boolean {
  const { top, bottom, left, width } = field.getBoundingClientRect();
  const shown = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
  return document.activeElement === field && shown === field && top >= 0 && bottom <= innerHeight;
}

/** Runs in a page. The colour that the browser's bars have, and that of the page. */
function colorsAround(): [around: string, paper: string] {
  const meta = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
    ({ media }) => matchMedia(media).matches,
  );
  const probe = document.createElement('i');
  probe.style.color = meta?.content ?? '';
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return [color, getComputedStyle(document.documentElement).backgroundColor];
}
