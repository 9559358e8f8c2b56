// @module-tag chromium
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/set-up/find-browser.mjs';
import { CONDITION_TIMEOUT_MS } from '../support/timeouts';
import { ADA, type CompanionServer, startCompanion } from './support/companion-server';

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
