import { describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { articleHtml, serveArticle } from '../support/pages.ts';
import { readRows, savedRows, searchIndex } from '../support/saved-rows.ts';
import { badgeShows, pressSaveKey, SAVE_KEY } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

describe.each(BROWSERS)('saving in %s', (name) => {
  const world = useWorld(name);

  it('works by the key, keeps the article and shows a badge', async () => {
    const { browser, web } = world;
    await browser.open(serveArticle(web, 'by-key', { title: 'Saved by key' }));
    expect(await browser.badge()).toEqual({ text: '', title: 'Leafmark' });

    await pressSaveKey(world);
    await badgeShows(world, '✓');
    // Firefox sets the title one frame after the badge.
    await until(
      'the title says so',
      async () => (await browser.badge()).title === 'Leafmark: saved',
    );

    const rows = await savedRows(browser);
    expect(rows).toMatchObject([
      { url: 'http://journal.example/by-key', title: 'Saved by key', content: { kind: 'article' } },
    ]);
    expect(rows[0]?.textLength).toBeGreaterThan(1500);
    // Chromium's background indexes it itself, Firefox's in a worker.
    expect(await searchIndex(browser)).toEqual({ documents: 1, texts: 1 });
  });

  /** A popup waits for the save of its tab. Rows of the list do not have this button. */
  const everySaveHasEnded = async () => {
    await (await world.browser.popup('button')).waitFor('button', 'Share');
    await world.browser.closePopup();
  };

  it('makes no second copy by a second press or for another form of the address', {
    tags: ['firefox-full'],
  }, async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'once', { title: 'Saved once' });
    await browser.open(url);
    await pressSaveKey(world);
    await badgeShows(world, '✓');
    await browser.press(SAVE_KEY);
    await browser.press(SAVE_KEY);
    await everySaveHasEnded();
    await browser.open(`${url}?utm_source=letter#second`);
    await browser.press(SAVE_KEY);
    await everySaveHasEnded();

    const titles = (await savedRows(browser)).map(({ title }) => title);
    expect(titles.filter((title) => title === 'Saved once')).toHaveLength(1);
  });

  it('shows the badge only on the tab of the page', async () => {
    const { browser, web } = world;
    await browser.open(serveArticle(web, 'kept', { title: 'Kept' }));
    await pressSaveKey(world);
    await badgeShows(world, '✓');
    await browser.open(serveArticle(web, 'not-kept', { title: 'Not kept' }));
    await badgeShows(world, '');
  });

  it('works from the address bar', async () => {
    const { browser, web } = world;
    await browser.open(serveArticle(web, 'by-address-bar', { title: 'Saved by address bar' }));
    await browser.enterInAddressBar('rl +');
    await badgeShows(world, '✓');
    expect(await savedRows(browser)).toContainEqual(
      expect.objectContaining({ title: 'Saved by address bar', content: { kind: 'article' } }),
    );
  });

  it('lets the page be found in the address bar, the library and the popup', async () => {
    const { browser, web } = world;
    await browser.open(serveArticle(web, 'found', { title: 'Found by search' }));
    await pressSaveKey(world);
    await badgeShows(world, '✓');

    await browser.enterInAddressBar('rl is:unred found');
    const library = await browser.tab(/library\.html#\/search\//);
    await library.sees('No state is called unred');
    await library.waitFor('link', 'Found by search');
    expect(await seriousFindings(library)).toEqual([]);
    await library.fill('combobox', 'Search library', '-is:archived found by sear');
    await library.waitFor('button', 'Remove: Not: Archived');
    await library.sees(/1 result\b/);
    await browser.picture('search-library');
    await browser.press('Return');
    await browser.press('Return');
    await library.sees('The garden behind the old library');

    await browser.open(serveArticle(web, 'another', { title: 'Another page' }));
    const popup = await browser.popup();
    await popup.click('combobox', 'Search library');
    await popup.fill('combobox', 'Search library', 'found sear');
    await popup.sees(/1 result\b/);
    await browser.picture('search-popup');
    await browser.press('Return');
    await popup.sees('The garden behind the old library');
    await browser.closePopup();
  });

  it('works from the menu of the page', async () => {
    const { browser, web } = world;
    const page = await browser.open(serveArticle(web, 'by-menu', { title: 'Saved by menu' }));
    await browser.chooseFromMenu(() => page.rightClick('heading', 'Saved by menu'));
    await badgeShows(world, '✓');
    expect(await savedRows(browser)).toContainEqual(
      expect.objectContaining({ title: 'Saved by menu', content: { kind: 'article' } }),
    );
  });

  it('keeps the selection from the menu of a selection', async () => {
    const { browser, web } = world;
    const page = await browser.open(serveArticle(web, 'by-selection', { title: 'Selected' }));
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('h1')!));
    // The first entry highlights the selection.
    await browser.chooseFromMenu(() => page.rightClick('heading', 'Selected'), 2);
    await badgeShows(world, '✓');
    expect(await savedRows(browser)).toContainEqual(
      expect.objectContaining({ title: 'Selected', excerpt: 'Selected' }),
    );
  });

  it('keeps the address from the menu of a link, and says that the page was not opened', async () => {
    const { browser, web } = world;
    const middle = '<p><a href="http://elsewhere.example/far">Far away</a></p>';
    const page = await browser.open(serveArticle(web, 'with-link', { title: 'Links', middle }));
    await browser.chooseFromMenu(() => page.rightClick('link', 'Far away'));
    // The badge disappears after three seconds.
    await until('the badge and the button say so', async () => {
      const { text, title } = await browser.badge();
      return text === '✓' && title === 'Leafmark: link saved: Far away';
    });
    expect(await savedRows(browser)).toContainEqual(
      expect.objectContaining({
        url: 'http://elsewhere.example/far',
        title: 'Far away',
        content: { kind: 'address', reason: 'not-open' },
      }),
    );
    await badgeShows(world, '');
  });

  it('joins two addresses of a page, and Undo separates them again', {
    tags: ['firefox-full'],
  }, async () => {
    const { browser, web } = world;
    const addresses = ['http://journal.example/double', 'http://www.journal.example/double'];
    for (const url of addresses) {
      web.page(url, articleHtml({ title: 'Saved twice' }));
      await browser.open(url);
      await pressSaveKey(world);
      await badgeShows(world, '✓');
    }
    const library = await browser.openOwn('library', '#/duplicates');
    const kept = async () =>
      (await readRows(library)).filter(
        ({ url, trashedAt }) => addresses.includes(url) && trashedAt === null,
      ).length;
    await library.click('button', 'Join (2)');
    await library.sees('Joined. Moved to the trash: 1');
    expect(await kept()).toBe(1);
    await browser.picture('duplicates-joined');
    await library.click('button', 'Undo');
    await library.waitFor('radio', `Keep ${addresses[1]}`);
    expect(await kept()).toBe(2);
    await browser.picture('duplicates');
    expect(await seriousFindings(library)).toEqual([]);
  });
});
