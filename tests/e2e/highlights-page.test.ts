import { describe, expect, it } from 'vitest';
import { overWords, paintedTexts } from './support/highlighting.ts';
import { BROWSERS } from './support/launch.ts';
import { serveArticle } from './support/pages.ts';
import { badgeShows, rowOf } from './support/saving.ts';
import type { ScreenPage } from './support/screen-page.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

const KEY = 'alt+shift+k';
const WORDS = 'behind the old library had been';

/** Waits until `words` are painted in a colour, and nothing else is. */
async function isPainted(page: ScreenPage, color: string, words: string): Promise<void> {
  let painted = {};
  await until(`"${words}" is ${color}`, async () => {
    painted = await page.evaluate(paintedTexts);
    return JSON.stringify(painted) === JSON.stringify({ [`leafmark-${color}`]: [words] });
  }).catch((error: Error) => {
    throw new Error(`${error.message}. Painted is ${JSON.stringify(painted)}`);
  });
}

describe.each(BROWSERS)('highlighting on a page in %s', (name) => {
  const world = useWorld(name);

  it('saves the page and paints the selection by the key, and shows it again after a click', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'live', { title: 'A live page' });
    const page = await browser.open(url);
    await overWords(page, WORDS, 'drag');
    await browser.press(KEY);
    await isPainted(page, 'yellow', WORDS);
    await badgeShows(world, '1');
    await browser.picture('page-highlight');
    expect(await rowOf(world, url)).toMatchObject({ url });

    await page.page.reload();
    expect(await page.evaluate(paintedTexts)).toEqual({});
    await browser.popup();
    await browser.picture('page-highlight-popup');
    await isPainted(page, 'yellow', WORDS);
  });
});
