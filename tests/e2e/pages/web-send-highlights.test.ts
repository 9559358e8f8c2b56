// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { until } from '../support/until.ts';
import { press, seesText, seesTitles, signIn, WebBrowser } from '../support/web-browser';

const [FIRST, SECOND] = ['Leaves lose their colour', 'in the first week of November'];
const ARTICLE = `<p>${FIRST} twice, and ${SECOND} they fall.</p>`;

/** Runs in a page of the app. The dialog of the browser gives a folder of its own file system. */
function giveFolder(): void {
  const chosen = navigator.storage
    .getDirectory()
    .then((root) => root.getDirectoryHandle('Notes', { create: true }));
  Object.assign(window, { showDirectoryPicker: () => chosen });
}

/** Runs there. Returns the texts of the files. */
async function textsOfFolder(): Promise<readonly string[]> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('Notes', { create: true });
  const texts: string[] = [];
  for await (const handle of folder.values()) {
    // A file that is being written has a second one beside it.
    if (handle.kind !== 'file' || !handle.name.endsWith('.md')) continue;
    texts.push(await (await (handle as FileSystemFileHandle).getFile()).text());
  }
  return texts;
}

describe.each(BROWSERS)('sending highlights on from the web app in %s', (name) => {
  let companion: CompanionServer;
  let browser: WebBrowser;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.add({ url: 'http://leaves.example/', title: 'Leaves' }, ARTICLE);
    browser = await WebBrowser.launch(name);
  });
  afterAll(async () => {
    await browser.close();
    await companion.stop();
  });

  /** Makes a highlight as another device does. */
  const addHighlight = async (text: string, from: number) => {
    const token = await companion.newToken();
    const list = await companion.send('GET', '/api/bookmarks', { token });
    const [{ id = '' } = {}] = (await list.json()) as { id: string }[];
    const selector = { start_selector: 'p', end_selector: 'p' };
    const json = { ...selector, start_offset: from, end_offset: from + text.length, color: 'red' };
    const made = await companion.send('POST', `/api/bookmarks/${id}/annotations`, { token, json });
    expect(made.status).toBe(201);
  };

  it(name === 'chromium' ? 'follows what a sync brings' : 'is absent, and says so', async () => {
    const page = await browser.open(`${companion.base}/`);
    await signIn(page);
    await seesTitles(page, ['Leaves']);
    await page.goto(`${companion.base}/options.html#/send`);
    if (name === 'firefox') {
      await seesText(page, 'This browser lets no web page write into a folder');
      await browser.picture(page, 'web-send-absent');
      return;
    }
    await addHighlight(FIRST, ARTICLE.indexOf(FIRST) - 3);
    await page.evaluate(giveFolder);
    await press(page, 'Choose a folder');
    await until('the highlight is in the file', async () =>
      (await page.evaluate(textsOfFolder)).some((text) => text.includes(`> ${FIRST}`)),
    );
    await addHighlight(SECOND, ARTICLE.indexOf(SECOND) - 3);
    await until('the next sync brings another one', async () =>
      (await page.evaluate(textsOfFolder)).some((text) => text.includes(`> ${SECOND}`)),
    );
    await browser.picture(page, 'web-send');
    expect(await page.evaluate(textsOfFolder)).toHaveLength(1);
  });
});
