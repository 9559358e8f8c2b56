// @module-tag full
// @module-tag chromium
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, serve } from '../../../server/serve';
import { DATABASES } from '../../server/storage/support/databases';
import { startServer, type TestServer } from '../../server/support/test-server';
import { BROWSERS } from '../support/browsers.ts';
import { serveArticle } from '../support/pages.ts';
import { badgeShows, pressSaveKey } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { useWorld } from '../support/world.ts';

const TITLE = 'Read by Ada alone';

describe.each(BROWSERS)('two accounts in %s', (name) => {
  const world = useWorld(name);
  let t: TestServer;
  let running: Running;
  beforeAll(async () => {
    t = await startServer(DATABASES[0][1], { flags: { port: '0' } });
    running = await serve(t.server);
  });
  afterAll(async () => {
    await running.stop(0);
    await t.remove();
  });

  const typeAddress = async (options: ScreenPage) => {
    const address = `http://127.0.0.1:${running.port}`;
    await options.fill('textbox', 'Address of your server', address);
    await options.click('button', 'Continue');
  };
  const giveTokenOf = async (options: ScreenPage, username: string) => {
    const token = await t.tokenOf(await t.addUser(username));
    await options.click('button', 'With a token');
    await options.fill('textbox', 'API token', token);
    await options.click('button', 'Sign in');
    await options.waitFor('heading', 'Account');
    await options.sees(new RegExp(`\\b${username}\\b.*Signed in since`));
  };

  it('have separate libraries, and no page shows bookmarks of the other account', async () => {
    const { browser, web } = world;
    await browser.open(serveArticle(web, 'of-ada', { title: TITLE }));
    await pressSaveKey(world);
    await badgeShows(world, '✓');
    const library = await browser.openOwn('library');
    await library.waitFor('link', TITLE);

    // The first account takes over what was saved before, and the open page keeps showing it.
    const options = await browser.openOwn('options');
    await browser.answer('allow', () => typeAddress(options));
    await giveTokenOf(options, 'ada');
    await library.waitFor('link', TITLE);

    await options.click('button', 'Add another account');
    await typeAddress(options);
    await giveTokenOf(options, 'bob');
    await library.waitUntilGone('link', TITLE);
    await library.sees('Your library is empty');
    await browser.open('about:blank');
    const popup = await browser.popup();
    await popup.sees('Your library is empty');
    expect(await popup.has('link', TITLE)).toBe(false);
    await browser.closePopup();

    await options.click('button', 'Switch to ada');
    await library.waitFor('link', TITLE);
  });

  // Where accounts are stored does not depend on the browser, and its restart has tests in
  // `keeping` and `sync`.
  if (name === 'chromium') {
    it('remain after a restart of the browser, and can be removed one by one', async () => {
      const { browser } = world;
      await browser.kill();
      await browser.restart();
      const options = await browser.openOwn('options');
      await options.sees(/\bada\b.*Signed in since/);
      const library = await browser.openOwn('library');
      await library.waitFor('link', TITLE);

      await options.click('button', 'Sign out');
      await options.click('radio', /^Remove it/);
      await options.click('button', 'Sign out and remove');
      await library.waitUntilGone('link', TITLE);
      await options.waitFor('button', 'Switch to bob');
    });
  }
});
