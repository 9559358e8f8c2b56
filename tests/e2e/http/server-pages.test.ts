// @module-tag chromium
import axe from 'axe-core';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../../scripts/set-up/find-browser.mjs';
import { setUpToken } from '../../../server/account/new-user';
import { type Running, serve } from '../../../server/serve';
import { DAY_MS } from '../../../src/domain/time';
import { DATABASES } from '../../server/storage/support/databases';
import { authorizePath, DEVICE_GRANT, redeemCode, register } from '../../server/support/oauth';
import { saveArticle } from '../../server/support/saved-article';
import { startServer, type TestServer } from '../../server/support/test-server';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts';

const [, sqlite] = DATABASES[0];
/** Too wide for a phone together with the elements beside it. */
const NAME = 'ada-countess-of-lovelace';
const PASSWORD = 'correct horse battery';
/** Contains a table, code and a word that can be wider than a phone. */
const LONG_ARTICLE = `<section><h2>A winter</h2><p>The harbour <rd-annotation data-annotation-color="blue">froze</rd-annotation>.</p>
  <p><img src="_resources/ice.png" alt="Ice"></p>
  <table><tr>${'<th>A column</th>'.repeat(12)}</tr><tr>${'<td>12345</td>'.repeat(12)}</tr></table>
  <pre><code>${'a long line of code '.repeat(12)}</code></pre>
  <blockquote><p>Quoted</p></blockquote><ul><li>One</li></ul><p>${'x'.repeat(200)}</p>
  <p><a href="https://example.org/">A link</a></p></section>`;
const PHONE = { width: 360, height: 640 };
const DESKTOP = { width: 1280, height: 900 };

