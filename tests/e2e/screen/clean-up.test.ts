// @module-tag full
// @module-tag chromium
import { describe, expect, it } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { chooseOption } from '../support/options.ts';
import { serveArticle } from '../support/pages.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const LAMPS =
  'Lamps for every garden are sold in our shop, and they come by post within three days.';
const MEND = 'How to mend it:';
/** Two boxes that each page of the site has. The article has the first and not the second. */
const middleOf = (page: string) => `
  <div class="lamp-shop"><p>${LAMPS} (${page})</p></div>
  <div class="related-links share-box"><p>${MEND} <a href="/tools">tools</a>, <a href="/oil">oil</a> and patience.</p></div>`;

const chosen = (page: ScreenPage) =>
  page.evaluate(() => document.querySelector('[data-clean-up="chosen"]')?.textContent ?? '');

/** Presses an arrow key until the block with these words is chosen. */
async function choose(page: ScreenPage, words: string): Promise<void> {
  await page.waitFor('button', 'Remove this');
  await until(`"${words}" is chosen`, async () => {
    if ((await chosen(page)).includes(words)) return true;
    const isBefore = await page.evaluate((text: string) => {
      const now = document.querySelector('[data-clean-up="chosen"]');
      const wanted = [...document.querySelectorAll('.article p')].find((block) =>
        block.textContent?.includes(text),
      );
      const { DOCUMENT_POSITION_PRECEDING } = Node;
      return now && wanted
        ? (now.compareDocumentPosition(wanted) & DOCUMENT_POSITION_PRECEDING) !== 0
        : null;
    }, words);
    if (isBefore !== null) await page.press(isBefore ? 'Up' : 'Down');
    return false;
  });
}

/** Runs in the reader. Returns the outlines of the blocks that have one. */
const outlines = (): readonly string[] =>
  [...document.querySelectorAll('.article *')]
    .map((block) => getComputedStyle(block))
    .filter(({ outlineStyle }) => outlineStyle !== 'none')
    .map(({ outlineStyle, outlineWidth }) => `${outlineStyle} ${outlineWidth}`);

const articleText = (page: ScreenPage) =>
  page.evaluate(() => document.querySelector('.article')?.textContent ?? '');

// The mode uses nothing in which the browsers differ.
describe.each(BROWSERS)('Clean up in %s', (name) => {
  const world = useWorld(name);

  it('removes and keeps blocks of one page, undoes it, and does the same in the next page of the site', async () => {
    const { browser, web } = world;
    const first = serveArticle(web, 'first', { title: 'First', middle: middleOf('first') });
    const second = serveArticle(web, 'second', { title: 'Second', middle: middleOf('second') });
    await saveByKey(world, first);
    const reader = await browser.openOwn('library', `#/read/${(await rowOf(world, first)).id}`);
    await reader.sees(LAMPS);
    await reader.press('c');
    await choose(reader, LAMPS);
    expect(await articleText(reader)).not.toContain(MEND);
    await reader.picture(browser.artifact('clean-up-light'));
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.press('x');
    await reader.sees('Removed here and in new pages of journal.example that have it.');
    expect(await articleText(reader)).not.toContain(LAMPS);
    await reader.press('ctrl+z');
    await until('it is back', async () => (await articleText(reader)).includes(LAMPS));
    await choose(reader, LAMPS);
    await reader.press('x');
    await until('it is gone', async () => !(await articleText(reader)).includes(LAMPS));

    await reader.evaluate(() =>
      document.querySelector<HTMLElement>('.removed-parts > summary')?.click(),
    );
    await reader.sees(MEND);
    await reader.picture(browser.artifact('clean-up-removed-parts'));
    await reader.evaluate((text: string) => {
      const parts = [...document.querySelectorAll('.removed-parts li')];
      parts
        .find((part) => part.textContent?.includes(text))
        ?.querySelector('button')
        ?.click();
    }, MEND);
    await until('it is kept', async () => (await articleText(reader)).includes(MEND));
    await reader.press('Escape');
    await reader.waitUntilGone('button', 'Remove this');
    expect(await articleText(reader)).toContain(MEND);
    await reader.close();

    await saveByKey(world, second);
    const next = await browser.openOwn('library', `#/read/${(await rowOf(world, second)).id}`);
    await next.sees('The garden behind the old library');
    expect(await articleText(next)).not.toContain(LAMPS);
    expect(await articleText(next)).toContain(MEND);
    await next.close();
  });

  it('fits a dark theme and a narrow window, and its rules are in the options', async () => {
    const { browser } = world;
    await chooseOption(browser, 'Dark', { theme: 'dark' });
    const reader = await browser.openOwn('library');
    await reader.click('link', 'Second');
    await reader.sees('The garden behind the old library');
    await reader.page.setViewport({ width: 400, height: 600 });
    await reader.press('c');
    await reader.waitFor('button', 'Remove this');
    await until('a block is chosen', async () => (await chosen(reader)) !== '');
    expect(await fitsItsWidth(reader)).toBe(true);
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.picture(browser.artifact('clean-up-dark'));
    await reader.evaluate(() =>
      document.querySelector<HTMLElement>('.removed-parts > summary')?.click(),
    );
    await reader.waitFor('button', 'Keep this');
    await reader.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    expect(await fitsItsWidth(reader)).toBe(true);
    await reader.picture(browser.artifact('clean-up-right-to-left'));
    await reader.evaluate(() => document.documentElement.removeAttribute('dir'));
    // The driver of Firefox sets no features of media.
    if (name === 'chromium') {
      await reader.page.emulateMediaFeatures([{ name: 'forced-colors', value: 'active' }]);
      await reader.picture(browser.artifact('clean-up-forced-colours'));
      // Forced colours take the backgrounds, so the outline alone shows what is chosen.
      expect(await reader.evaluate(outlines)).toMatchObject([expect.stringMatching(/^solid/)]);
    }
    await reader.close();

    const options = await browser.openOwn('options', '#/site-rules');
    await options.sees('Removes “Lamps for every garden');
    await options.sees('Keeps “How to mend it');
    expect(await seriousFindings(options)).toEqual([]);
    await options.picture(browser.artifact('clean-up-options'));
    await options.close();
  });
});
