// @module-tag full
// @module-tag chromium
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import type { UnixMs } from '../../../src/domain/time';
import { fitsItsWidth, seriousFindings } from '../support/accessibility';
import { act } from '../support/act';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { hold, middleOf, smallTargets, swipe, tap } from '../support/finger';
import { until } from '../support/until';
import { signIn, WebBrowser } from '../support/web-browser';

/** The windows of most phones and of small ones. */
const PHONES = [
  { width: 390, height: 844, isMobile: true, hasTouch: true },
  { width: 360, height: 640, isMobile: true, hasTouch: true },
] as const;
const [PHONE] = PHONES;

/** A page that was begun to read. */
const LONG = 'The slow return of the wolf to the forest';
/** The other pages, newest first: title, name of the site, description. */
const PAGES = [
  ['How to press a leaf so that it keeps its green', 'The Leaf', 'Two sheets of paper and time.'],
  ['What we owe to the people who wrote the manual', 'Manuals', ''],
  ['Why a small database is so fast', 'Pager', 'A walk through the tree and the log.'],
  ['حديقة المكتبة القديمة وما نعلمه البستانيون عن الصبر', 'مجلة الحديقة', ''],
  ['A short history of the reading lamp, and of the evenings that it made longer', 'Lamps', ''],
  ['Notes on a bridge', 'Rivers', 'It swung for ninety years, and nobody noticed that it did.'],
  ['The map that was right', 'Atlas', ''],
  ['Bread in five sentences', 'Oven', 'Flour, water, salt, time and a hot stone.'],
  ['An island without clocks', 'Ferry', 'The ferry comes when it comes.'],
  ['The last lighthouse keeper', 'Coast', ''],
  ['Ten years of one garden', 'Diary', 'A diary of what grew, and of what did not.'],
] as const;
const [[FIRST]] = PAGES;
const HOUR_MS = 3_600_000;

const VIEWS = [
  'unread',
  'archive',
  'trash',
  'label/ice',
  'search/leaf',
  'highlights',
  'add',
  'sync',
  'duplicates',
  'labels',
  'statistics',
  'export',
  'import',
];

