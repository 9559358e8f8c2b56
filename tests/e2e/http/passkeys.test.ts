// @module-tag firefox-full
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, serve } from '../../../server/serve';
import { DATABASES } from '../../server/storage/support/databases';
import { authorizePath, register } from '../../server/support/oauth';
import { startServer, type TestServer } from '../../server/support/test-server';
import { freePort } from '../../support/free-port';
import { BROWSERS } from '../support/browsers';
import { looksGood, openWays, signOut } from '../support/sign-in-pages';
import { until } from '../support/until';
import {
  AUTHENTICATOR_PREFS,
  addAuthenticator,
  type VirtualAuthenticator,
} from '../support/virtual-authenticator';
import { press, seesText, signIn, WebBrowser } from '../support/web-browser';

const [, sqlite] = DATABASES[0];
const ADA = { name: 'ada', password: 'correct horse battery' };

describe.each(BROWSERS)('passkeys, in %s', (name) => {
  let t: TestServer;
  let base: string;
  let running: Running;
  let browser: WebBrowser;
  let page: Page;
  let authenticator: VirtualAuthenticator;
  beforeAll(async () => {
    const port = await freePort();
    base = `http://localhost:${port}`;
    t = await startServer(sqlite, { flags: { 'base-url': base, port: String(port) } });
    await t.addUser(ADA.name, { password: ADA.password });
    running = await serve(t.server);
    browser = await WebBrowser.launch(name, {
      prefs: AUTHENTICATOR_PREFS,
      args: name === 'firefox' ? ['-remote-allow-system-access'] : [],
    });
    page = await browser.open(`${base}/login?r=/profile`);
    authenticator = await addAuthenticator(name, page);
  });
  afterAll(async () => {
    await browser.close();
    await running.stop(0);
    await t.remove();
  });

  /** The heading of the page has the same name. */
  const addPasskey = () => page.locator('::-p-aria([name="Add a passkey"][role="button"])').click();
  const sees = (kind: string) => page.waitForSelector(`[data-says=${kind}]`, { visible: true });
  const isAt = (path: string) =>
    until(`the page is ${path}`, () => page.url().startsWith(`${base}${path}`));

  it('are added on the account page', async () => {
    await looksGood(browser, page, `sign-in with passkeys ${name}`);
    await signIn(page, ADA);
    await openWays(page);
    await looksGood(browser, page, `no passkeys yet ${name}`);
    await press(page, 'Add a passkey');
    await isAt('/profile/passkeys');
    await looksGood(browser, page, `new passkey ${name}`);
    await page.type('input[name=name]', 'my laptop');
    await addPasskey();
    await seesText(page, 'The passkey “my laptop” was added.');
    await looksGood(browser, page, `a passkey ${name}`);
    expect(await authenticator.domains()).toEqual(['localhost']);
  });

  it('are not added twice by the same authenticator', async () => {
    await press(page, 'Add a passkey');
    await isAt('/profile/passkeys');
    await page.type('input[name=name]', 'again');
    await addPasskey();
    await sees('stopped');
    await looksGood(browser, page, `a passkey that was not made ${name}`);
  });

  it('sign in without a name, and continue with the consent for an app', async () => {
    await page.goto(`${base}/profile`);
    await signOut(page, 'Sign in with a passkey');
    const redirect = 'http://127.0.0.1:9/back';
    const client = await register(t, { redirect_uris: [redirect] });
    await page.goto(base + authorizePath(client, { redirect_uri: redirect }));
    await press(page, 'Sign in with a passkey');
    await seesText(page, 'Allow “Reader” to use your library?');
    await page.goto(`${base}/profile`);
    await seesText(page, 'Signed in as ada');
    await signOut(page, 'Sign in with a passkey');
  });

  it('do not sign in when the person is not verified, and can be asked for again', async () => {
    await authenticator.verifies(false);
    await press(page, 'Sign in with a passkey');
    await sees('stopped');
    await looksGood(browser, page, `no passkey was used ${name}`);
    await authenticator.verifies(true);
    await press(page, 'Ask again');
    await isAt('/profile');
  });

  it('do not sign in any more after they were removed', async () => {
    await openWays(page);
    await press(page, 'Remove my laptop');
    await seesText(page, 'does not sign in to this account any more');
    await signOut(page, 'Sign in with a passkey');
    await press(page, 'Sign in with a passkey');
    await seesText(page, 'This passkey does not sign in here.');
    await looksGood(browser, page, `a passkey that was removed ${name}`);
    await press(page, 'Sign in in another way');
    await signIn(page, ADA);
    await isAt('/profile');
  });

  it('leave the sign-in page without an error in the console', () => {
    expect(browser.errors).toEqual([]);
  });
});
