// @module-tag full
import { beforeAll, describe, expect, it } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility.ts';
import type { BrowserName } from '../support/browsers.ts';
import { BROWSERS } from '../support/browsers.ts';
import { lookAtImport } from '../support/import-looks.ts';
import { chooseOption } from '../support/options.ts';
import { serveForm } from '../support/pages.ts';
import { chooseMore, chooseView } from '../support/popup.ts';
import { speak, withPseudoLocale } from '../support/pseudo-locale.ts';
import type { OwnPage } from '../support/real-browser.ts';
import { badgeShows, pressSaveKey, rowOf, saveByKey } from '../support/saving.ts';
import { toastIn, toastIsGone, toastIsShown } from '../support/toast.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const TOUR = 'http://leafpress.example/tour';
const ARTICLE = `${TOUR}/pressing-leaves.html`;
const LAMP = `${TOUR}/reading-lamp.html`;
const ARABIC = `${TOUR}/garden-arabic.html`;
const TITLE = /^How to press a leaf/;
type Theme = readonly [label: string, theme: 'light' | 'sepia' | 'dark'];
/** Both browsers get the same colours, so each theme is shown in one of them. */
const THEMES: Readonly<Record<BrowserName, readonly Theme[]>> = {
  chromium: [
    ['Light', 'light'],
    ['Dark', 'dark'],
  ],
  firefox: [['Sepia', 'sepia']],
};
const PAGES: readonly OwnPage[] = ['library', 'options', 'welcome'];

