// @module-tag full
import { describe, expect, it } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { chooseOption } from '../support/options.ts';
import { serveArticle } from '../support/pages.ts';
import { chooseMore } from '../support/popup.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const NEW = '<p>In the evening somebody had lit a lamp on the table, and left the gate ajar.</p>';

describe.each(BROWSERS)('Capture again in %s', (name) => {
  const world = useWorld(name);

  it('replaces the article with the current page and shows what changed', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'again', { title: 'Before' });
    await saveByKey(world, url);
    const before = await rowOf(world, url);

    serveArticle(web, 'again', { title: 'After', middle: NEW });
    await browser.open(url);
    const popup = await browser.popup();
    await chooseMore(popup, 'What was captured');
    await popup.click('button', 'Capture again');
    await popup.sees('The title was “Before”.');
    await popup.sees('New paragraphs: 1');
    await browser.picture('popup-captured-again');
    await popup.click('button', 'Capture again');
    await popup.sees('Nothing changed.');

    const after = await rowOf(world, url);
    expect(after).toMatchObject({ id: before.id, title: 'After' });
    expect(after.words).toBeGreaterThan(before.words);
  });

  it('captures the page in another way, which Clean up offers, too', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'ways', { title: 'Another way' });
    await saveByKey(world, url);
    const { words, id } = await rowOf(world, url);
    await browser.open(url);
    const popup = await browser.popup();
    await chooseMore(popup, 'What was captured');
    await popup.click('button', 'Try another way');
    await popup.click('radio', 'The whole page');
    await popup.click('button', 'Capture again');
    await popup.sees(/Words: \d+ \(before: \d+\)/);
    await browser.picture('popup-another-way');
    expect((await rowOf(world, url)).words).toBeGreaterThan(words);
    const reader = await browser.openOwn('library', `#/read/${id}`);
    await reader.sees('The garden behind the old library');
    await reader.press('c');
    await reader.click('button', 'Try another way');
    await reader.picture(browser.artifact('ways-light'));
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.click('button', 'Capture again');
    await reader.sees('Open the page itself in a tab');
    await chooseOption(browser, 'Dark', { theme: 'dark' });
    await reader.page.bringToFront();
    await reader.page.setViewport({ width: 360, height: 640 });
    await reader.picture(browser.artifact('ways-dark'));
    expect(await seriousFindings(reader)).toEqual([]);
    expect(await fitsItsWidth(reader)).toBe(true);
    await reader.close();
    await chooseOption(browser, 'Light', { theme: 'light' });
  });

  it('asks before it takes a text that is much shorter, and puts the earlier one back', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'wall', { title: 'The whole story' });
    await saveByKey(world, url);
    const { words, id } = await rowOf(world, url);

    web.page(url, '<title>Sign in</title><p>Please sign in to read the rest of this story.</p>');
    await browser.open(url);
    const popup = await browser.popup();
    await chooseMore(popup, 'What was captured');
    await popup.click('button', 'Capture again');
    await popup.sees(`Words: 10 (before: ${words}).`);
    await browser.picture('popup-much-shorter');
    expect(await rowOf(world, url)).toMatchObject({ id, words });

    const reader = await browser.openOwn('library', `#/read/${id}`);
    await reader.sees('so your article stayed as it was.');
    await reader.picture(browser.artifact('earlier-offer'));
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.click('button', 'Earlier articles');
    await reader.click('button', 'Compare');
    await reader.sees('Please sign in to read the rest of this story.');
    await reader.picture(browser.artifact('earlier-compared'));
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.click('button', 'Capture it anyway');
    await reader.sees('Replaced by a new capture:');
    expect(await rowOf(world, url)).toMatchObject({ id, title: 'Sign in', words: 10 });
    await reader.press('ctrl+z');
    await until('the whole story is back', async () => (await rowOf(world, url)).words === words);
    // The undo brings the offer back, too.
    await reader.sees('so your article stayed as it was.');

    await chooseOption(browser, 'Dark', { theme: 'dark' });
    await reader.page.bringToFront();
    await reader.click('button', 'More');
    await reader.click('button', 'Earlier articles');
    await reader.waitFor('button', 'Capture it anyway');
    await reader.picture(browser.artifact('earlier-dark'));
    expect(await seriousFindings(reader)).toEqual([]);
    await reader.page.setViewport({ width: 360, height: 640 });
    await reader.click('button', 'Compare');
    await reader.sees('New paragraphs:');
    expect(await fitsItsWidth(reader)).toBe(true);
    await reader.picture(browser.artifact('earlier-narrow'));
    await reader.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await reader.picture(browser.artifact('earlier-right-to-left'));
    expect(await fitsItsWidth(reader)).toBe(true);
  });
});
