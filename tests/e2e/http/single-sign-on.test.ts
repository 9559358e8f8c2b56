// @module-tag firefox-full
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, serve } from '../../../server/serve';
import { DATABASES } from '../../server/storage/support/databases';
import { authorizePath, register } from '../../server/support/oauth';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startProvider,
  type TestProvider,
} from '../../server/support/provider';
import { EMPTY_APP, startServer, type TestServer } from '../../server/support/test-server';
import { freePort } from '../../support/free-port';
import { BROWSERS } from '../support/browsers';
import { looksGood, openWays, signOut } from '../support/sign-in-pages';
import { until } from '../support/until';
import { press, seesText, signIn, WebBrowser } from '../support/web-browser';

const [, sqlite] = DATABASES[0];
const ADA = { name: 'ada', password: 'correct horse battery' };

describe.each(BROWSERS)('signing in at a provider, in %s', (name) => {
  let provider: TestProvider;
  let t: TestServer;
  let base: string;
  const running: Running[] = [];
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    const port = await freePort();
    // Another site than the provider, although it is the same computer.
    base = `http://localhost:${port}`;
    provider = await startProvider(base);
    t = await startServer(sqlite, {
      flags: {
        'base-url': base,
        port: String(port),
        'oidc-issuer': provider.issuer,
        'oidc-client-id': CLIENT_ID,
        'oidc-client-secret': CLIENT_SECRET,
        'oidc-name': 'House',
      },
    });
    await t.addUser(ADA.name, { password: ADA.password });
    running.push(await serve(t.another({ webApp: EMPTY_APP }).server));
    browser = await WebBrowser.launch(name);
    page = await browser.open(`${base}/login?r=/profile`);
  });
  afterAll(async () => {
    await browser.close();
    for (const each of running) await each.stop(0);
    await t.remove();
    await provider.close();
  });

  const signInThere = async (login: string) => {
    await page.waitForSelector('input[name=login]:not([autocomplete])');
    await page.type('input[name=login]', login);
    await press(page, 'Go on');
  };
  const isAt = (path: string) =>
    until(`the page is ${path}`, () => page.url().startsWith(`${base}${path}`));

  it('begins with adding the provider to an account', async () => {
    await seesText(page, 'Sign in with House');
    await looksGood(browser, page, `sign-in with a provider ${name}`);
    await signIn(page, ADA);
    await openWays(page);
    await looksGood(browser, page, `ways to sign in ${name}`);
    await press(page, 'Add House');
    await signInThere('a-1');
    await seesText(page, 'House was added.');
    await looksGood(browser, page, `provider added ${name}`);
  });

  it('ends at the provider, too, when the session began there', async () => {
    await signOut(page, 'Sign in with House');
    await press(page, 'Sign in with House');
    // The provider still knows the person.
    await isAt('/profile');
    await seesText(page, 'Signed in as ada');
    await press(page, 'Sign out');
    await until('the provider asks', () => page.url().startsWith(`${provider.issuer}/session/end`));
    await page.locator('button[value=yes]').click();
    await isAt('/login');
    await press(page, 'Sign in with House');
    await signInThere('a-1');
    await isAt('/profile');
  });

  it('continues with the consent for an app, without a question about another site', async () => {
    await page.deleteCookie(...(await page.cookies(base)));
    const redirect = `http://127.0.0.1:${new URL(provider.issuer).port}/back`;
    const client = await register(t, { redirect_uris: [redirect] });
    await page.goto(base + authorizePath(client, { redirect_uri: redirect }));
    await press(page, 'Sign in with House');
    await seesText(page, 'Allow “Reader” to use your library?');
    await page.waitForSelector('button[name=granted][value="1"]', { visible: true });
    await press(page, 'Allow');
    await until('the app has a code', () => page.url().startsWith(`${redirect}?code=`));
  });

  it('gives the web app of the server access without a question', async () => {
    await page.goto(`${base}/login`);
    await page.deleteCookie(...(await page.cookies(base)));
    const redirect = `${base}/`;
    const client = await register(t, { redirect_uris: [redirect] });
    // The web app itself opens this address.
    await page.goto(`${base}/login`);
    await page.evaluate(
      (to) => location.assign(to),
      authorizePath(client, { redirect_uri: redirect }),
    );
    await press(page, 'Sign in with House');
    await until('the web app has a code', () => page.url().startsWith(`${base}/?code=`));
  });

  it('says to a person without an account how to get one', async () => {
    await browser.renew();
    page = await browser.open(`${base}/login`);
    await press(page, 'Sign in with House');
    await signInThere('nobody');
    await seesText(page, 'nobody here is bound to it');
    await looksGood(browser, page, `person without an account ${name}`);
  });

  it('is the only way where passwords are switched off', async () => {
    const port = await freePort();
    const { config } = t.server;
    const baseUrl = new URL(`http://localhost:${port}`);
    const without = { ...config, baseUrl, port, hasPasswords: false };
    running.push(await serve(t.another({ config: without }).server));
    await page.goto(`${baseUrl}login`);
    await seesText(page, 'Nobody signs in with a password here.');
    expect(await page.$('input[type=password]')).toBeNull();
    await looksGood(browser, page, `sign-in without passwords ${name}`);
  });
});
