// @module-tag full
import { describe, expect, it } from 'vitest';
import { BROWSERS } from './support/launch.ts';
import { serveArticle } from './support/pages.ts';
import { chooseMore } from './support/popup.ts';
import { rowOf, saveByKey } from './support/saving.ts';
import { useWorld } from './support/world.ts';

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
});
