import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { fitsItsWidth, seriousFindings } from './accessibility';
import { until } from './until';
import { press, seesText, type WebBrowser } from './web-browser';

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 900 };

/** Expects no finding of axe and nothing too wide, on a phone and on a desktop, and takes pictures. */
export async function looksGood(browser: WebBrowser, page: Page, name: string): Promise<void> {
  for (const [viewport, kind] of [
    [PHONE, 'phone'],
    [DESK, 'desk'],
  ] as const) {
    await page.setViewport(viewport);
    const frame = page.mainFrame();
    expect(await seriousFindings(frame), `${name}, ${kind}`).toEqual([]);
    expect(await fitsItsWidth(frame), `${name}, ${kind}`).toBe(true);
    await browser.picture(page, `${name} ${kind}`);
  }
}

/** Opens the part of the account page with the ways to sign in. */
export async function openWays(page: Page): Promise<void> {
  await page.locator('summary ::-p-text(Ways to sign in)').click();
  await until('the part is open', () =>
    page.$('details[open] #passkeys, details[open] #identities'),
  );
}

/** Signs out on a page of the server, and waits until `text` is shown. */
export async function signOut(page: Page, text: string): Promise<void> {
  await press(page, 'Sign out');
  await seesText(page, text);
}
