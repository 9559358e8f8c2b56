import { describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { chooseOption } from '../support/options.ts';
import { serveArticle } from '../support/pages.ts';
import { chooseMore, chooseView } from '../support/popup.ts';
import { readRows, savedRows } from '../support/saved-rows.ts';
import { badgeShows, buttonSays, rowOf } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

/** Links of the sidebar and their addresses. */
const PLACES = [
  [/^Tools/, '#/tools'],
  [/^Statistics/, '#/statistics'],
  [/^Tools/, '#/tools'],
  [/^Find duplicates/, '#/duplicates'],
  [/^Highlights/, '#/highlights'],
] as const;

describe.each(BROWSERS)('the popup in %s', (name) => {
  const world = useWorld(name);

  /**
   * Opens the popup with the buttons for the page. A row below the pointer has buttons of the same
   * names, except for this one.
   */
  const popupOnPage = async () => {
    const popup = await world.browser.popup();
    await popup.waitFor('button', 'Share');
    return popup;
  };

  /** Looks in one browser: the findings are about elements and styles, which are the same in both. */
  const isAccessible = async (page: ScreenPage) => {
    if (name === 'chromium') expect(await seriousFindings(page)).toEqual([]);
  };

  it('saves the page when the toolbar button opens it, and confirms it', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'clicked', { title: 'Clicked' });
    await browser.open(url);
    const popup = await browser.popup('button');
    await popup.waitFor('status', /./);
    await popup.sees('Saved');
    await popup.waitFor('link', 'Clicked');
    await browser.picture('popup-saved');
    await badgeShows(world, '✓');
    expect(await rowOf(world, url)).toMatchObject({ content: { kind: 'article' } });
    await browser.closePopup();
  });

  it('makes no second copy of a saved page, and says so', { tags: ['firefox-full'] }, async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'twice', { title: 'Twice' });
    await browser.open(url);
    await (await browser.popup('key')).sees('Saved');
    await browser.closePopup();
    await (await browser.popup('button')).sees(/Saved just now|Already saved/);
    await browser.picture('popup-already-saved');
    await browser.closePopup();
    expect(await rowOf(world, url)).toMatchObject({ title: 'Twice' });
  });

  it('undoes a save, and restores the page with the next click', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'undone', { title: 'Undone' });
    await browser.open(url);
    let popup = await browser.popup();
    await popup.click('button', 'Undo');
    await popup.waitUntilGone('link', 'Undone');
    await badgeShows(world, '');
    await browser.closePopup();
    expect((await rowOf(world, url)).trashedAt).not.toBeNull();

    popup = await browser.popup();
    await popup.sees('It was in the trash. Now it is back');
    await badgeShows(world, '✓');
    await browser.closePopup();
    expect((await rowOf(world, url)).trashedAt).toBeNull();
  });

  // In Firefox `looks` types a label in the popup; completing it is the same code.
  if (name === 'chromium') {
    it('adds labels and completes existing ones', async () => {
      const { browser, web } = world;
      const first = serveArticle(web, 'labelled', { title: 'Labelled' });
      await browser.open(first);
      let popup = await popupOnPage();
      await popup.click('button', 'Labels');
      await popup.fill('combobox', 'Add a label', 'to read');
      await popup.press('Return');
      await popup.waitFor('button', 'Remove the label to read');
      await browser.picture('popup-labels');
      await browser.closePopup();

      const second = serveArticle(web, 'labelled-too', { title: 'Labelled too' });
      await browser.open(second);
      popup = await popupOnPage();
      await popup.click('button', 'Labels');
      await popup.fill('combobox', 'Add a label', 'to r');
      await popup.waitFor('option', /^to read/);
      await popup.press('Down', 'Return');
      await popup.waitFor('button', 'Remove the label to read');
      await browser.closePopup();
      expect((await rowOf(world, first)).labels).toEqual(['to read']);
      expect((await rowOf(world, second)).labels).toEqual(['to read']);
    });
  }

  it('keeps unfinished text when it closes', async () => {
    const { browser, web } = world;
    await browser.open(serveArticle(web, 'drafted', { title: 'Drafted' }));
    let popup = await popupOnPage();
    await popup.click('button', 'Labels');
    await popup.fill('combobox', 'Add a label', 'half a lab');
    await browser.closePopup();

    popup = await popupOnPage();
    await until('the half label is there', async () => {
      return (await popup.value('combobox', 'Add a label')) === 'half a lab';
    });
    await browser.closePopup();
  });

  it('edits title, authors, site and date', { tags: ['firefox-full'] }, async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'edited', { title: 'Edietd' });
    await browser.open(url);
    const popup = await popupOnPage();
    await chooseMore(popup, 'Edit details');
    await popup.fill('textbox', 'Title', 'Edited');
    await popup.fill('textbox', 'Authors', 'Ada Gardener, Bo Leaf');
    await popup.fill('textbox', 'Site', 'The Journal');
    await popup.fill('textbox', 'Published', '11052025'); // The format of an American.
    await popup.click('button', 'Save');
    await popup.waitFor('link', 'Edited');
    await browser.closePopup();
    expect(await rowOf(world, url)).toMatchObject({
      title: 'Edited',
      authors: ['Ada Gardener', 'Bo Leaf'],
      siteName: 'The Journal',
      published: '2025-11-05',
    });
  });

  it('changes favourite, archive and trash, and each view shows it', {
    tags: ['firefox-full'],
  }, async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'moved', { title: 'Moved about' });
    await browser.open(url);
    const popup = await popupOnPage();
    await popup.click('button', 'Favourite');
    await chooseView(popup, 'favourites');
    await popup.waitFor('link', 'Moved about');
    await popup.click('button', 'Archive');
    await buttonSays(world, 'Leafmark: saved, in the archive');
    await chooseView(popup, 'archive');
    await popup.waitFor('link', 'Moved about');
    await chooseMore(popup, 'Delete');
    await popup.waitUntilGone('link', 'Moved about');
    await badgeShows(world, '');
    await chooseView(popup, 'trash');
    await popup.waitFor('link', 'Moved about');
    await browser.picture('popup-trash');
    await popup.click('button', 'Restore');
    await badgeShows(world, '✓');
    await browser.closePopup();
    expect(await savedRows(browser)).toContainEqual(
      expect.objectContaining({ url, trashedAt: null, isArchived: true }),
    );
  });

  // The keys are the same code in both browsers; `sync-first` selects and undoes by keys in Firefox.
  if (name === 'chromium') {
    it('selects bookmarks in the library by keyboard, and undoes the action after a reload', async () => {
      const { browser, web } = world;
      const url = serveArticle(web, 'chosen', { title: 'Chosen with others' });
      await browser.open(url);
      await popupOnPage();
      await browser.closePopup();
      const kept = async () => (await savedRows(browser)).filter((row) => row.trashedAt === null);
      const before = (await kept()).length;
      const library = await browser.openOwn('library', '#/all');
      await library.waitFor('link', 'Chosen with others');
      await library.press('j', 'x');
      await library.sees('Selected: 1');
      await library.press('ctrl+a');
      await library.sees(before === 1 ? 'Selected: 1' : `Selected: ${before}`);
      expect(await seriousFindings(library)).toEqual([]);
      await browser.picture('library-selection');
      await library.press('Delete');
      await until('all are deleted', async () => (await kept()).length === 0);
      await library.evaluate(() => location.reload());
      await library.waitFor('button', 'Undo');
      await library.press('ctrl+z');
      await until('all are back', async () => (await kept()).length === before);
    });
  }

  const byKeyboard = {
    chromium: 'works by keyboard alone from saving tabs to reading and labels',
    firefox: 'saves tabs by keyboard alone',
  } as const;
  it(`${byKeyboard[name]}, and each page is accessible`, async () => {
    const { browser, web } = world;
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      await browser.open(serveArticle(web, `keys-${name}`, { title: `Keys ${name}` }));
    }
    const popup = await popupOnPage();
    await popup.tabTo(/^More$/);
    await popup.press('Return');
    await popup.tabTo(/^Save the tabs/);
    await browser.picture('keys-popup');
    await isAccessible(popup);
    await popup.press('Return');

    const library = await browser.tab(/library\.html#\/tabs/);
    await until('the popup has closed', async () => (await browser.openPopup()) === null);
    await library.tabTo(/^Show my tabs/);
    await browser.answer('allow', () => library.press('Return'));
    await library.tabTo(/^Keys One/);
    await library.press('space');
    await browser.picture('keys-tabs');
    await isAccessible(library);
    await library.tabTo(/^Save \(2\)$/);
    await browser.answer('allow', () => library.press('Return'));
    await library.sees('Saved: 2.');
    const kept = (await readRows(library)).filter(({ title }) => /^Keys/.test(title));
    expect(kept.map(({ title, content }) => [title, content.kind]).sort()).toEqual([
      ['Keys Four', 'article'],
      ['Keys Three', 'article'],
      ['Keys Two', 'article'],
    ]);
    // The rest uses nothing in which the browsers differ.
    if (name === 'firefox') return library.close();

    await library.tabTo(/^All ?\d/);
    await library.press('Return');
    await library.waitFor('link', 'Keys Two');
    await library.press('slash');
    await library.type('-is:archived keys');
    await library.sees(/3 results/);
    await library.tabTo(/^Remove: Not: Archived/);
    await isAccessible(library);
    await library.press('Return');
    await library.waitUntilGone('button', /^Remove/);
    await library.press('slash');
    await library.press('Return', 'Return');
    await library.sees('The garden behind the old library');
    await isAccessible(library);
    await library.press('Escape');
    await library.press('j', 'Home', 'x', 'shift+Down');
    await library.sees('Selected: 2');
    const labelled = async (label: string) =>
      (await readRows(library)).filter(({ labels }) => labels.includes(label)).length;
    const add = async () => {
      await library.press('l');
      await library.waitFor('combobox', 'Add a label');
      await library.type('by keys,pressed');
      await library.tabTo(/^Add$/);
      await library.press('Return');
      await until('both have the labels', async () => (await labelled('by keys')) === 2);
      // The rows have the labels before the page knows how to take them back.
      await library.waitFor('button', 'Undo');
    };
    await add();
    await library.press('ctrl+z');
    await until('the labels are gone', async () => (await labelled('by keys')) === 0);
    await add();

    await library.tabTo(/^Tools/);
    await library.press('Return');
    await library.tabTo(/^Labels\s?Rename/);
    await library.press('Return');
    const rename = async (from: string, to: string, button: RegExp) => {
      await library.tabTo(new RegExp(`^Rename .${from}`));
      await library.press('Return');
      await library.waitFor('textbox', 'New name');
      await library.press('ctrl+a');
      await library.type(to);
      await isAccessible(library);
      await library.tabTo(button);
      await library.press('Return');
      await until('both have the new name', async () => (await labelled(to)) >= 2);
    };
    await rename('by keys', 'keyboard', /^Rename$/);
    await rename('keyboard', 'pressed', /^Merge$/);
    await until('the labels are merged', async () => (await labelled('keyboard')) === 0);
    await browser.picture('keys-labels');

    for (const [link, place] of PLACES) {
      await library.tabTo(link);
      await library.press('Return');
      await until(`${place} is shown`, () =>
        library.evaluate((hash) => location.hash === hash, place),
      );
      await library.waitFor('heading', /./);
      await isAccessible(library);
    }

    await library.tabTo(/^All ?\d/);
    await library.press('Return');
    await library.tabTo(/^Show as cards/);
    await library.press('space');
    await library.evaluate(() => {
      document.documentElement.style.fontSize = '150%';
    });
    await until('two cards are beside each other', () => library.evaluate(hasTwoColumns));
    await library.press('j', 'Home', 'Down');
    const isAt = (position: number) =>
      until(`card ${position} has the focus`, () => library.evaluate(hasFocus, position));
    await isAt(3);
    await library.press('Up', 'Right');
    await isAt(2);
    await library.press('Left');
    await isAt(1);
    await browser.picture('keys-cards');
    await isAccessible(library);

    const options = await browser.openOwn('options', '#/storage');
    await options.tabTo(/^Trash/);
    await options.press('Up');
    await options.sees('Nothing is removed now.');
    await options.tabTo(/^Apply$/);
    await options.press('Return');
    await options.sees('Applied.');
    await isAccessible(options);
    await options.close();
    await library.close();
  });

  it('saves nothing when it is set to only open', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'looked-at', { title: 'Looked at' });
    await chooseOption(browser, /only opens/, { toolbarClick: 'open' });
    await browser.open(url);
    const popup = await browser.popup('button');
    await popup.waitFor('button', 'Save this page');
    await browser.picture('popup-unsaved');
    expect((await readRows(popup)).map((row) => row.url)).not.toContain(url);
    await popup.click('button', 'Save this page');
    await badgeShows(world, '✓');
    await browser.closePopup();
    await chooseOption(browser, /saves the page/, { toolbarClick: 'save' });
  });
});

/** Runs in the library. */
function hasTwoColumns(): boolean {
  const cards = document.querySelector('.list ul');
  return cards !== null && getComputedStyle(cards).gridTemplateColumns.split(' ').length === 2;
}

/** Runs in the library. Returns true if the bookmark at `position` of the list has the focus. */
function hasFocus(position: number): boolean {
  const row = document.activeElement?.closest('[aria-posinset]');
  return row?.getAttribute('aria-posinset') === `${position}`;
}
