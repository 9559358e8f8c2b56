import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../support/project.ts';
import { BROWSERS } from './support/launch.ts';
import { readRows, savedRows } from './support/saved-rows.ts';
import { badgeShows, buttonSays, rowOf, SAVE_KEY } from './support/saving.ts';
import { useWorld } from './support/world.ts';

const BROWSER_PAGE = { chromium: 'chrome://version/', firefox: 'about:support' } as const;
const STORE = {
  chromium: 'https://chromewebstore.google.com/category/extensions',
  firefox: 'https://addons.mozilla.org/firefox/',
} as const;

const LAMP = 'journal.example/articles/blog-code.html';

/** The least a viewer takes for a PDF. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>`;

describe.each(BROWSERS)('a page that can not be captured in %s', (name) => {
  const world = useWorld(name);

  const goTo = async (url: string) => {
    await world.browser.open('about:blank');
    await world.browser.goTo(url);
  };

  /** Opens the popup over what is in front, and sees what it says of `url`. */
  const savedAs = async (url: string, reason: string, sentence: string) => {
    const popup = await world.browser.popup();
    await popup.sees(sentence);
    await world.browser.picture(`popup-${reason}`);
    await badgeShows(world, '✓');
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'address', reason } });
  };

  it('because it is the browser’s own keeps its address, where the browser tells it', async () => {
    const url = BROWSER_PAGE[name];
    await goTo(url);
    if (name === 'firefox') {
      await savedAs(url, 'browser-page', 'the browser does not let extensions read its own pages');
      return;
    }
    // Chromium tells an extension the address of none of its own pages, whatever was clicked.
    const popup = await world.browser.popup();
    await popup.sees('The browser does not tell its address, so nothing was saved.');
    await world.browser.picture('popup-browser-page');
    expect(await savedRows(world.browser)).toEqual([]);
  });

  it('because it is the store of the browser keeps its address and says why', async () => {
    const url = STORE[name];
    await goTo(url); // it is out of reach here, and forbidden all the same
    await savedAs(url, 'extension-store', 'the browser does not let extensions read its store');
  });

  it('because it is a PDF keeps its address and says why', async () => {
    const url = 'http://journal.example/paper.pdf';
    world.web.on(url, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(PDF);
    });
    await goTo(url);
    await savedAs(url, 'pdf', 'this is a PDF');
  });

  it('because it did not load is saved by no click, and its address on request', async () => {
    const url = 'http://gone.example/away';
    world.web.on(url, (_, response) => void response.destroy());
    await world.browser.open('about:blank');
    await world.browser.goTo(url);
    await world.browser.press(SAVE_KEY);
    await badgeShows(world, '!');
    const popup = await world.browser.popup();
    await popup.sees('This page did not load');
    await world.browser.picture('popup-not-loaded');
    expect((await readRows(popup)).map((row) => row.url)).not.toContain(url);
    await popup.click('button', 'Save the address');
    await popup.sees('Only the address is kept: the page did not load.');
    await buttonSays(world, 'Leafmark: only the address is saved');
    expect(await rowOf(world, url)).toMatchObject({
      title: url,
      content: { kind: 'address', reason: 'not-loaded' },
    });
  });

  it('does not include a file, which a person who opens it lets us read', async () => {
    const url = pathToFileURL(join(PROJECT_ROOT, 'tests/pages/tour/reading-lamp.html')).href;
    await goTo(url);
    await (await world.browser.popup()).sees('Saved');
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
  });

  it('shows the reason on the button after the save key, until the tab goes to another page', async () => {
    // Chromium tells an extension the address of none of these, Firefox of all.
    const why =
      name === 'firefox'
        ? 'this tab shows no web page'
        : 'this is an empty tab or a page that the browser lets no extension read';
    const title = `Leafmark: nothing was saved, because ${why}`;
    const { browser } = world;
    const before = (await savedRows(browser)).length;
    await browser.open('about:blank');
    await browser.press(SAVE_KEY);
    await badgeShows(world, '!');
    await buttonSays(world, title);
    await browser.picture('key-about-blank');
    await goTo(`view-source:http://${LAMP}`);
    await browser.press(SAVE_KEY);
    await badgeShows(world, '!');
    await buttonSays(world, title);
    await browser.picture('key-view-source');
    if (name === 'chromium') {
      await goTo(BROWSER_PAGE.chromium);
      await browser.press(SAVE_KEY);
      await badgeShows(world, '!');
      await buttonSays(world, title);
      await browser.picture('key-browser-page');
    }
    expect(await savedRows(browser)).toHaveLength(before);
    await browser.goTo(`http://${LAMP}`);
    await badgeShows(world, '');
  });

  it('because there is nothing to save says so', async () => {
    await world.browser.open('about:blank');
    const popup = await world.browser.popup();
    await popup.sees('Nothing to save here');
    await world.browser.picture('popup-nothing');
  });
});
