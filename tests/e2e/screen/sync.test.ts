import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { serveArticle } from '../support/pages.ts';
import { badgeShows, rowOf, saveByKey } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { allowAgain, enterToken, signInByToken } from '../support/signing-in.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

interface OnServer {
  readonly id: string;
  readonly url: string;
  readonly title: string;
}

const OFFLINE = 'http://journal.example/offline';

describe.each(BROWSERS)('sync in %s', (name) => {
  const world = useWorld(name);
  let server: CompanionServer;
  let proxy: FaultyProxy;
  let token: string;
  beforeAll(async () => {
    server = await startCompanion();
    proxy = await startFaultyProxy(server);
    token = await server.newToken();
    await signInByToken(world.browser, proxy.base, token);
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  /** Returns the server's bookmarks with that address. */
  const onServer = async (url: string): Promise<readonly OnServer[]> => {
    const answer = await server.send('GET', '/api/bookmarks', { token });
    return ((await answer.json()) as OnServer[]).filter((one) => one.url === url);
  };

  /** Opens the library and waits until everything is sent. */
  const syncedLibrary = async (): Promise<ScreenPage> => {
    const library = await world.browser.openOwn('library');
    await library.waitFor('link', 'Synced just now');
    return library;
  };

  /** Does the same after a restart of the browser. */
  const syncedAgain = async () => {
    const { browser } = world;
    const library = await browser.openOwn('library');
    const isSynced = () => library.has('link', 'Synced just now');
    await allowAgain(browser, library, isSynced);
    await until('it is synced', isSynced);
  };

  const expectOneCopy = async (url: string) => {
    expect(await onServer(url)).toHaveLength(1);
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
  };

  it('shows on the badge that a change waits for the network', async () => {
    const { browser, web } = world;
    proxy.cut();
    await saveByKey(world, serveArticle(web, 'offline', { title: 'Saved with no network' }));
    await browser.open(serveArticle(web, 'another', { title: 'Another page' }));
    await badgeShows(world, '↑1');
    await browser.picture('sync-waits');
  });

  it('sends the change once when the network returns, even if the browser is killed before the response', async () => {
    const { browser } = world;
    const hasActed = proxy.loseAnswer('POST', '/api/bookmarks');
    proxy.mend();
    await (await browser.openOwn('library')).click('button', 'Sync now');
    await hasActed;
    await browser.kill();
    await browser.restart();
    await syncedAgain();
    await expectOneCopy(OFFLINE);
  });

  it('receives changes of the server and lists them', async () => {
    const { browser } = world;
    const [sent] = await onServer(OFFLINE);
    const title = 'Renamed on the server';
    await server.send('PATCH', `/api/bookmarks/${sent?.id}`, { token, json: { title } });
    const library = await browser.openOwn('library');
    await library.click('button', 'Sync now');
    await library.waitFor('link', title);
    await library.click('link', 'Synced just now');
    await library.sees('Received from the server');
    await browser.picture('sync-page');
    expect(await seriousFindings(library)).toEqual([]);
  });

  it('shows bookmarks from elsewhere in an open library without a click', async () => {
    const library = await syncedLibrary();
    // The second bookmark cannot be in the response to the page's first request.
    for (const title of ['Made elsewhere', 'Made elsewhere again']) {
      const url = `http://journal.example/${encodeURIComponent(title)}`;
      await server.send('POST', '/api/bookmarks', { token, json: { url, title } });
      await library.waitFor('link', title);
    }
  });

  it('makes no duplicate when the server is killed before its response', {
    tags: ['full'],
  }, async () => {
    const url = serveArticle(world.web, 'server-killed', { title: 'Sent' });
    const hasActed = proxy.loseAnswer('POST', '/api/bookmarks');
    await saveByKey(world, url);
    await hasActed;
    expect(await onServer(url)).toHaveLength(1);
    proxy.cut();
    await server.restart();
    proxy.mend();
    await syncedLibrary();
    await expectOneCopy(url);
  });

  // One order in each browser: the order concerns only the server.
  const order = {
    chromium: ['the browser', 'then the server'],
    firefox: ['the server', 'then the browser'],
  } as const;
  it.each([order[name]])(
    'makes no duplicate when %s is killed during a sync, and %s',
    { tags: ['full'] },
    async (first) => {
      const { browser, web } = world;
      const url = serveArticle(web, `killed-${first.slice(4)}-first`, {
        title: 'Both were killed',
      });
      const hasActed = proxy.loseAnswer('POST', '/api/bookmarks');
      await saveByKey(world, url);
      await hasActed;
      if (first === 'the browser') await browser.kill();
      proxy.cut();
      await server.restart();
      if (first === 'the server') await browser.kill();
      proxy.mend();
      await browser.restart();
      await syncedAgain();
      await expectOneCopy(url);
    },
  );

  // The dialog and the page of the server are the same in both browsers.
  if (name === 'chromium') {
    it('shares the saved text by a link that needs no sign-in, from the popup and by a key in the reader, and withdraws it in the options', async () => {
      const { browser, web } = world;
      const url = serveArticle(web, 'shared', { title: 'Shared with others' });
      await saveByKey(world, url);
      const popup = await browser.popup();
      await popup.click('button', 'Share');
      await popup.sees(url);
      await browser.picture('share-in-popup');
      await browser.closePopup();

      const library = await syncedLibrary();
      await library.click('link', 'Shared with others');
      await library.sees('The garden behind the old library');
      await library.press('s');
      await library.sees(/Anyone with the link can read the text/);
      await library.click('button', 'Create a link');
      await library.sees(/Works until/);
      await browser.picture('share-link');
      expect(await seriousFindings(library)).toEqual([]);
      const link = await library.evaluate(
        () => document.querySelector<HTMLInputElement>('dialog input[readonly]')!.value,
      );
      await (await browser.open(link)).sees('The garden behind the old library');
      await browser.picture('shared-page');

      const options = await browser.openOwn('options');
      await options.sees('Shared with others');
      await browser.picture('shared-links');
      expect(await seriousFindings(options)).toEqual([]);
      await options.click('button', 'Withdraw the link to Shared with others');
      await options.sees('Withdraw this link?');
      await options.click('button', 'Withdraw');
      await options.sees('The link no longer works.');
      await options.sees('You have no shared links.');
      await (await browser.open(link)).sees('There is nothing at this address.');
    });
  }

  it('asks once for a new sign-in when its token is revoked, and then sends what waited', {
    tags: ['firefox-full'],
  }, async () => {
    const { browser, web } = world;
    await syncedLibrary();
    // An open library requests changes by itself as soon as it is opened.
    await browser.open(serveArticle(web, 'another', { title: 'Another page' }));
    await server.revokeTokens();
    const mark = proxy.statuses.length;
    const url = serveArticle(web, 'signed-out', { title: 'Saved while signed out' });
    await saveByKey(world, url);
    await browser.open(serveArticle(web, 'another', { title: 'Another page' }));
    await badgeShows(world, '!');
    await browser.picture('sync-signed-out');
    const statusCount = proxy.statuses.length;

    const reader = await browser.openOwn('library');
    await reader.waitFor('link', /^Signed out; nothing is sent/);
    await reader.click('link', 'Saved while signed out');
    await reader.sees('The garden behind the old library');
    // Requests from before are answered with 200.
    expect(proxy.statuses.slice(mark, statusCount).filter((status) => status !== 200)).toEqual([
      401,
    ]);
    expect(proxy.statuses.slice(statusCount)).toEqual([]);

    token = await server.newToken();
    const options = await browser.openOwn('options');
    await options.click('button', 'Sign in again');
    await enterToken(options, token);
    await options.waitUntilGone('button', 'Sign in again');
    await syncedLibrary();
    await expectOneCopy(url);
    await browser.open(serveArticle(web, 'another', { title: 'Another page' }));
    await badgeShows(world, '');
  });
});