describe.each(BROWSERS)('the appearance in %s', (name) => {
  const world = useWorld(name);

  // The elements and their styles are the same in both browsers.
  if (name === 'chromium') {
    it('is accessible when the library is empty', async () => {
      const { browser } = world;
      await browser.open('about:blank');
      const popup = await browser.popup();
      await popup.sees('Your library is empty');
      await browser.picture('look-empty-popup');
      expect(await seriousFindings(popup)).toEqual([]);
      const library = await browser.openOwn('library', '#/trash');
      await library.sees('The trash is empty');
      await browser.picture('look-empty-library');
      expect(await seriousFindings(library)).toEqual([]);
      await library.evaluate(() => location.assign('#/recent'));
      await library.sees('No recent changes');
      await browser.picture('look-empty-recent');
      expect(await seriousFindings(library)).toEqual([]);
      await library.evaluate(() => document.body.append(document.createElement('button')));
      expect(await seriousFindings(library), 'a button without a name').toHaveLength(1);
      await library.close();
    });
  }

  describe('with some saved pages', () => {
    beforeAll(async () => {
      for (const url of [LAMP, ARABIC, ARTICLE]) await saveByKey(world, url);
    });

    describe.each(THEMES[name])('in the theme %s', (label, theme) => {
      const picture = (what: string) => `look-${theme}-${what}`;
      beforeAll(async () => {
        await chooseOption(world.browser, label, { theme });
      });

      it.each(PAGES)('shows the %s without a serious accessibility problem', async (own) => {
        const page = await world.browser.openOwn(own);
        await page.waitFor('heading', /./);
        if (own === 'library') await page.waitFor('link', TITLE);
        await world.browser.picture(picture(own));
        expect(await page.evaluate(shownTheme)).toBe(theme);
        expect(await seriousFindings(page)).toEqual([]);
        await page.close();
      });

      it('shows popup and reader without a serious accessibility problem', async () => {
        const { browser } = world;
        await browser.open(ARTICLE);
        const popup = await browser.popup();
        await popup.waitFor('link', TITLE);
        await browser.picture(picture('popup'));
        expect(await popup.evaluate(shownTheme)).toBe(theme);
        expect(await seriousFindings(popup)).toEqual([]);
        await popup.click('link', TITLE);
        await popup.sees('A leaf loses its colour twice');
        await browser.picture(picture('popup-reader'));
        expect(await seriousFindings(popup)).toEqual([]);
        await chooseMore(popup, 'Open in tab');
        const tab = await browser.tab(/library\.html#\/read\//);
        await tab.sees('A leaf loses its colour twice');
        await browser.picture(picture('reader'));
        expect(await seriousFindings(tab)).toEqual([]);
        await tab.close();
      });

      if (theme === 'dark') {
        it('shows an import without a serious accessibility problem', async () => {
          await lookAtImport(world.browser, `look-${theme}`);
        });
      }

      it('shows an article from right to left', async () => {
        const { browser } = world;
        const library = await browser.openOwn('library');
        await library.click('link', /^حديقة/);
        await library.sees('ظلت الحديقة');
        expect(await library.evaluate(directionOfArticle)).toBe('rtl');
        await browser.picture(picture('reader-arabic'));
        expect(await seriousFindings(library)).toEqual([]);
        await library.close();
      });
    });
  });

  it('can be used with text of twice the size', async () => {
    const { browser } = world;
    await saveByKey(world, ARTICLE);
    const popup = await browser.popup();
    await chooseView(popup, 'unread');
    await popup.waitFor('link', TITLE);
    await popup.evaluate(doubleText);
    await until('it fits its width', () => fitsItsWidth(popup));
    // Content that does not fit the height scrolls inside the popup with its own scroll bar.
    await until('it fits its height', () =>
      popup.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
    );
    await popup.click('button', 'Labels');
    await popup.fill('combobox', 'Add a label', 'read slowly');
    await popup.press('Return');
    await popup.waitFor('button', 'Remove the label read slowly');
    await browser.picture('look-large-text-labels');
    await popup.click('button', 'Done');
    await popup.click('link', TITLE);
    await popup.sees('A leaf loses its colour twice');
    await browser.picture('look-large-text-reader');
    expect(await fitsItsWidth(popup)).toBe(true);
  });

  it('scrolls the pages of the library inside of the window, which does not scroll itself', async () => {
    const { browser } = world;
    await saveByKey(world, ARTICLE);
    const library = await browser.openOwn('library', '#/statistics');
    await library.sees('Reading streak');
    // A low window has the least room for what is at the end of the page.
    await library.evaluate(doubleText);
    for (const hash of ['#/statistics', '#/duplicates', '#/labels', '#/sync', '#/export']) {
      await library.evaluate((to) => location.assign(to), hash);
      await library.waitFor('heading', /./);
      expect(
        await library.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
        hash,
      ).toBe(true);
    }
    await browser.picture('look-large-text-tool');
    await library.close();
  });

  it('does not cover the text of a row with its buttons', async () => {
    const { browser } = world;
    await saveByKey(world, ARTICLE);
    const popup = await browser.popup();
    await chooseView(popup, 'unread');
    await popup.waitFor('link', TITLE);
    await popup.evaluate(() => document.querySelector<HTMLElement>('.row a')?.focus());
    await until('the row has its buttons', () =>
      popup.evaluate(() => document.querySelector('.row-actions') !== null),
    );
    await browser.picture('look-row-buttons');
    expect(await popup.evaluate(coveredFacts)).toEqual([]);
  });

  // The driver of Firefox sets no features of media.
  if (name === 'chromium') {
    it('shows every text in the colours of the system', async () => {
      const { browser } = world;
      await saveByKey(world, LAMP);
      const library = await browser.openOwn('library');
      const { id } = await rowOf(world, LAMP);
      for (const hash of ['#/', '#/labels', '#/statistics', `#/read/${id}`]) {
        await library.evaluate((to) => location.assign(to), hash);
        await library.page.emulateMediaFeatures([{ name: 'forced-colors', value: 'active' }]);
        await library.waitFor('heading', /./);
        if (hash === '#/') {
          await library.waitFor('link', /reading lamp/i);
          await library.evaluate(() => document.querySelector<HTMLElement>('.row a')?.focus());
          await library.press('a');
          await library.sees('Archived');
        }
        await browser.picture(`look-forced-colors-${hash.split('/')[1]}`);
        expect(await library.evaluate(invisibleTexts), hash).toEqual([]);
      }
      await library.close();
    });
  }

  it('explains that the library cannot be opened', async () => {
    const { browser } = world;
    const library = await browser.openOwn('options');
    await library.evaluate(makeLibraryNewer);
    await library.close();
    await browser.stopWorker(); // The next one finds the library as it is now.
    await browser.open(LAMP);
    const popup = await browser.popup();
    await popup.sees("The library can't be opened");
    await browser.picture('look-library-problem');
    expect(await seriousFindings(popup)).toEqual([]);
  });
});

/**
 * Returns the theme by its colours: dark paper is darker than its text, sepia has much less blue
 * than red.
 */
function shownTheme(): 'light' | 'sepia' | 'dark' {
  const { backgroundColor, color } = getComputedStyle(document.documentElement);
  const parts = (of: string) => (of.match(/[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = parts(backgroundColor);
  if (green < (parts(color)[1] ?? 0)) return 'dark';
  return red - blue > 20 ? 'sepia' : 'light';
}

/**
 * Runs in a page with forced colours. Returns the texts in the colour of the plate that the browser
 * draws behind each text.
 */
function invisibleTexts(): readonly string[] {
  const plate = document.body.appendChild(document.createElement('i'));
  plate.style.color = 'Canvas';
  const { color } = getComputedStyle(plate);
  plate.remove();
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => [...element.childNodes].some((node) => /\S/.test(node.nodeValue ?? '')))
    .filter((element) => element.checkVisibility() && getComputedStyle(element).color === color)
    .map((element) => `${element.localName}.${element.className}: ${element.textContent}`);
}

/** Runs in a page of the extension. Doubles the size of all text, as browsers can. */
function doubleText(): void {
  document.documentElement.style.fontSize = '200%';
}

/** Returns the texts of rows that buttons cover. The second line may be covered. */
function coveredFacts(): readonly string[] {
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const actions = [...document.querySelectorAll('.row-actions')].map(boxOf);
  return [...document.querySelectorAll('.row-facts')]
    .filter((facts) =>
      actions.some(
        ({ left, right, top, bottom }) =>
          boxOf(facts).top < bottom &&
          boxOf(facts).bottom > top &&
          boxOf(facts).left < right &&
          boxOf(facts).right > left,
      ),
    )
    .map(({ textContent }) => textContent ?? '');
}

/** Returns the direction of the article's text, within a page from left to right. */
function directionOfArticle(): string | null {
  const text = document.querySelector('.article p');
  return text && getComputedStyle(text).direction;
}

/** Makes a library as a later version of Leafmark could. */
function makeLibraryNewer(): Promise<void> {
  return new Promise((done, fail) => {
    const request = indexedDB.open('leafmark', 9_990);
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      request.result.close();
      done();
    };
  });
}

/** Runs in the reader. Returns the text of the article, and that of the block that is chosen. */
function cleanedText(): { readonly text: string; readonly chosen: string } {
  const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
  return { text: textOf('.article'), chosen: textOf('[data-clean-up="chosen"]') };
}

/** Long texts need the same room in both browsers, and both mirror the same styles. */
const LOCALES = { chromium: ['long'], firefox: ['rtl'] } as const;

describe.each(BROWSERS)('in another language in %s', (name) => {
  describe.each(LOCALES[name])('that is %s', (locale) => {
    const world = useWorld(name, { extension: withPseudoLocale(name, locale) });
    const translated = (message: string) => speak(message, locale);

    it('shows popup, reader and pages without layout problems', async () => {
      const { browser } = world;
      const article = await browser.open(ARTICLE);
      await pressSaveKey(world);
      await toastIsShown(article);
      await browser.picture(`look-${locale}-toast`);
      expect(await fitsItsWidth(await toastIn(article))).toBe(true);
      await badgeShows(world, '✓');
      const popup = await browser.popup();
      await popup.waitFor('button', translated('Open library'));
      await popup.waitFor('link', TITLE);
      await browser.picture(`look-${locale}-popup`);
      expect(await fitsItsWidth(popup)).toBe(true);
      await popup.click('link', TITLE);
      await popup.sees('A leaf loses its colour twice');
      await browser.picture(`look-${locale}-popup-reader`);
      expect(await fitsItsWidth(popup)).toBe(true);
      for (const own of PAGES) {
        const page = await browser.openOwn(own);
        await page.waitFor('heading', /./);
        await browser.picture(`look-${locale}-${own}`);
        expect(await fitsItsWidth(page)).toBe(true);
        expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(
          locale === 'rtl' ? 'rtl' : 'ltr',
        );
        await page.close();
      }
    });

    it('says that a page needs a look in the toast and in the popup', async () => {
      const { browser, web } = world;
      const form = await browser.open(serveForm(web, 'form', 'A form'));
      await pressSaveKey(world);
      await toastIsShown(form);
      await browser.picture(`look-${locale}-toast-needs-a-look`);
      await toastIsGone(form);
      const popup = await browser.popup();
      await popup.waitFor('button', translated('Needs a look'));
      await browser.picture(`look-${locale}-popup-needs-a-look`);
      expect(await fitsItsWidth(popup)).toBe(true);
    });

    if (locale === 'rtl') {
      it('removes a block of an article and keeps it again from right to left', async () => {
        const { browser } = world;
        const { id } = await rowOf(world, ARTICLE);
        const reader = await browser.openOwn('library', `#/read/${id}`);
        await reader.sees('A leaf loses its colour twice');
        await reader.press('c');
        await reader.waitFor('button', translated('Remove this'));
        const shown = () => reader.evaluate(cleanedText);
        const block = await until('a block is chosen', async () => (await shown()).chosen || null);
        await browser.picture(`look-${locale}-clean-up`);
        expect(await fitsItsWidth(reader)).toBe(true);
        await reader.press('x');
        await until('it is gone', async () => !(await shown()).text.includes(block));
        await reader.evaluate(() =>
          document.querySelector<HTMLElement>('.removed-parts > summary')?.click(),
        );
        await reader.waitFor('button', translated('Keep this'));
        await browser.picture(`look-${locale}-clean-up-removed`);
        expect(await fitsItsWidth(reader)).toBe(true);
        await reader.evaluate(() => {
          const buttons = [...document.querySelectorAll<HTMLElement>('.removed-parts button')];
          buttons.at(-1)?.click();
        });
        await until('it is back', async () => (await shown()).text.includes(block));
        await reader.close();
      });

      it('shows an import from right to left', async () => {
        await lookAtImport(world.browser, `look-${locale}`);
      });
    }
  });
});
