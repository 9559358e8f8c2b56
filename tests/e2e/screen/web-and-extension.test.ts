// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { isPainted, overWords } from '../support/highlighting';
import type { ScreenPage } from '../support/screen-page';
import { passSignIn, signInByToken } from '../support/signing-in';
import { until } from '../support/until';
import { useWorld } from '../support/world';

const WORD = 'harbour';
const TITLE = 'Bookmark 0';

describe.each(BROWSERS)('the extension and the web app with one account in %s', (name) => {
  const world = useWorld(name);
  let server: CompanionServer;
  let ofExtension: FaultyProxy;
  let ofApp: FaultyProxy;
  let token: string;
  let path: string;
  beforeAll(async () => {
    server = await startCompanion();
    await server.fill(1);
    token = await server.newToken();
    const list = await server.send('GET', '/api/bookmarks', { token });
    const [bookmark] = (await list.json()) as { id: string }[];
    path = `/api/bookmarks/${bookmark?.id}`;
    const json = {
      start_selector: 'section/p[1]',
      start_offset: 4,
      end_selector: 'section/p[1]',
      end_offset: 4 + WORD.length,
      color: 'yellow',
    };
    const made = await server.send('POST', `${path}/annotations`, { token, json });
    expect(made.status).toBe(201);
    ofExtension = await startFaultyProxy(server);
    ofApp = await startFaultyProxy(server);
  });
  afterAll(async () => {
    await ofExtension.stop();
    await ofApp.stop();
    await server.stop();
  });

  const open = async (page: ScreenPage) => {
    await page.click('link', TITLE);
    await page.sees('The harbour froze');
    await isPainted(page, { yellow: WORD });
  };
  const sync = async (page: ScreenPage) => {
    await page.click('button', 'Sync now');
    await page.waitFor('link', 'Synced just now');
  };
  const onServer = async () => {
    const bookmark = await server.send('GET', path, { token });
    const annotations = await server.send('GET', `${path}/annotations`, { token });
    const { is_marked, is_archived } = (await bookmark.json()) as Record<string, unknown>;
    return { is_marked, is_archived, annotations: await annotations.json() };
  };

  it('edit one bookmark and one highlight without a network at the same time, and then agree', async () => {
    const { browser } = world;
    await signInByToken(browser, ofExtension.base, token);
    const app = await browser.open(`${ofApp.base}/`);
    await passSignIn(app, 'Sync now');
    const extension = await browser.openOwn('library');
    for (const page of [app, extension]) {
      await page.page.bringToFront();
      await open(page);
    }
    ofExtension.cut();
    ofApp.cut();

    await extension.page.bringToFront();
    await overWords(extension, WORD, 'click');
    await extension.fill('textbox', 'Note', 'From the extension');
    await extension.press('Escape');
    await extension.click('button', 'Archive');
    await app.page.bringToFront();
    await overWords(app, WORD, 'click');
    await app.click('button', 'Green');
    await app.press('Escape');
    await app.click('button', 'Favourite');
    await isPainted(app, { green: WORD });

    // One after the other: servers require the colour with a note, so of two that sync in the same
    // moment the second one overwrites it. The journal has it then.
    ofApp.mend();
    const appList = await browser.open(`${ofApp.base}/#/all`);
    await appList.page.bringToFront();
    await sync(appList);
    await until('the server has what the app has sent', async () => {
      const annotations = [expect.objectContaining({ color: 'green' })];
      expect(await onServer()).toMatchObject({ is_marked: true, annotations });
      return true;
    });
    ofExtension.mend();
    const pages = [appList, await browser.openOwn('library', '#/all')] as const;
    for (const page of pages.toReversed()) {
      await page.page.bringToFront();
      await sync(page);
    }
    const highlight = { text: WORD, color: 'green', note: 'From the extension' };
    await until('the server has all', async () => {
      expect(await onServer()).toEqual({
        is_marked: true,
        is_archived: true,
        annotations: [expect.objectContaining(highlight)],
      });
      return true;
    });
    for (const page of pages) {
      await page.page.bringToFront();
      await page.waitFor('link', TITLE);
      await page.click('link', TITLE);
      await isPainted(page, { green: WORD });
      await page.waitFor('button', 'Favourite');
      await overWords(page, WORD, 'click');
      await until('it has the note', () =>
        page.evaluate(() =>
          [...document.querySelectorAll('textarea')].some(
            ({ value }) => value === 'From the extension',
          ),
        ),
      );
      await page.press('Escape');
    }
    await browser.picture('web-and-extension');
  });
});
