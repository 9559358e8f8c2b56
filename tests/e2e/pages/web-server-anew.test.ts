// @module-tag firefox-full
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { BOB, type CompanionServer, startCompanion } from '../support/companion-server';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { until } from '../support/until';
import {
  isSignedOut,
  openSignIn,
  press,
  seesText,
  seesTitles,
  signIn,
  WebBrowser,
} from '../support/web-browser';

const ALL = ['Bookmark 1', 'Bookmark 0'];
const QUESTION = 'The server was set up anew';

describe.each(BROWSERS)('the web app of a server that was set up anew in %s', (name) => {
  let browser: WebBrowser;
  let page: Page;
  let proxy: FaultyProxy;
  /** The server at the address: the first one, and then the one that was set up in its place. */
  let companion: CompanionServer;
  let others: CompanionServer[];
  beforeAll(async () => {
    browser = await WebBrowser.launch(name, { reportsRequests: true });
    proxy = await startFaultyProxy({
      get base() {
        return companion.base;
      },
    });
  });
  beforeEach(async () => {
    others = [];
    companion = await startCompanion();
    await companion.fill(2);
    await browser.renew();
    page = await browser.open(`${proxy.base}/`);
    await signIn(page);
    await seesTitles(page, ALL);
    await seesText(page, 'Synced');
  });
  afterEach(async ({ task }) => {
    await browser.picture(page, `${task.name}-${name}`);
    for (const each of [companion, ...others]) await each.stop();
  });
  afterAll(async () => {
    await browser.close();
    await proxy.stop();
  });

  const go = (path: string) => page.goto(`${proxy.base}${path}`);
  const textOfPage = () => page.evaluate(() => document.body.textContent);
  /** Another server with the same person takes the place of the first one, which loses everything. */
  async function setUpAnew(): Promise<void> {
    others.push(companion);
    companion = await startCompanion();
    await companion.addBob();
  }

  /** Pictures of what the page shows: in the dark, on a phone, and from right to left. */
  async function takePictures(of: string): Promise<void> {
    await browser.picture(page, `${of}-${name}`);
    // Firefox has no such command.
    const isDark = name === 'chromium';
    if (isDark) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: 'dark' },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
    }
    await page.setViewport({ width: 360, height: 740 });
    await browser.picture(page, `${of}-phone-${name}`);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await browser.picture(page, `${of}-rtl-${name}`);
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide).toBe(false);
    await page.evaluate(() => {
      document.documentElement.dir = 'ltr';
    });
    await page.setViewport({ width: 1280, height: 900 });
    if (isDark) await page.emulateMediaFeatures([]);
  }

  /** Makes a change that is not sent, and signs in at the new server, which asks. */
  async function signInAnew(): Promise<void> {
    await setUpAnew();
    await page.focus('.row-words a');
    await page.keyboard.press('f');
    await seesText(page, 'Signed out; nothing is sent until you sign in again');
    await go('/options.html');
    await seesText(page, 'You are signed out.');
    await press(page, 'Sign in again');
    await signIn(page);
    await seesText(page, QUESTION);
    await seesText(page, 'Bookmarks missing on the server: 2 of 2');
  }
  const bookmarksThere = async (query = '') => {
    const token = await companion.newToken();
    const answer = await companion.send('GET', `/api/bookmarks${query}`, { token });
    return ((await answer.json()) as { title: string }[]).map(({ title }) => title).toSorted();
  };

  it('opens the library from before, which arrives at the new server', async () => {
    await signInAnew();
    expect(await textOfPage()).toContain('Changes waiting to be sent: 1');
    await takePictures('server-anew');
    await press(page, 'Send my copies to the server');
    await until('all bookmarks arrive', async () => (await bookmarksThere()).length === 2);
    await until('the change arrives', async () => {
      const marked = await bookmarksThere('?is_marked=true');
      return marked.join() === ALL[0];
    });
    await go('/');
    await seesTitles(page, ALL);
    await seesText(page, 'Synced');
  });

  it('starts with an empty library, and keeps the one from before for an export', async () => {
    await signInAnew();
    await press(page, 'Start with an empty library');
    await until('the library is shown', async () => !(await textOfPage()).includes(QUESTION));
    await go('/#/all');
    await seesText(page, 'Synced');
    expect(await textOfPage()).not.toContain('Bookmark 0');
    expect(await bookmarksThere()).toEqual([]);
    await go('/options.html#/account');
    await seesText(page, QUESTION);
    await takePictures('server-anew-options');
    await press(page, 'Export everything first');
    await seesText(page, '.zip');
    await press(page, 'Remove');
    await seesText(page, 'Changes waiting to be sent: 1');
    await browser.picture(page, `server-anew-remove-${name}`);
    await page.click('dialog .button[data-look="danger"]');
    await until('it is gone', async () => !(await textOfPage()).includes(QUESTION));
    await go('/profile');
    expect(await textOfPage()).toContain('ada');
  });

  it('shows the library from before to nobody else, and asks its person again after a sign-out', async () => {
    await signInAnew();
    await press(page, 'Sign out');
    await isSignedOut(page);
    expect(await textOfPage()).not.toContain('Bookmark');
    await openSignIn(page);
    await signIn(page, BOB);
    await seesTitles(page, ['A page of Bob']);
    await go('/options.html#/account');
    await seesText(page, 'bob');
    expect(await textOfPage()).not.toContain(QUESTION);
    await press(page, 'Sign out');
    await press(page, 'Sign out and remove');
    await openSignIn(page);
    await signIn(page);
    await seesText(page, 'Bookmarks missing on the server: 2 of 2');
    await press(page, 'Send my copies to the server');
    await until('all bookmarks arrive', async () => (await bookmarksThere()).length === 2);
  });

  it('keeps a library of which the old server had everything, when its person signs out of the new one', async () => {
    await setUpAnew();
    await go('/profile');
    await signIn(page);
    await go('/profile');
    await press(page, 'Sign out');
    await isSignedOut(page);
    await until('the app has tidied up', async () => {
      await go('/library.html');
      await isSignedOut(page);
      return page.evaluate(hasTidiedUp);
    });
    await openSignIn(page);
    await signIn(page);
    await seesText(page, 'Bookmarks missing on the server: 2 of 2');
  });
});

/** True when the app has ended the account from before, or has removed it. */
const hasTidiedUp = (): boolean =>
  JSON.parse(localStorage.getItem('leafmark.stored.accountStatus') ?? '{}').accounts?.[0]
    ?.signedOutAt !== null;