describe('the web app under a finger', () => {
  let companion: CompanionServer;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    companion = await startCompanion();
    await addPages(companion);
    browser = await WebBrowser.launch('chromium', { viewport: PHONE });
    page = await browser.open(`${companion.base}/`);
    await signIn(page);
    await until('all pages are here', async () => (await titles()).length > PAGES.length);
  });
  afterAll(async () => {
    await browser.close();
    await companion.stop();
  });

  beforeEach(() => {
    onTestFailed(({ task }) => browser.picture(page, `failed-${task.name}`));
  });

  const titles = () =>
    page.$$eval('.row-words a', (all) => all.map((each) => each.textContent ?? ''));
  const sees = (selector: string) => page.waitForSelector(selector, { visible: true });
  const tapOn = async (selector: string) =>
    page.touchscreen.tap(...pointOf(await middleOf(page, selector)));
  const goBack = () => page.evaluate(() => history.back());
  /** Writes pictures of what is shown in both themes. */
  const pictures = async (name: string) => {
    for (const theme of ['dark', 'light']) {
      await page.emulateMediaFeatures(inTheme(theme));
      const { width = 0 } = page.viewport() ?? {};
      await browser.picture(page, `touch-${width}-${name}-${theme}`);
    }
  };
  /** Opens a place by its address. A layer that closes goes back in the history, which ends a navigation. */
  const go = async (place: string) => {
    const isThere = () => page.url().endsWith('/profile');
    await act('the library is left', () => page.goto(`${companion.base}/profile`), isThere);
    await page.goto(`${companion.base}/library.html#/${place}`);
    await sees('.library-title');
  };
  const goToList = async () => {
    await go('unread');
    await until('the rows are shown', async () => (await titles())[0] === FIRST);
    await sees('.row-actions');
  };
  const openLong = async () => {
    await go(`search/${LONG}`);
    await tapOn('.row-words a');
    await sees('.article p');
  };

  it('archives a row by a swipe to the right, and takes that back', async () => {
    await goToList();
    await swipe(page, '.row', { x: 160 }, () => pictures('swipe'));
    await until('the row is gone', async () => !(await titles()).includes(FIRST));
    await pictures('undo');
    const isBack = async () => (await titles())[0] === FIRST;
    await act('the row is back', () => tap(page, 'Undo'), isBack);
  });

  it('makes a row a favourite by a swipe to the left, and takes that back', async () => {
    await goToList();
    await swipe(page, '.row', { x: -160 });
    await sees('.row:first-child .row-state');
    const isPlain = async () => (await page.$('.row:first-child .row-state')) === null;
    await act('it is no favourite', () => tap(page, 'Undo'), isPlain);
  });

  it('syncs when the list is pulled', async () => {
    await goToList();
    const asked = page.waitForRequest((request) => request.url().includes('/api/bookmarks/sync'));
    await swipe(page, '.row', { y: 200 }, () => pictures('pull'));
    await asked;
    await sees('.pull-line .sync-line');
  });

  it('selects a row that is held and others that are pressed, until the back gesture', async () => {
    await goToList();
    const row = await middleOf(page, '.row');
    await hold(
      page,
      row,
      'the row is selected',
      async () => (await page.$('.selection-bar')) !== null,
    );
    await tapOn('.row:nth-child(2)');
    await until(
      'two are selected',
      async () => (await page.$$('.row-check :checked')).length === 2,
    );
    await pictures('selection');
    await goBack();
    await page.waitForSelector('.selection-bar', { hidden: true });
    expect(await titles()).toContain(FIRST);
  });

  it('restores a page from the trash by the button of its row', async () => {
    await goToList();
    await page.focus('.row-words a');
    await page.keyboard.press('#');
    await until('the row is gone', async () => !(await titles()).includes(FIRST));
    await go('trash');
    await until('the row is in the trash', async () => (await titles()).includes(FIRST));
    await pictures('trash-row');
    const isEmpty = async () => (await titles()).length === 0;
    await act('the trash is empty', () => tap(page, 'Restore'), isEmpty);
  });

  it('leaves the reader by the back gesture, and the list is where it was', async () => {
    await goToList();
    await swipe(page, '.row:nth-child(3)', { y: -280 });
    const scrolled = () => page.$eval('.list', ({ scrollTop }) => scrollTop);
    let before = -1;
    await until('the list stands still', async () => {
      const [last, now] = [before, await scrolled()];
      before = now;
      return now > 0 && now === last;
    });
    // It has scrolled with the rows.
    expect((await middleOf(page, '.continue-card')).y).toBeLessThan(0);
    const isOpen = async () => (await page.$('.reader h1')) !== null;
    const press = async () => {
      // Chromium takes a press during a swipe for its end, so the list has still moved meanwhile.
      before = await page.evaluate(showHalfOfHeading);
      await page.touchscreen.tap(...pointOf(await page.evaluate(middleOfTitle)));
    };
    await act('the reader opens', press, isOpen, { repeatAfterMs: 5_000 });
    await goBack();
    await page.waitForSelector('.reader', { hidden: true });
    expect(await scrolled()).toBe(before);
    expect(browser.errors).toEqual([]);
  });

  it('highlights words that a finger has selected', async () => {
    await openLong();
    await page.touchscreen.tap(...pointOf(await page.evaluate(selectWord)));
    // A browser without a screen has no handles. They change the selection, and the page hears no more.
    await page.evaluate(selectWord);
    await sees('.highlight-bubble');
    await pictures('colours');
    const isYellow = () => page.evaluate(() => CSS.highlights.get('leafmark-yellow')?.size === 1);
    await act('the word is painted', () => tap(page, 'Yellow'), isYellow);
    await pictures('highlight');
  });

  it('hides the tools of the reader while it scrolls down', async () => {
    await openLong();
    const isBarShown = () =>
      page.$eval('.reader-toolbar', (bar) => bar.getBoundingClientRect().top < innerHeight);
    await pictures('reader');
    await swipe(page, '.article p:nth-of-type(12)', { y: -200 });
    await until('the tools are gone', async () => !(await isBarShown()));
    await pictures('reader-scrolled');
    await swipe(page, '.article p:nth-of-type(12)', { y: 150 });
    await until('the tools are back', isBarShown);
  });

  /** Looks at what is shown in both windows: its width, its targets, and what axe finds in the first. */
  const expectUsable = async (name: string) => {
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMediaFeatures(inTheme(theme));
      expect(await seriousFindings(page.mainFrame())).toEqual([]);
    }
    for (const phone of PHONES) {
      await page.setViewport(phone);
      await pictures(name);
      const fits = await fitsItsWidth(page.mainFrame());
      const small = await page.evaluate(smallTargets);
      expect({ width: phone.width, fits, small }).toEqual({
        width: phone.width,
        fits: true,
        small: [],
      });
    }
    await page.setViewport(PHONE);
  };

  it.each(VIEWS)('shows #/%s in the width of the window, with targets of 44 px', async (view) => {
    await go(view);
    await sees(':is(.library-list .row, .tool-page, .labels-page, .empty-list, .highlights-page)');
    await expectUsable(view.replaceAll('/', '-'));
  });

  it('shows the sheet of the other places so, too', async () => {
    await goToList();
    await tapOn('.bottom-bar [aria-expanded]');
    await sees('.library[data-nav-open="true"]');
    await expectUsable('sheet');
    await goBack();
    await sees('.library[data-nav-open="false"]');
  });

  it('shows the reader so, too', async () => {
    await openLong();
    await expectUsable('reader-whole');
  });

  it.each([
    ['settings', 'Reader settings', '.reader-settings-popover'],
    ['menu', 'More', '.more-menu:popover-open h2'],
    ['highlights', 'Highlights', '.highlight-list'],
  ])('shows the %s of the reader so, too', async (name, button, opened) => {
    await openLong();
    await tapOn(`.reader-toolbar [aria-label="${button}"]`);
    await sees(opened);
    await expectUsable(`reader-${name}`);
  });

  it.each([
    ['labels', 'l'],
    ['details', 'e'],
    ['share', 's'],
  ] as const)('shows the dialog of the %s so, too', async (name, key) => {
    await goToList();
    await page.focus('.row-words a');
    await page.keyboard.press(key);
    await sees('.dialog[open] .button');
    await expectUsable(`dialog-${name}`);
  });

  it('shows the question before a page is deleted for ever so, too', async () => {
    await goToList();
    await page.focus('.row-words a');
    await page.keyboard.press('#');
    await until('the row is gone', async () => !(await titles()).includes(FIRST));
    await go('trash');
    await tapOn('.row-actions [aria-label="Delete forever"]');
    await sees('.dialog[open]');
    await expectUsable('dialog-purge');
    await page.keyboard.press('Escape');
    await tapOn('.row-actions [aria-label="Restore"]');
    await until('the trash is empty', async () => (await titles()).length === 0);
  });

  it('shows the actions of a row so, too', async () => {
    await goToList();
    await tapOn('.row-actions [aria-label="More"]');
    await sees('.row-actions [aria-label="Edit details"]');
    await expectUsable('row-actions');
  });

  it('shows the actions on a selection, and the rarer ones, so, too', async () => {
    await goToList();
    const isSelected = async () => (await page.$('.selection-bar')) !== null;
    await hold(page, await middleOf(page, '.row'), 'the row is selected', isSelected);
    await expectUsable('selection');
    await tapOn('.selection-actions [aria-label="More"]');
    await sees('.more-menu:popover-open');
    await expectUsable('selection-more');
    const isClosed = async () => (await page.$('.more-menu:popover-open')) === null;
    await act('the menu is closed', () => tap(page, 'Not a favourite'), isClosed);
  });

  it('shows cards so, too', async () => {
    await goToList();
    await tapOn('[aria-label="Show as cards"]');
    await sees('[data-cards="true"] .row');
    await expectUsable('cards');
    await tapOn('[aria-label="Show as cards"]');
    await sees('[data-cards="false"] .row');
  });

  it('shows the options so, too', async () => {
    await page.goto(`${companion.base}/options.html`);
    await sees('h1');
    await expectUsable('options');
  });

  it('says above the bar what has to be done about the sync', async () => {
    await goToList();
    await companion.revokeTokens();
    await swipe(page, '.row', { y: 200 });
    await sees('.library-foot [data-tone="attention"]');
    await expectUsable('attention');
  });
});

