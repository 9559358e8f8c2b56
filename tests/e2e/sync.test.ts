import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './support/accessibility.ts';
import { type CompanionServer, startCompanion } from './support/companion-server.ts';
import { BROWSERS } from './support/launch.ts';
import { type Line, openLine } from './support/line.ts';
import { serveArticle } from './support/pages.ts';
import { badgeShows, rowOf, saveByKey } from './support/saving.ts';
import type { ScreenPage } from './support/screen-page.ts';
import { allowAgain, giveToken, signInByToken } from './support/signing-in.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

interface OnServer {
  readonly id: string;
  readonly url: string;
  readonly title: string;
}

const OFFLINE = 'http://journal.example/offline';

describe.each(BROWSERS)('sync in %s', (name) => {
  const world = useWorld(name);
  let server: CompanionServer;
  let line: Line;
  let token: string;
  beforeAll(async () => {
    server = await startCompanion();
    line = await openLine(server);
    token = await server.newToken();
  });
  afterAll(async () => {
    await line.stop();
    await server.stop();
  });

  /** Everything that the server has under that address. */
  const onServer = async (url: string): Promise<readonly OnServer[]> => {
    const answer = await server.send('GET', '/api/bookmarks', { token });
    return ((await answer.json()) as OnServer[]).filter((one) => one.url === url);
  };

  /** The library, once all that waited has gone. */
  const syncedLibrary = async (): Promise<ScreenPage> => {
    const library = await world.browser.openOwn('library');
    await library.waitFor('link', 'Synced just now');
    return library;
  };

  /** The same in a browser that has started again. */
  const syncedAgain = async () => {
    const { browser } = world;
    const library = await browser.openOwn('library');
    const isSynced = () => library.has('link', 'Synced just now');
    await allowAgain(browser, library, isSynced);
    await until('it is synced', isSynced);
  };

  const isThereOnce = async (url: string) => {
    expect(await onServer(url)).toHaveLength(1);
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
  };

  it('says that something waits while there is no network', async () => {
    const { browser, web } = world;
    await signInByToken(browser, line.base, token);
    line.cut();
    await saveByKey(world, serveArticle(web, 'offline', { title: 'Saved with no network' }));
    await browser.open(serveArticle(web, 'another', { title: 'Another page' }));
    await badgeShows(world, '↑1');
    await browser.picture('sync-waits');
  });

  it('sends it once there is one, though the browser is killed before it hears of it', async () => {
    const { browser } = world;
    const hasActed = line.loseAnswer('POST', '/api/bookmarks');
    line.mend();
    await (await browser.openOwn('library')).click('button', 'Sync now');
    await hasActed;
    await browser.kill();
    await browser.restart();
    await syncedAgain();
    await isThereOnce(OFFLINE);
  });

  it('brings what changed on the server, and says so', async () => {
    const { browser } = world;
    const [sent] = await onServer(OFFLINE);
    const title = 'Called otherwise on the server';
    await server.send('PATCH', `/api/bookmarks/${sent?.id}`, { token, json: { title } });
    const library = await browser.openOwn('library');
    await library.click('button', 'Sync now');
    await library.waitFor('link', title);
    await library.click('link', 'Synced just now');
    await library.sees('Received from the server');
    await browser.picture('sync-page');
    expect(await seriousFindings(library)).toEqual([]);
  });

  it('shows what is made elsewhere while somebody looks, with no click', async () => {
    const library = await syncedLibrary();
    // The second can't have come with what the opening of the page asked for.
    for (const title of ['Made elsewhere', 'Made elsewhere again']) {
      const url = `http://journal.example/${encodeURIComponent(title)}`;
      await server.send('POST', '/api/bookmarks', { token, json: { url, title } });
      await library.waitFor('link', title);
    }
  });

  it('doubles nothing when the server is killed before it says what it did', async () => {
    const url = serveArticle(world.web, 'server-killed', { title: 'Sent' });
    const hasActed = line.loseAnswer('POST', '/api/bookmarks');
    await saveByKey(world, url);
    await hasActed;
    expect(await onServer(url)).toHaveLength(1);
    line.cut();
    await server.restart();
    line.mend();
    await syncedLibrary();
    await isThereOnce(url);
  });

  it.each([
    ['the browser', 'then the server'],
    ['the server', 'then the browser'],
  ])('doubles nothing when %s is killed in mid-sync, and %s', async (first) => {
    const { browser, web } = world;
    const url = serveArticle(web, `killed-${first.slice(4)}-first`, { title: 'Both were killed' });
    const hasActed = line.loseAnswer('POST', '/api/bookmarks');
    await saveByKey(world, url);
    await hasActed;
    if (first === 'the browser') await browser.kill();
    line.cut();
    await server.restart();
    if (first === 'the server') await browser.kill();
    line.mend();
    await browser.restart();
    await syncedAgain();
    await isThereOnce(url);
  });

  it('asks once when its token is good no more, and sends what waited after the next', async () => {
    const { browser, web } = world;
    await syncedLibrary();
    // A library that is looked at asks for news of its own, as soon as it is open.
    await browser.open(serveArticle(web, 'another', { title: 'Another page' }));
    await server.revokeTokens();
    const mark = line.statuses.length;
    const url = serveArticle(web, 'signed-out', { title: 'Saved while signed out' });
    await saveByKey(world, url);
    await browser.open(serveArticle(web, 'another', { title: 'Another page' }));
    await badgeShows(world, '!');
    await browser.picture('sync-signed-out');
    const told = line.statuses.length;

    const reader = await browser.openOwn('library');
    await reader.waitFor('link', /^Signed out; nothing is sent/);
    await reader.click('link', 'Saved while signed out');
    await reader.sees('The garden behind the old library');
    // What had been asked for before is answered with 200.
    expect(line.statuses.slice(mark, told).filter((status) => status !== 200)).toEqual([401]);
    expect(line.statuses.slice(told)).toEqual([]);

    token = await server.newToken();
    const options = await browser.openOwn('options');
    await options.click('button', 'Sign in again');
    await giveToken(options, token);
    await options.waitUntilGone('button', 'Sign in again');
    await syncedLibrary();
    await isThereOnce(url);
    await browser.open(serveArticle(web, 'another', { title: 'Another page' }));
    await badgeShows(world, '');
  });
});
