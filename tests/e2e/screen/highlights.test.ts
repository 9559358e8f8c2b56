import { beforeAll, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark.ts';
import type { Highlight, HighlightId } from '../../../src/domain/highlight.ts';
import { unixMs } from '../../../src/domain/time.ts';
import {
  type HighlightShadow,
  newHighlightShadow,
} from '../../../src/library/database/highlight-shadow.ts';
import { fitsItsWidth, seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import {
  dragInPopup,
  isPainted,
  overWords,
  paintedTexts,
  selectByFinding,
} from '../support/highlighting.ts';
import { chooseOption } from '../support/options.ts';
import { serveArticle } from '../support/pages.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

const WORDS = 'The garden behind the old library';

/** Runs beside the library. */
async function addRows(highlight: Highlight, shadow: HighlightShadow): Promise<void> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const { name = '' } =
    (await indexedDB.databases()).find((database) => database.name?.startsWith('leafmark')) ?? {};
  const database = await answer(indexedDB.open(name));
  const rows = database.transaction(['highlights', 'highlightShadows'], 'readwrite');
  rows.objectStore('highlightShadows').add(shadow);
  await answer(rows.objectStore('highlights').add(highlight));
  database.close();
}

/** Adds a highlight whose text is not in the article, as another device could have made it. */
async function addLostHighlight({ browser }: World, bookmarkId: string): Promise<void> {
  const quote = {
    exact: 'a wall of yellow roses',
    prefix: 'Behind it was ',
    suffix: ', and a well.',
  };
  const highlight = {
    // The ids of rows have brands.
    id: 'lost' as HighlightId,
    bookmarkId: bookmarkId as BookmarkId,
    quote,
    color: 'red',
    note: 'Which roses?',
    review: '',
    isNoteOnly: false,
    refused: [],
    position: null,
    created: unixMs(Date.now() - 1000),
    updated: unixMs(Date.now()),
  };
  await browser.runBehind(addRows, highlight, newHighlightShadow(highlight));
}

const MAX_TABS = 60;

/** Moves the focus with Tab to the control with this text. */
async function tabTo(page: ScreenPage, text: string): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent))?.trim() === text) return;
  }
  throw new Error(`Tab does not lead to "${text}".`);
}

