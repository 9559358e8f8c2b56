// @module-tag firefox-full
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Running, serve } from '../../../server/serve';
import { DATABASES } from '../../server/storage/support/databases';
import { authorizePath, register } from '../../server/support/oauth';
import { startServer, type TestServer } from '../../server/support/test-server';
import { BROWSERS } from '../support/browsers.ts';
import { until } from '../support/until';
import { signIn, WebBrowser } from '../support/web-browser';

const [, sqlite] = DATABASES[0];
const ADA = { name: 'ada', password: 'correct horse battery' };
/** The late buttons must also be late for people who want less movement. */
const LESS_MOVEMENT = { prefs: { 'ui.prefersReducedMotion': 1 } };

/** A site that sends its tab to the address after `#` as soon as the mouse is pressed. */
const HOSTILE = `<!doctype html><title>A game</title><h1>Double-click here</h1>
  <script>addEventListener('mousedown', () => location.assign(location.hash.slice(1)))</script>`;

describe.each(BROWSERS)('a page of another site that has prepared a click, in %s', (name) => {
  let t: TestServer;
  let running: Running;
  let hostile: Server;
  let hostileBase: string;
  let browser: WebBrowser;
  let page: Page;
  let consent: string;
  /** The requests that the app behind the hostile page got. */
  const received: string[] = [];
  beforeAll(async () => {
    t = await startServer(sqlite, { flags: { port: '0' } });
    await t.addUser(ADA.name, { password: ADA.password });
    running = await serve(t.server);
    hostile = createServer((request, answer) => {
      if (request.url?.startsWith('/back')) received.push(request.url);
      answer.setHeader('Content-Type', 'text/html').end(HOSTILE);
    }).listen(0, '127.0.0.1');
    await until('the hostile site runs', () => hostile.listening);
    const { port } = hostile.address() as AddressInfo;
    // Another site for the browser, although it is the same computer.
    hostileBase = `http://localhost:${port}`;
    browser = await WebBrowser.launch(name, LESS_MOVEMENT);
    page = await browser.open(`http://127.0.0.1:${running.port}/login`);
    if (name === 'chromium')
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await signIn(page, ADA);
    await until('the account page is shown', () => page.url().endsWith('/profile'));
    const redirect = `http://127.0.0.1:${port}/back`;
    const client = await register(t, { redirect_uris: [redirect] });
    consent = `http://127.0.0.1:${running.port}${authorizePath(client, { redirect_uri: redirect })}`;
  });
  afterAll(async () => {
    await browser.close();
    hostile.closeAllConnections();
    hostile.close();
    await running.stop(0);
    await t.remove();
  });
  beforeEach(() => {
    received.length = 0;
  });

  const centreOf = (selector: string) =>
    page.$eval(selector, (element) => {
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
  const ALLOW = 'button[name="granted"][value="1"]';

  it('gets a first page, and after that one no click hits a button at once', async () => {
    // Each late element waits at its beginning until the test lets it go on.
    await page.evaluateOnNewDocument(() => {
      addEventListener(
        'animationstart',
        ({ target }) => {
          for (const animation of (target as Element).getAnimations()) animation.pause();
        },
        true,
      );
    });
    await page.goto(`${hostileBase}/#${consent}`);
    await page.mouse.move(200, 200);
    await Promise.all([page.waitForNavigation(), page.mouse.down()]);
    await page.mouse.up();
    expect(await page.$eval('h1', (heading) => heading.textContent)).toContain('Another site');
    expect(await page.$(ALLOW)).toBeNull();
    await browser.picture(page, `consent opened by another site ${name}`);

    const goOn = await centreOf('main a.button');
    await Promise.all([page.waitForNavigation(), page.mouse.click(goOn.x, goOn.y)]);
    await until('the buttons are late', () =>
      page.$eval('.late', (late) => late.getAnimations().length === 1),
    );
    const ms = await page.$eval(
      '.late',
      (late) => late.getAnimations()[0]?.effect?.getTiming().duration,
    );
    expect(ms).toBe(800);
    await browser.picture(page, `consent at first ${name}`);
    const allow = await centreOf(ALLOW);
    await page.mouse.click(allow.x, allow.y, { count: 2 });
    const reached: (string | null)[] = [];
    for (let n = 0; n < 8; n += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? null));
    }
    expect(reached).not.toContain('granted');
    expect(page.url()).toBe(consent);
    expect(received).toEqual([]);

    await page.$eval('.late', (late) => {
      for (const animation of late.getAnimations()) animation.finish();
    });
    await browser.picture(page, `consent ${name}`);
    await page.mouse.click(allow.x, allow.y);
    await until('the app has a code', () => received.some((url) => url.includes('code=')));
  });
});
