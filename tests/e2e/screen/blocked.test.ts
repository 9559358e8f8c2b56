// @module-tag full
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../support/project.ts';
import { BROWSERS } from '../support/browsers.ts';
import { readRows, savedRows } from '../support/saved-rows.ts';
import { badgeShows, buttonSays, pressSaveKey, rowOf } from '../support/saving.ts';
import { useWorld } from '../support/world.ts';

const BROWSER_PAGE = { chromium: 'chrome://version/', firefox: 'about:support' } as const;
const STORE = {
  chromium: 'https://chromewebstore.google.com/category/extensions',
  firefox: 'https://addons.mozilla.org/firefox/',
} as const;

const LAMP = 'journal.example/articles/blog-code.html';

/** The minimum that a viewer accepts as a PDF. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>`;

describe.each(BROWSERS)('saving a page that cannot be captured in %s', (name) => {
  const world = useWorld(name);

  const goTo = async (url: string) => {
    await world.browser.open('about:blank');
    await world.browser.goTo(url);
  };

  /** Opens the popup on the foreground tab and expects its text and the saved address `url`. */
  const savedAs = async (url: string, reason: string, sentence: string) => {
    const popup = await world.browser.popup();
    await popup.sees(sentence);
    await world.browser.picture(`popup-${reason}`);
    await badgeShows(world, '✓');
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'address', reason } });
  };

  it('keeps the address of a page of the browser if the browser reveals it', async () => {
    const url = BROWSER_PAGE[name];
    await goTo(url);
    if (name === 'firefox') {
      await savedAs(url, 'browser-page', 'the browser does not let extensions read this page');
      return;
    }
    // Chromium does not tell extensions the addresses of its own pages.
    const popup = await world.browser.popup();
    await popup.sees('The browser does not tell Leafmark its address, so nothing was saved.');
    await world.browser.picture('popup-browser-page');
    expect(await savedRows(world.browser)).toEqual([]);
  });

  it('keeps the address of the extension store with the reason', async () => {
    const url = STORE[name];
    await goTo(url); // The store is unreachable here, and extensions may not read it anyway.
    await savedAs(url, 'extension-store', 'the browser does not let extensions read this page');
  });

  it('keeps the address of a PDF with the reason', async () => {
    const url = 'http://journal.example/paper.pdf';
    world.web.on(url, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(PDF);
    });
    await goTo(url);
    await savedAs(url, 'pdf', 'this is a PDF');
  });

  it('keeps the address of a page that did not load only on request', async () => {
    const url = 'http://gone.example/away';
    world.web.on(url, (_, response) => void response.destroy());
    await world.browser.open('about:blank');
    await world.browser.goTo(url);
    // The tab has the address before its error page, which clears what the badge shows.
    await pressSaveKey(world, '!');
    const popup = await world.browser.popup();
    await popup.sees('This page did not load');
    await world.browser.picture('popup-not-loaded');
    expect((await readRows(popup)).map((row) => row.url)).not.toContain(url);
    await popup.click('button', 'Save the address');
    await popup.sees('Only the address is kept: the page was not open, was left, or did not load.');
    await buttonSays(world, 'Leafmark: only the address is saved');
    expect(await rowOf(world, url)).toMatchObject({
      title: url,
      content: { kind: 'address', reason: 'not-loaded' },
    });
  });

  it('asks before it saves a page that its server sent with an error', async () => {
    const url = 'http://gone.example/not-found';
    const html = '<title>Not found</title><p>This page is no longer here, or it never was.</p>';
    world.web.on(url, (_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end(html);
    });
    await world.browser.open(url);
    const popup = await world.browser.popup();
    await popup.sees('This looks like an error page');
    await world.browser.picture('popup-error-page');
    expect((await readRows(popup)).map((row) => row.url)).not.toContain(url);
    await popup.click('button', 'Save this page');
    await badgeShows(world, '✓');
    expect(await rowOf(world, url)).toMatchObject({ title: 'Not found' });
  });

  it('captures a local file, which extensions may read here', async () => {
    const url = pathToFileURL(join(PROJECT_ROOT, 'tests/pages/tour/reading-lamp.html')).href;
    await goTo(url);
    await (await world.browser.popup()).sees('Saved');
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
  });

  it('shows the reason on the button after the save key, until the tab shows another page', async () => {
    const title =
      'Leafmark: nothing was saved, because this tab shows no web page that extensions may read';
    const { browser } = world;
    const before = (await savedRows(browser)).length;
    await browser.open('about:blank');
    await pressSaveKey(world);
    await badgeShows(world, '!');
    await buttonSays(world, title);
    await browser.picture('key-about-blank');
    await goTo(`view-source:http://${LAMP}`);
    await pressSaveKey(world);
    await badgeShows(world, '!');
    await buttonSays(world, title);
    await browser.picture('key-view-source');
    if (name === 'chromium') {
      await goTo(BROWSER_PAGE.chromium);
      await pressSaveKey(world);
      await badgeShows(world, '!');
      await buttonSays(world, title);
      await browser.picture('key-browser-page');
    }
    expect(await savedRows(browser)).toHaveLength(before);
    await browser.goTo(`http://${LAMP}`);
    await badgeShows(world, '');
  });

  it('says on an empty page that there is nothing to save', async () => {
    await world.browser.open('about:blank');
    const popup = await world.browser.popup();
    await popup.sees('Nothing to save here');
    await world.browser.picture('popup-nothing');
  });
});
