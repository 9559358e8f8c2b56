import { describe, expect, it } from 'vitest';
import { seriousFindings } from './support/accessibility.ts';
import { BROWSERS } from './support/launch.ts';
import { serveArticle } from './support/pages.ts';
import { rowOf, saveByKey } from './support/saving.ts';
import type { ScreenPage } from './support/screen-page.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

const WORDS = 'The garden behind the old library';

/** Selects words by dragging the mouse over them, or clicks them. */
async function overWords(page: ScreenPage, words: string, how: 'drag' | 'click'): Promise<void> {
  const { left, right, middle } = await page.evaluate(placeOfWords, words);
  const { mouse } = page.page;
  if (how === 'click') return mouse.click((left + right) / 2, middle);
  await mouse.move(left, middle);
  await mouse.down();
  await mouse.move(right, middle, { steps: 5 });
  await mouse.up();
}

/** Runs in the reader. Returns the place of words that are on one line. */
function placeOfWords(words: string) {
  const walker = document.createTreeWalker(
    document.querySelector('.article') as Element,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const start = node.textContent?.indexOf(words) ?? -1;
    if (start < 0) continue;
    node.parentElement?.scrollIntoView({ block: 'center' });
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + words.length);
    const { left, right, top, bottom } = range.getClientRects()[0] as DOMRect;
    return { left: left + 1, right: right - 1, middle: (top + bottom) / 2 };
  }
  throw new Error(`"${words}" is not in the article`);
}

/** Runs in the reader. Returns the text of what is painted in each colour. */
function paintedTexts(): Record<string, string[]> {
  const painted: Record<string, string[]> = {};
  for (const [name, ranges] of CSS.highlights) {
    const texts = [...ranges].map((range) => range.toString());
    if (texts.length > 0) painted[name] = texts;
  }
  return painted;
}

describe.each(BROWSERS)('highlighting in %s', (name) => {
  const world = useWorld(name);

  it('works in the reader with mouse and keyboard, and stays', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'marked', { title: 'A marked page' });
    await saveByKey(world, url);
    const { id } = await rowOf(world, url);
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
  });
});