describe.each(BROWSERS)('highlighting in %s', (name) => {
  const world = useWorld(name);
  let id = '';
  beforeAll(async () => {
    const url = serveArticle(world.web, 'marked', { title: 'A marked page' });
    await saveByKey(world, url);
    ({ id } = await rowOf(world, url));
  });

  it('works in the reader with mouse and keyboard, and stays', async () => {
    const { browser } = world;
    const open = () => browser.openOwn('library', `#/read/${id}`);
    let reader = await open();
    await reader.sees(WORDS);

    await overWords(reader, WORDS, 'drag');
    await reader.waitFor('button', 'Blue');
    await browser.picture('highlight-bubble');
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.click('button', 'Blue');
    await reader.sees('Highlighted.');
    const isPainted = async () => {
      const texts = (await reader.evaluate(paintedTexts))['leafmark-blue'];
      return texts?.[0]?.includes('garden behind the old') ? texts : null;
    };
    await until('the words are blue', isPainted);

    await reader.close();
    reader = await open();
    await until('the words are blue again', isPainted);
    await overWords(reader, 'behind the old', 'click');
    await reader.waitFor('dialog', 'Edit the highlight');
    await reader.fill('textbox', 'Note', 'Go there in May');
    await browser.picture('highlight-editor');
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.press('Escape');
    await reader.waitUntilGone('dialog', 'Edit the highlight');

    await reader.click('button', 'Highlights');
    await reader.sees('Go there in May');
    await browser.picture('highlight-list');
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.click('button', /^The garden behind/);
    await reader.click('button', 'Delete the highlight');
    await reader.sees('There are no highlights yet.');
    await reader.click('button', 'Undo');
    await until('the words are blue once more', isPainted);
    await reader.close();
  });

  it('has its earlier note again from the recent changes, with a deleted collection', async () => {
    const { browser } = world;
    const library = await browser.openOwn('library', `#/read/${id}`);
    const goTo = (hash: string) => library.evaluate((to) => location.assign(to), hash);
    await until('the words are blue', async () =>
      (await library.evaluate(paintedTexts))['leafmark-blue']?.[0]?.includes('garden behind'),
    );
    await overWords(library, 'behind the old', 'click');
    await library.waitFor('dialog', 'Edit the highlight');
    await library.fill('textbox', 'Note', 'Or in June');
    await library.press('Escape');
    await library.waitUntilGone('dialog', 'Edit the highlight');
    await goTo('#/search/garden');
    await library.click('button', 'Save as collection');
    await library.waitFor('dialog', 'Save as collection');
    await library.click('button', 'Save');
    await library.click('button', 'Delete the collection');
    await library.sees('Deleted: garden');

    await goTo('#/recent');
    await library.click('button', '1 highlight');
    await library.sees('Note before: “Go there in May”');
    await browser.picture('recent');
    expect(await seriousFindings(library)).toEqual([]);
    await library.page.setViewport({ width: 360, height: 640 });
    await until('it fits its width', () => fitsItsWidth(library));
    await library.picture(browser.artifact('recent-narrow'));
    await library.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await library.picture(browser.artifact('recent-right-to-left'));
    expect(await fitsItsWidth(library)).toBe(true);
    await library.close();
    await chooseOption(browser, 'Dark', { theme: 'dark' });

    const dark = await browser.openOwn('library', '#/recent');
    await dark.sees('Deleted: Collection “garden”');
    await browser.picture('recent-dark');
    expect(await seriousFindings(dark)).toEqual([]);
    await tabTo(dark, 'Undo');
    await dark.press('Return');
    await dark.waitFor('link', /^garden/);
    await dark.sees('Undone');
    await until('the undo, which can be undone, has the focus', () =>
      dark.evaluate(() => {
        const item = document.activeElement?.closest('li')?.textContent ?? '';
        return item.includes('Undone');
      }),
    );
    await dark.click('button', '1 highlight');
    await dark.sees('Note before: “Go there in May”');
    await dark.evaluate(() => {
      const items = [...document.querySelectorAll('.recent-item')];
      const ofNote = items.find(({ textContent }) => textContent?.includes('Go there in May'));
      ofNote?.querySelector('button')?.focus();
    });
    await dark.press('Return');
    await dark.sees('Note before: “Or in June”');
    await dark.close();
    await chooseOption(browser, 'Light', { theme: 'light' });
  });

  it('is listed in the library, with the highlights that lost their place', async () => {
    const { browser } = world;
    await addLostHighlight(world, id);
    const library = await browser.openOwn('library', '#/highlights');
    await library.waitFor('link', /^The garden behind/);
    await library.sees('2 highlights');
    await browser.picture('highlights-view');
    expect(await seriousFindings(library)).toEqual([]);
    await library.fill('searchbox', 'Words in the quote or the note', 'in may');
    await library.waitUntilGone('link', /^a wall of yellow roses/);
    await library.press('Tab');
    await library.click('link', /^The garden behind/);
    const isCurrent = async () => {
      const texts = (await library.evaluate(paintedTexts))['leafmark-current'];
      return texts?.[0]?.startsWith('The garden behind') ?? false;
    };
    await until('the article is shown at the highlight', isCurrent);
    await library.press('Return');
    await library.waitFor('dialog', 'Edit the highlight');
    await browser.picture('highlights-opened');
    await library.press('Escape');
    await library.waitUntilGone('dialog', 'Edit the highlight');
    // The closed editor keeps the focus until the next frame.
    await until('the focus has left the editor', () =>
      library.evaluate(() => document.activeElement?.localName !== 'textarea'),
    );
    await library.press('Escape');
    await library.click('link', 'Detached (1)');
    await library.sees('a wall of yellow roses');
    await browser.picture('highlights-detached');
    expect(await seriousFindings(library)).toEqual([]);
    // From here on with the keyboard alone.
    await tabTo(library, 'Find it again');
    await library.press('Return');
    await library.sees('This text is not in the article.');
    await tabTo(library, 'Attach to the selection');
    await library.press('Return');
    await library.waitFor('button', 'Close');
    await selectByFinding(world, library, 'nobody in the town');
    await tabTo(library, 'Attach to the selection');
    await library.press('Return');
    await until('the words are red', async () =>
      (await library.evaluate(paintedTexts))['leafmark-red']?.[0]?.includes('body in the town'),
    );
    await library.press('Escape');
    await library.sees('Every highlight has its place');
  });

  it('works in the reader of the popup and of the side panel', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'narrow', { title: 'A narrow page' });
    await browser.open(url);
    const popup = await browser.popup();
    await popup.click('link', 'A narrow page');
    await popup.sees(WORDS);
    await dragInPopup(world, popup, 'behind the old');
    await popup.click('button', 'Green');
    await isPainted(popup, { green: 'behind the old' });
    await browser.picture('highlight-popup');
    await browser.closePopup();

    const row = await rowOf(world, url);
    const panel = await browser.openOwn('sidepanel', `#/read/${row.id}`);
    await isPainted(panel, { green: 'behind the old' });
    await overWords(panel, 'nobody in the town', 'drag');
    await panel.click('button', 'Red');
    await isPainted(panel, { red: 'nobody in the town', green: 'behind the old' });
    await overWords(panel, 'behind the old', 'click');
    await panel.click('button', 'Delete the highlight');
    await isPainted(panel, { red: 'nobody in the town' });
    await panel.close();
  });
});
