// @module-tag full
// @module-tag chromium
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompanionServer, startCompanion } from '../support/companion-server.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { isPainted, overWords, pressHighlightKey } from '../support/highlighting.ts';
import { articleHtml, serveArticle } from '../support/pages.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { signInByToken } from '../support/signing-in.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

const FOX = 'the fox crossed the frozen river';
const LISTENED = 'stopped there to listen to the water';
const BETWEEN = ', and it ';
const MIDDLE = `<p>At dawn ${FOX}${BETWEEN}${LISTENED}.</p>`;
/** The same page later: other words around the highlights, and another paragraph before them. */
const LATER =
  '<p>The winter had been long.</p>' +
  `<p>Long before dawn, as the keeper tells it, ${FOX}. It ${LISTENED}, then left.</p>`;

/** A highlight as the server reports it. */
interface OnServer {
  readonly id: string;
  readonly text: string;
  readonly color: string;
  readonly note: string;
  readonly start_selector: string;
  readonly start_offset: number;
}

/** One device has Chromium and the other one Firefox, because their pages and readers differ. */
describe('highlights of two devices with one account', () => {
  const one = useWorld('chromium');
  const other = useWorld('firefox');
  let server: CompanionServer;
  let proxy: FaultyProxy;
  let token = '';
  let page: ScreenPage;
  let here: ScreenPage;
  let there: ScreenPage;
  beforeAll(async () => {
    server = await startCompanion();
    proxy = await startFaultyProxy(server);
    token = await server.newToken();
    serveArticle(one.web, 'fox', { title: 'The fox', middle: MIDDLE });
    serveArticle(other.web, 'fox', { title: 'The fox', middle: LATER });
    await Promise.all([
      signInByToken(one.browser, server.base, token),
      signInByToken(other.browser, proxy.base, token),
    ]);
    proxy.cut();
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  const url = 'http://journal.example/fox';
  /** The path of the bookmark on the server. */
  let path = '';
  const onServer = async (): Promise<readonly OnServer[]> =>
    (await (await server.send('GET', `${path}/annotations`, { token })).json()) as OnServer[];
  const articleOnServer = async () =>
    (await server.send('GET', `${path}/article`, { token })).text();

  /** Waits until the server has exactly these highlights, in the order of the article. */
  const serverHas = (...expected: readonly Partial<OnServer>[]) =>
    until('the server has these highlights', async () => {
      expect(await onServer()).toEqual(expected.map((each) => expect.objectContaining(each)));
      return true;
    });

  const openReader = async ({ browser }: World): Promise<ScreenPage> => {
    const library = await browser.openOwn('library');
    await library.click('button', 'Sync now');
    await library.click('link', 'The fox');
    return library;
  };

  /** Shows the article as the server sends it to other clients, with its highlights. */
  const pictureOfServer = async ({ browser, web }: World) => {
    const style =
      '[data-annotation-color=yellow] { background: gold } rd-annotation { background: skyblue }';
    const head = `<!doctype html><meta charset="utf-8"><style>${style}</style>`;
    web.page('http://server.example/', head + (await articleOnServer()));
    const shown = await browser.open('http://server.example/');
    await browser.picture('devices-server');
    await shown.close();
  };

  it('travel from a page to its saved article and to the server, which may have more of them', async () => {
    page = await one.browser.open(url);
    await overWords(page, FOX, 'drag');
    await pressHighlightKey(one, page);
    await isPainted(page, { yellow: FOX });
    await until('the server has the page', async () => {
      const answer = await server.send('GET', '/api/bookmarks', { token });
      const [bookmark] = (await answer.json()) as { id: string }[];
      path = `/api/bookmarks/${bookmark?.id}`;
      return bookmark !== undefined;
    });
    here = await openReader(one);
    await isPainted(here, { yellow: FOX });
    await serverHas({ text: FOX, color: 'yellow' });

    const [fox] = await onServer();
    const start = (fox?.start_offset ?? 0) + (FOX + BETWEEN).length;
    const json = {
      start_selector: fox?.start_selector,
      start_offset: start,
      end_selector: fox?.start_selector,
      end_offset: start + LISTENED.length,
      color: 'blue',
    };
    const made = await server.send('POST', `${path}/annotations`, { token, json });
    expect(made.status).toBe(201);
    await isPainted(here, { yellow: FOX, blue: LISTENED });
    await one.browser.picture('devices-reader');
    await pictureOfServer(one);
  });

  it('are found again in an article that another client has captured later, and in a page that has changed', async () => {
    const before = await onServer();
    const html = articleHtml({ title: 'The fox', middle: LATER });
    const json = { url, captured: new Date().toISOString(), html };
    expect((await server.send('PUT', `${path}/article`, { token, json })).status).toBe(202);
    await until('the highlights have moved', async () =>
      (await onServer()).every(({ start_offset }, at) => start_offset !== before[at]?.start_offset),
    );
    await serverHas({ text: FOX, color: 'yellow' }, { text: LISTENED, color: 'blue' });
    expect(await articleOnServer()).toMatch(/as the keeper tells it, <rd-annotation/);
    await isPainted(here, { yellow: FOX, blue: LISTENED });

    proxy.mend();
    there = await openReader(other);
    await there.sees('as the keeper tells it');
    await isPainted(there, { yellow: FOX, blue: LISTENED });
    const live = await other.browser.open(url);
    const popup = await other.browser.popup();
    await popup.sees('2 highlights');
    await isPainted(live, { yellow: FOX, blue: LISTENED });
    await other.browser.closePopup();
    await other.browser.picture('devices-page');
    await pictureOfServer(other);
    await live.close();
  });

  it('are edited and deleted on one device, and then also in the reader and the page of the other', async () => {
    await there.page.bringToFront();
    // A deletion is sent after twenty seconds, in which it can be undone.
    await overWords(there, LISTENED, 'click');
    await there.click('button', 'Delete the highlight');
    await isPainted(there, { yellow: FOX });
    await overWords(there, FOX, 'click');
    await there.click('button', 'Green');
    await there.fill('textbox', 'Note', 'At five?');
    await other.browser.picture('devices-reader');
    await there.press('Escape');
    await isPainted(there, { green: FOX });
    await isPainted(here, { blue: LISTENED, green: FOX });
    await page.page.bringToFront();
    await isPainted(page, { blue: LISTENED, green: FOX });
    await one.browser.picture('devices-page');

    // Changes of the server are received while a page of the extension is visible.
    await here.page.bringToFront();
    await isPainted(here, { green: FOX });
    await serverHas({ text: FOX, color: 'green', note: 'At five?' });
    await page.page.bringToFront();
    await isPainted(page, { green: FOX });
  });
});
