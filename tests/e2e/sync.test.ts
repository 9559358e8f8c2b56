import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './support/accessibility.ts';
import { type CompanionServer, startCompanion } from './support/companion-server.ts';
import { BROWSERS } from './support/launch.ts';
import { type Line, openLine } from './support/line.ts';
import { serveArticle } from './support/pages.ts';
import { badgeShows, rowOf, saveByKey } from './support/saving.ts';
import type { ScreenPage } from './support/screen-page.ts';
import { giveToken, goTo } from './support/signing-in.ts';
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

  /**
   * To Chromium an extension that is loaded from a folder is a new one at each start, which may talk
   * to no server yet: just as when somebody took that back in the browser's settings.
   */
  const allowAgain = async () => {
    if (name === 'firefox') return;
    const library = await world.browser.openOwn('library');
    await library.waitFor('link', 'The browser does not let Leafmark reach the server');
    await world.browser.answer('allow', () => library.click('button', 'Allow'));
  };

  /** The library, once all that waited has gone. */
  const syncedLibrary = async (): Promise<ScreenPage> => {
    const library = await world.browser.openOwn('library');
    await library.waitFor('link', 'Synced just now');
    return library;
  };

  const isThereOnce = async (url: string) => {
    expect(await onServer(url)).toHaveLength(1);
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
  };

  it('says that something waits while there is no network', async () => {
    const { browser, web } = world;
    const options = await browser.openOwn('options');
    await browser.answer('allow', () => goTo(options, line.base));
    await giveToken(options, token);
    await options.waitFor('radio', /^All of them/);
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
    await allowAgain();
    await syncedLibrary();
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
    await library.sees('Came from the server');
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
});
