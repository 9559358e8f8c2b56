// @module-tag firefox-full
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { ADA, BOB, type CompanionServer, startCompanion } from '../support/companion-server';
import { until } from '../support/until';
import {
  isSignedOut,
  leave,
  press,
  seesText,
  seesTitles,
  signIn,
  WebBrowser,
} from '../support/web-browser';

const ALL = ['Bookmark 0'];

describe.each(BROWSERS)('an account of the web app in %s', (name) => {
  let companion: CompanionServer;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.addBob();
    await companion.fill(1);
    browser = await WebBrowser.launch(name, { reportsRequests: true });
  });
  beforeEach(async ({ task }) => {
    await unmark(companion);
    await browser.renew();
    page = await browser.open(`${companion.base}/`);
    await signIn(page);
    await seesTitles(page, ALL);
    return () => browser.picture(page, `${task.name}-${name}`);
  });
  afterAll(async () => {
    await browser.close();
    await companion.stop();
  });

  /** Opens a page of the server or of the app in the same tab. */
  const go = (path: string) => page.goto(`${companion.base}${path}`);

  /** Signs out on a page of the server, which leads to the app, and opens the page to sign in. */
  const signOut = async (tab: Page) => {
    await tab.goto(`${companion.base}/profile`);
    await press(tab, 'Sign out');
    await isSignedOut(tab);
    await tab.goto(`${companion.base}/login`);
  };

  it('is removed with its library and its token by signing out', async () => {
    await go('/options.html');
    await press(page, 'Sign out');
    await seesText(page, 'The server has everything in this library.');
    const token = await readToken(page);
    await press(page, 'Sign out and remove');
    await isSignedOut(page);
    await until('the token is revoked', async () => {
      const { status } = await companion.send('GET', '/api/profile', { token });
      return status === 401;
    });
    expect(await page.evaluate(storedNames)).toEqual({ databases: ['secrets'], keys: [] });
    await leave(page);
    await go('/profile');
    await page.waitForSelector('input[autocomplete=username]');
    expect(browser.errors).toEqual([]);
  });

  it('is not signed out by a link to its sign-out that no page of the server has', async () => {
    await go('/options.html#/account/sign-out');
    const token = await readToken(page);
    await press(page, 'Sign out');
    await seesText(page, 'The server has everything in this library.');
    // Closing the page that signs out would have ended the session.
    await go('/#/all');
    await seesTitles(page, ALL);
    expect((await companion.send('GET', '/api/profile', { token })).status).toBe(200);
    await go('/profile');
    await seesText(page, 'Signed in as');
  });

  it('warns before it is removed with changes that were not sent', async () => {
    await go('/#/all');
    await seesTitles(page, ALL);
    await page.setOfflineMode(true);
    await favouriteFirst(page);
    // Afterwards the change would be sent at once.
    await companion.revokeTokens();
    await page.setOfflineMode(false);
    await seesText(page, 'Signed out; nothing is sent until you sign in again');
    await go('/options.html');
    await press(page, 'Remove');
    await seesText(page, 'Changes waiting to be sent: 1');
  });

  it('is not shown to somebody else who signs in, and keeps what it has not sent', async () => {
    await companion.revokeTokens();
    await favouriteFirst(page);
    await seesText(page, 'Signed out; nothing is sent until you sign in again');
    await go('/profile');
    await press(page, 'Sign out');
    await seesText(page, 'Changes waiting to be sent: 1');
    // Closing the page signs out, too, and keeps the library. The request of the next page may be faster.
    await until('nobody is signed in', async () => {
      await go('/login');
      return (await page.$('input[autocomplete=username]')) !== null;
    });
    await go('/library.html');
    await page.waitForSelector('a[href*="/login"]');
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('Bookmark');

    await page.click('a[href*="/login"]');
    await signIn(page, BOB);
    await seesTitles(page, ['A page of Bob']);
    await signOut(page);
    await signIn(page);
    await go('/');
    await seesTitles(page, ALL);
    await go('/options.html');
    await press(page, 'Sign in again');
    await seesTitles(page, ALL);
    await until('the change of the first person arrives', async () => {
      const token = await companion.newToken();
      const answer = await companion.send('GET', '/api/bookmarks?is_marked=true', { token });
      const marked = (await answer.json()) as { title: string }[];
      return marked.some(({ title }) => title === ALL[0]);
    });
  });

  it('is not shown to somebody who has got the name of its person', async () => {
    const changeUser = async () => {
      await signOut(page);
    };
    const rename = (name: string, username: string) =>
      companion.inStorage(async ({ users }) => {
        const user = await users.findByLogin(name);
        const changed = user && (await users.update(user.id, { username }));
        expect(changed?.ok).toBe(true);
      });
    await changeUser();
    await signIn(page, BOB);
    await go('/');
    await seesTitles(page, ['A page of Bob']);
    await rename(ADA.name, 'adele');
    await rename(BOB.name, ADA.name);
    await changeUser();
    await signIn(page, { ...BOB, name: ADA.name });
    await go('/');
    await seesTitles(page, ['A page of Bob']);
    await changeUser();
    await signIn(page, { ...ADA, name: 'adele' });
    await go('/');
    await seesTitles(page, ALL);
    await rename(ADA.name, BOB.name);
    await rename('adele', ADA.name);
  });

  it('hides the library of a tab when another person signs in in another tab', async () => {
    const other = await browser.open(`${companion.base}/profile`);
    await signOut(other);
    await signIn(other, BOB);
    await other.goto(`${companion.base}/`);
    await seesTitles(other, ['A page of Bob']);
    await page.bringToFront();
    // The tab asks for a sign-in, or shows the library of the other person already.
    await until('the library of the first person is hidden', async () => {
      const text = await page.evaluate(() => document.body.textContent);
      return !ALL.some((title) => text.includes(title));
    });
    await go('/');
    await seesTitles(page, ['A page of Bob']);
  });

  it('signs in although a foreign site has sent an answer of its own', async () => {
    await browser.renew();
    page = await browser.open(`${companion.base}/profile`);
    await signIn(page);
    await go('/?error=access_denied&state=foreign');
    await seesTitles(page, ALL);
    expect(new URL(page.url()).search).toBe('');
  });

  it('comes back from the server when the browser has deleted all databases', async () => {
    await go('/profile');
    // The page is left while they are being deleted.
    await page.evaluate(async () => {
      for (const { name: each } of await indexedDB.databases())
        indexedDB.deleteDatabase(each ?? '');
    });
    await go('/');
    await seesTitles(page, ALL);
    await favouriteFirst(page);
    await seesText(page, 'Synced');
  });

  it('signs in again when the browser deletes all databases beside its page', async () => {
    await seesText(page, 'Synced');
    const account = await page.evaluate(activeAccount);
    await page.evaluate(deleteDatabases);
    await until('there is another account', async () => {
      const now = await page.evaluate(activeAccount);
      return now !== null && now !== account;
    });
    await seesTitles(page, ALL);
    await favouriteFirst(page);
    await until('the change arrives', async () => {
      const marked = await companion.send('GET', '/api/bookmarks?is_marked=true', {
        token: await companion.newToken(),
      });
      return ((await marked.json()) as unknown[]).length > 0;
    });
    await seesText(page, 'Synced');
  });

  it('asks once to sign in again when its token was revoked, and edits go on', async () => {
    await companion.revokeTokens();
    await favouriteFirst(page);
    await seesText(page, 'Signed out; nothing is sent until you sign in again');
    await go('/options.html');
    await press(page, 'Sign in again');
    await seesTitles(page, ALL);
    await go('/#/favourites');
    await seesTitles(page, ALL);
    await until('nothing waits', async () =>
      page.evaluate(() => document.body.textContent.includes('Synced')),
    );
  });
});