/** A picture shows no colour on its way to another one. */
const inTheme = (value: string) => [
  { name: 'prefers-color-scheme', value },
  { name: 'prefers-reduced-motion', value: 'reduce' },
];

const pointOf = ({ x, y }: { readonly x: number; readonly y: number }) => [x, y] as const;

/** Runs in a page. Scrolls to a row that is seen, but only half of the heading above it. */
function showHalfOfHeading() {
  const list = document.querySelector('.list')!;
  const { top, height } = list.querySelector('.row ~ .row .row-day')!.getBoundingClientRect();
  list.scrollTop += top + height / 2 - list.getBoundingClientRect().top;
  return list.scrollTop;
}

/** Runs in a page. Returns the middle of a title that nothing covers. */
function middleOfTitle() {
  const listTop = document.querySelector('.list')?.getBoundingClientRect().top ?? 0;
  for (const title of document.querySelectorAll('.row-words bdi')) {
    // A row that is partly above the list would be scrolled into view when the reader closes.
    const row = title.closest('.row');
    if (!row || row.getBoundingClientRect().top < listTop) continue;
    const { left, right, top, bottom } = title.getBoundingClientRect();
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
    if (title.contains(document.elementFromPoint(middle.x, middle.y))) return middle;
  }
  throw new Error('No title is seen');
}

/** Runs in a page. Selects the first word of a paragraph, and returns its middle. */
function selectWord() {
  const isBelow = (each: Element) => each.getBoundingClientRect().top > innerHeight / 3;
  const text = [...document.querySelectorAll('.article p')].find(isBelow)?.firstChild;
  if (!text) throw new Error('No paragraph is below');
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, 5);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  const { left, top, width, height } = range.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Adds the pages to the library of the server. */
async function addPages(companion: CompanionServer): Promise<void> {
  const paragraphs = Array.from(
    { length: 40 },
    (_, at) =>
      `<p>Forty years after the last one was shot, three families live along ridge ${at}. They walked, at night, on a border that is now a forest nobody cuts.</p>`,
  );
  const now = Date.now();
  const at = (hoursAgo: number) => (now - hoursAgo * HOUR_MS) as UnixMs;
  const long = { siteName: 'The Forest', readProgress: 40, wordCount: 2_000 };
  const added = { created: at(100), url: 'http://forest.example/' };
  await companion.add(
    { ...long, ...added, title: LONG, site: 'forest.example' },
    paragraphs.join(''),
  );
  for (const [index, [title, siteName, description]] of PAGES.entries()) {
    const site = `site-${index * 7}.example`;
    const created = at(3 * index + 3);
    const page = { title, siteName, description, site, created, url: `http://${site}/` };
    await companion.add({ ...page, wordCount: 300 * (index + 2) }, '<p>It is short.</p>');
  }
}