// The policy of these pages permits no script, so everything here works without scripts.
describe('the pages of the server', () => {
  let t: TestServer;
  let running: Running;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    t = await startServer(sqlite, { flags: { port: '0' } });
    running = await serve(t.server);
    browser = await puppeteer.launch({
      executablePath: findBrowser('chromium') ?? '',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    page = await browser.newPage();
    page.setDefaultTimeout(CONDITION_TIMEOUT_MS);
  });
  afterAll(async () => {
    await browser.close();
    await running.stop(0);
    await t.remove();
  });

  const open = (path: string) => page.goto(`http://127.0.0.1:${running.port}${path}`);

  /** Fills in fields by their labels and presses a button. */
  async function submit(fields: Readonly<Record<string, string>>, button: string) {
    for (const [label, text] of Object.entries(fields)) {
      await page.locator(`::-p-aria([name="${label}"][role="textbox"])`).fill(text);
    }
    await Promise.all([
      page.waitForNavigation(),
      page.locator(`::-p-aria([name="${button}"][role="button"])`).click(),
    ]);
  }

  /** Opens a folded part of the account page. */
  const unfold = (title: string) => page.locator(`summary ::-p-text(${title})`).click();

  /** The heights of the page that a phone shows one after the other. */
  const screensOfPhone = async () => {
    await page.setViewport(PHONE);
    return page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight);
  };

  const text = () => page.$eval('main', (main) => main.textContent);

  /**
   * Expects no finding of axe in light and dark, on a phone and on a desktop, and nothing wider
   * than the window.
   */
  async function expectGood(name: string) {
    for (const scheme of ['light', 'dark']) {
      for (const viewport of [PHONE, DESKTOP]) {
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: scheme },
          // Colours must not be measured during a transition.
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ]);
        await page.setViewport(viewport);
        await page.evaluate(axe.source);
        const found = await page.evaluate(async () => {
          const { violations } = await (window as unknown as { axe: typeof axe }).axe.run();
          const isWide = document.documentElement.scrollWidth > window.innerWidth;
          const masthead = document.querySelector('.masthead')?.getBoundingClientRect();
          return [
            ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
            ...(isWide ? ['wider than the window'] : []),
            ...[...document.querySelectorAll('.card')]
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
              .map(() => 'an element wider than its card'),
            ...(masthead && masthead.height > 40 ? ['a masthead of more than one line'] : []),
          ];
        });
        expect(found, `${name}, ${scheme}, ${viewport.width} px`).toEqual([]);
      }
    }
  }

  it('create the first account', async () => {
    await open(`/setup?token=${await setUpToken(t)}`);
    await expectGood('set-up');
    await submit({ 'User name': NAME, Password: 'short' }, 'Create the account');
    expect(await text()).toContain('Use at least 8 characters.');
    await expectGood('set-up with a problem');
    await submit({ Password: PASSWORD }, 'Create the account');
    expect(await text()).toContain('On your computer and your phone');
    await expectGood('a new account');
    await open('/profile');
    await expectGood('a folded account');
    expect(await screensOfPhone()).toBeLessThanOrEqual(2);
  });

  it('create and revoke a token', async () => {
    await unfold('Apps, e-readers and tokens');
    await submit({ Name: 'e-reader' }, 'Create a token');
    expect(await text()).toContain('Choose what it may do.');
    await expectGood('a token that may do nothing');
    await page.locator('::-p-aria([name="do everything that you may"][role="checkbox"])').click();
    await submit({}, 'Create a token');
    expect(await text()).toContain('This is the new token “e-reader”');
    await expectGood('account');
    await submit({}, 'Revoke e-reader');
    expect(await text()).toContain('The token was revoked.');
  });

  it('sign out and in again', async () => {
    await submit({}, 'Sign out');
    await submit({ 'User name or e-mail address': NAME, Password: 'wrong one' }, 'Sign in');
    expect(await text()).toContain('The user name or the password is wrong');
    await expectGood('sign-in');
    await submit({ Password: PASSWORD }, 'Sign in');
    expect(await text()).toContain('Your account');
  });

  it('give an app access and list it', async () => {
    const logo = await page.screenshot({
      encoding: 'base64',
      clip: { x: 0, y: 0, width: 8, height: 8 },
    });
    const redirect = `http://127.0.0.1:${running.port}/api/info`;
    const ofFirefox = `https://${'a1'.repeat(20)}.extensions.allizom.org/`;
    const client = await register(t, {
      logo_uri: `data:image/png;base64,${logo.replace(/=+$/, '')}`,
      redirect_uris: [redirect, ofFirefox],
    });
    await open(authorizePath(client, { redirect_uri: ofFirefox }));
    await expectGood('consent for the extension');
    await open(authorizePath(client, { redirect_uri: redirect }));
    expect(await text()).toContain('Allow “Reader” to use your library?');
    await expectGood('consent');
    await submit({}, 'Allow');
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('state')).toBe('here & there');
    expect((await redeemCode(t, searchParams.get('code') ?? '')).status).toBe(201);
    await open('/profile');
    expect(await page.$eval('[aria-labelledby=apps] li', (app) => app.textContent)).toContain(
      'Reader',
    );
    await unfold('Apps, e-readers and tokens');
    await expectGood('account with an app');
  });

  it('lead back to an app with a scheme of one word by a link', async () => {
    // Afterwards, Chromium asks about the program and sends no form of this tab any more.
    const before = page;
    page = await browser.newPage();
    const redirect = `app:/cb?${'x'.repeat(200)}=1`;
    const client = await register(t, { redirect_uris: [redirect] });
    await open(authorizePath(client, { redirect_uri: redirect }));
    expect(await text()).toContain('Access goes to an app that opens app: addresses');
    expect(await text()).toContain(redirect);
    await expectGood('consent for a scheme of one word');
    await submit({}, 'Allow');
    expect(await text()).toContain('Access granted');
    await expectGood('the link to an app');
    const session = await page.createCDPSession();
    await session.send('Page.enable');
    const followed = new Promise<string>((resolve) => {
      session.once('Page.frameRequestedNavigation', ({ url }) => resolve(url));
    });
    await page.locator(`::-p-aria([name="Open ${redirect}"][role="link"])`).click();
    const { protocol, searchParams } = new URL(await followed);
    expect(protocol).toBe('app:');
    expect((await redeemCode(t, searchParams.get('code') ?? '')).status).toBe(201);
    await page.close();
    page = before;
  });

  it('do not redirect after a mistake of an app', async () => {
    const client = await register(t);
    await open(authorizePath(client, { scope: 'everything' }));
    expect(page.url()).toContain('/authorize?');
    expect(await text()).toContain('The app has no access, and you were not redirected.');
    expect(await text()).toContain('Go back to the app at https://app.example');
    await expectGood('consent for an invalid request');
  });

  it('end the access of apps with a new password on request', async () => {
    await open('/profile');
    await unfold('Password');
    await page.locator('input[name="revoke_tokens"]').click();
    await expectGood('account with a choice about its apps');
    await submit(
      { 'Current password': PASSWORD, 'New password': `${PASSWORD} 2` },
      'Change the password',
    );
    expect(await text()).toContain('every API token is revoked');
    await expectGood('account with a new password');
    expect(await text()).toContain('No app is signed in.');
  });

  it('give a device access by its code', async () => {
    const json = { client_id: await register(t), scope: 'bookmarks:read' };
    const begun = await t.send('POST', '/api/oauth/device', { json });
    const device = (await begun.json()) as { user_code: string; device_code: string };
    await open('/device');
    await expectGood('device');
    await submit({ Code: 'BCDFGHJK' }, 'Continue');
    expect(await text()).toContain('There is no such code.');
    const { user_code: code } = device;
    await submit({ Code: `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase() }, 'Continue');
    expect(await text()).toContain(`${code.slice(0, 4)}-${code.slice(4)}`);
    await expectGood('device asks');
    await submit({}, 'Allow');
    expect(await text()).toContain('Your device signs in');
    await expectGood('device is let in');
    const { device_code, ...rest } = { ...device, client_id: json.client_id };
    const poll = { grant_type: DEVICE_GRANT, client_id: rest.client_id, device_code };
    expect((await t.send('POST', '/api/oauth/token', { json: poll })).status).toBe(201);
  });

  it('show a shared article with its images to everybody', async () => {
    const ada = await t.storage.users.findByLogin(NAME);
    const { id } = await saveArticle(t, ada!, { description: '' }, LONG_ARTICLE);
    const path = `/api/bookmarks/${id}/share/link`;
    const shared = await t.send('GET', path, { token: await t.tokenOf(ada!) });
    const { url } = (await shared.json()) as { url: string };
    await submit({}, 'Sign out');
    await page.waitForSelector('input[name="login"]');
    await open(new URL(url).pathname);
    expect(await text()).toContain('The harbour froze');
    const width = await page.$eval('.article img', async (element) => {
      const image = element as HTMLImageElement;
      image.scrollIntoView(); // The page loads images lazily.
      await image.decode();
      return image.naturalWidth;
    });
    expect(width).toBeGreaterThan(0);
    await expectGood('shared article');
    t.advance(2 * DAY_MS);
    expect((await open(new URL(url).pathname))?.status()).toBe(410);
    expect(await text()).toContain('This link has expired.');
  });

  it('explain errors', async () => {
    const answer = await open('/nothing/here');
    expect(answer?.status()).toBe(404);
    expect(await text()).toContain('There is nothing at this address.');
    await expectGood('error');
  });
});