/** Lets each test begin without a favourite. */
async function unmark(companion: CompanionServer): Promise<void> {
  const token = await companion.newToken();
  const list = await companion.send('GET', '/api/bookmarks', { token });
  for (const { id } of (await list.json()) as { id: string }[]) {
    const json = { is_marked: false };
    await companion.send('PATCH', `/api/bookmarks/${id}`, { token, json });
  }
}

/** Marks the first row as a favourite by its key. */
async function favouriteFirst(page: Page): Promise<void> {
  await page.focus('.row-words a');
  await page.keyboard.press('f');
}

/** Reads the token that the app uses. */
const readToken = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('secrets');
        opening.onsuccess = () => {
          const reading = opening.result
            .transaction('values')
            .objectStore('values')
            .get('accounts');
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.accounts[0].token);
          };
        };
      }),
  );

/** The id of the account in use. Each sign-in creates one; null during it. */
const activeAccount = (): string | null =>
  JSON.parse(localStorage.getItem('leafmark.stored.accountStatus') ?? 'null')?.active ?? null;

/** Deletes them as the browser does when it needs space: also those that are in use. */
async function deleteDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve) => {
      const deleting = indexedDB.deleteDatabase(name ?? '');
      deleting.onsuccess = deleting.onerror = resolve;
    });
}

/** The databases of the origin, and the keys in its storage that belong to a library. */
async function storedNames() {
  const databases = await indexedDB.databases();
  const keys = Object.keys(localStorage).filter((key) =>
    /snapshot|continue|pending|draft/.test(key),
  );
  return { databases: databases.map(({ name }) => name), keys };
}
