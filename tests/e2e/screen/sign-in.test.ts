import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { BREAKS, type BrokenServer, breakServer } from '../support/broken-server.ts';
import { BROWSERS } from '../support/browsers.ts';
import { ADA, type CompanionServer, startCompanion } from '../support/companion-server.ts';
import {
  enterToken,
  goTo,
  goToAnother,
  openAccount,
  openConsent,
  passSignIn,
  pasted,
  waitForReload,
} from '../support/signing-in.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

describe.each(BROWSERS)('signing in with %s', (name) => {
  const world = useWorld(name);
  let server: CompanionServer;
  /** The same server at another address, so that an account there has another library. */
  let other: BrokenServer;
  beforeAll(async () => {
    server = await startCompanion();
    other = await breakServer(server.base);
  });
  afterAll(async () => {
    await other.stop();
    await server.stop();
  });

  it('works through the page of the server, from the address to the account', async () => {
    const { browser } = world;
    const options = await browser.openOwn('options');
    await options.waitFor('textbox', 'Address of your server');
    await browser.picture('sign-in-address');
    await browser.answer('deny', () => goTo(options, server.base));
    await options.sees('Leafmark was not allowed to connect to that server.');
    await browser.picture('sign-in-not-allowed');
    await browser.answer('allow', () => options.click('button', 'Continue'));
    await options.waitFor('heading', /^Sign in to/);
    await browser.picture('sign-in-ways');
    expect(await seriousFindings(options)).toEqual([]);
    const window = await openConsent(world, options, server.base);
    await browser.picture('sign-in-window');
    await window.click('button', 'Allow');
    await options.sees('Signed in since');
    await browser.picture('sign-in-account');
    const popup = await browser.popup();
    await popup.click('button', 'More');
    await popup.sees('Signed in since');
    await browser.picture('sign-in-popup');
    expect(await seriousFindings(popup)).toEqual([]);
  });

  // The checks are the same in both browsers.
  if (name === 'chromium') {
    it('is checked by the doctor, who names each problem', { tags: ['full'] }, async () => {
      const { browser } = world;
      const broken = await breakServer(server.base);
      const options = await openAccount(world, server);
      await goToAnother(options, broken.base);
      const readOnly = await server.newToken(['bookmarks:read']);
      await waitForReload(options, () => enterToken(options, readOnly));
      await options.sees('This sign-in may only read.');
      await browser.picture('sign-in-read-only');
      const library = await browser.openOwn('library', '#/sync');
      await library.sees('This sign-in may only read.');
      await browser.picture('sync-read-only');
      expect(await seriousFindings(library)).toEqual([]);
      await library.click('link', 'Check the connection');
      await library.sees('The sign-in is not allowed to do all that Leafmark needs');
      await library.close();
      await options.click('button', 'Sign in again');
      const token = await server.newToken();
      await enterToken(options, token);
      await options.waitFor('button', 'Add another account');
      await options.click('button', 'Check the connection');
      await options.sees('Everything is as it should be.');
      await browser.picture('doctor-good');
      expect(await seriousFindings(options)).toEqual([]);
      await options.click('button', 'Copy');
      await options.sees('Copied');
      const report = await pasted(options);
      expect(report).toContain(broken.base);
      expect(report).toMatch(/write: good/);
      expect(report).not.toContain(token);
      for (const [, words, override] of BREAKS) {
        broken.breakBy(override);
        await options.click('button', 'Try again');
        await options.sees(words);
        // The list of shared links has a button *Try again*, too, which is below that of the doctor.
        await options.waitFor('button', 'Copy');
      }
      await browser.picture('doctor-broken');
      await broken.stop();
      await options.click('button', 'Try again');
      await options.sees(`${new URL(broken.base).host} does not answer.`);
      await browser.picture('doctor-off');
      expect(await seriousFindings(options)).toEqual([]);
    });
  }

  it('changes nothing when it is denied or its window is closed, and then works with a device code', {
    tags: ['firefox-full'],
  }, async () => {
    const { browser } = world;
    const options = await openAccount(world, server);
    // The page reloads for the library of another account, not for a new sign-in to its own.
    await goToAnother(options, other.base);
    const token = await server.newToken();
    await waitForReload(options, () => enterToken(options, token));
    await goToAnother(options, server.base);
    const consent = await openConsent(world, options, server.base);
    await consent.click('button', 'Deny');
    await options.sees("Access was denied on the server's page.");
    // Otherwise the next step could take this window for its own.
    await until('its window closes', () => consent.page.isClosed());
    await browser.picture('sign-in-denied');
    const closed = await openConsent(world, options, server.base);
    await options.waitFor('heading', 'The sign-in page is open');
    await closed.close();
    await options.sees('The window was closed before the sign-in was done.');

    await options.click('button', 'With a code on another device');
    await options.click('button', 'Get a code');
    await options.waitFor('button', 'Copy');
    await browser.picture('sign-in-device');
    expect(await seriousFindings(options)).toEqual([]);
    const code = await options.evaluate(() => document.querySelector('code')?.textContent ?? '');
    expect(code).toMatch(/^\w{4}-\w{4}$/);
    // Opens a separate window, as another device would.
    const device = await browser.openWindow(`${server.base}/device`);
    await passSignIn(device, 'Continue');
    await device.fill('textbox', 'Code', code);
    await device.click('button', 'Continue');
    await waitForReload(options, () => device.click('button', 'Allow'));
    await device.sees('Your device signs in');
    await browser.picture('sign-in-device-window');
    await device.close();
    await options.waitFor('button', 'Add another account');
  });

  // The browser takes no part in these ways to sign in.
  if (name === 'chromium') {
    it('accepts a password and reports a wrong one', async () => {
      const options = await openAccount(world, server);
      await goToAnother(options, server.base);
      await options.click('button', 'With user name and password');
      await options.fill('textbox', 'User name', ADA.name);
      await options.fill('textbox', 'Password', 'not hers');
      await options.click('button', 'Sign in');
      await options.sees('The user name or the password is wrong.');
      expect(await options.value('textbox', 'User name')).toBe(ADA.name);
      await options.fill('textbox', 'Password', ADA.password);
      await options.click('button', 'Sign in');
      await options.waitFor('button', 'Add another account');
    });

    it('finds that a server does not accept passwords, and uses a token instead', {
      tags: ['full'],
    }, async () => {
      const { browser } = world;
      const today = await breakServer(server.base);
      today.breakBy(({ url }) =>
        url.endsWith('/api/auth')
          ? new Response(null, { status: 303, headers: { Location: '/login?r=%2Fapi%2Fauth' } })
          : undefined,
      );
      const options = await openAccount(world, server);
      await goToAnother(options, today.base);
      await options.click('button', 'With user name and password');
      await options.fill('textbox', 'User name', ADA.name);
      await options.fill('textbox', 'Password', ADA.password);
      await options.click('button', 'Sign in');
      await options.sees('This server does not accept passwords from apps.');
      await options.waitFor('textbox', 'API token');
      await browser.picture('sign-in-no-passwords');
      await options.click('button', 'Use another server');
      await today.stop();
    });
  }

  it('ends and keeps the library, continues with a token, and ends with the library removed', {
    tags: ['firefox-full'],
  }, async () => {
    const { browser } = world;
    const own = await breakServer(server.base);
    const options = await openAccount(world, server);
    await goToAnother(options, own.base);
    const token = await server.newToken();
    await waitForReload(options, () => enterToken(options, token));
    await options.click('button', 'Sign out');
    await options.waitFor('radio', /^Keep it/);
    await browser.picture('sign-out');
    expect(await seriousFindings(options)).toEqual([]);
    await options.click('button', 'Sign out');
    await options.sees('nothing is sent until you sign in again');
    await until('the focus is back on the button', () =>
      options.evaluate(() => document.activeElement?.textContent === 'Remove'),
    );
    await browser.picture('signed-out');
    await options.click('button', 'Sign in again');
    await enterToken(options, 'no token has blanks');
    await options.sees('That is not a token.');
    await options.fill('textbox', 'API token', await server.newToken());
    await options.click('button', 'Sign in');
    await options.waitFor('button', 'Add another account');
    await options.click('button', 'Sign out');
    await options.click('radio', /^Remove it/);
    await options.click('button', 'Sign out and remove');
    const { host } = new URL(own.base);
    // The page reloads and is empty for a moment.
    await until('only the other accounts are left', async () => {
      const text = await options.text();
      return text.includes(new URL(server.base).host) && !text.includes(host);
    });
    await own.stop();
  });
});
