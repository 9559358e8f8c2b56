// @module-tag full
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { seesText, seesTitles, signIn, WebBrowser } from '../support/web-browser';

const PHONE = { width: 390, height: 844 };
const WORDS = 'Tap Share, then Add to Home Screen';

describe.each(BROWSERS)('the hint to install the web app in %s', (name) => {
  let companion: CompanionServer;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.fill(3);
  });
  afterAll(() => companion.stop());
  beforeEach(async () => {
    browser = await WebBrowser.launch(name);
    page = await browser.open('about:blank');
    await page.setViewport(PHONE);
    return () => browser.close();
  });

  const signedIn = async () => {
    await page.goto(`${companion.base}/`);
    await signIn(page);
    await seesTitles(page, ['Bookmark 2', 'Bookmark 1', 'Bookmark 0']);
  };

  if (name === 'chromium') {
    it('offers to install the app when the browser can', async () => {
      await signedIn();
      await seesText(page, 'Install the app');
      await browser.picture(page, 'install-offer');
    });
    return;
  }

  it('says once on a phone of Apple how to install it, and stays in the options', async () => {
    // No browser of this system has this property.
    await page.evaluateOnNewDocument(() => {
      Object.defineProperty(navigator, 'standalone', { value: false });
      Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
    });
    await signedIn();
    await seesText(page, WORDS);
    await browser.picture(page, `install-phone-${name}`);
    await page.locator('.toast button[aria-label="Dismiss"]').click();
    await page.goto(`${companion.base}/options.html#/storage`);
    await seesText(page, WORDS);
    await browser.picture(page, `install-options-${name}`);
    await page.goto(`${companion.base}/library.html`);
    await seesTitles(page, ['Bookmark 2', 'Bookmark 1', 'Bookmark 0']);
    expect(await page.evaluate(() => document.body.textContent)).not.toContain(WORDS);
  });
});
