// @module-tag full
import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { frameHasFocus, isPainted, overWords, pressHighlightKey } from '../support/highlighting.ts';
import { serveArticle } from '../support/pages.ts';
import { rowOf } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

const FOX = 'the fox crossed the frozen river';
const LINES = '<p>Nothing else was heard that night, and the snow went on falling.</p>'.repeat(60);

/** Runs in a page. Returns the words that are marked as edited, and their place in the window. */
function editedWords() {
  const [range] = CSS.highlights.get('leafmark-edited') ?? [];
  if (!(range instanceof Range)) return null;
  const { top, bottom, left, right } = range.getBoundingClientRect();
  return { words: range.toString(), top, bottom, middle: (left + right) / 2 };
}

/** Runs in a page. Returns the edges of the editor on the vertical line at `x`; null: it is not there. */
function edgesOfEditor(x: number) {
  const isEditor = (y: number) =>
    document.elementFromPoint(x, y)?.closest('leafmark-highlights, .highlight-editor') != null;
  const inside = Array.from({ length: innerHeight }, (_, y) => y).filter(isEditor);
  const [top] = inside;
  return top === undefined
    ? null
    : { top, bottom: (inside.at(-1) ?? top) + 1, height: innerHeight };
}

/** Runs in a page. Scrolls until the edited words are at this height of the window. */
function scrollWordsTo(top: number): void {
  const [range] = CSS.highlights.get('leafmark-edited') ?? [];
  if (!(range instanceof Range)) return;
  let box = range.startContainer.parentElement;
  const scrolls = (each: Element) => /auto|scroll/.test(getComputedStyle(each).overflowY);
  while (box && !scrolls(box)) box = box.parentElement;
  (box ?? document.documentElement).scrollTop += range.getBoundingClientRect().top - top;
}

type Side = 'below' | 'above' | 'at the start of the window' | 'at the end of the window';

/** The most that the editor is away from its words or from the edge of the window, in px. */
const BESIDE = 16;

const isBeside = (page: ScreenPage, side: Side) =>
  until(`the editor is ${side}`, async () => {
    const words = await page.evaluate(editedWords);
    const editor = words && (await page.evaluate(edgesOfEditor, words.middle));
    if (!editor) return false;
    const gap = {
      below: editor.top - words.bottom,
      above: words.top - editor.bottom,
      'at the start of the window': editor.top,
      'at the end of the window': editor.height - editor.bottom,
    }[side];
    return gap >= 0 && gap <= BESIDE;
  });

/** Scrolls the words through the window and out of it. The editor follows, and takes what is typed. */
async function followsItsWords({ browser }: World, page: ScreenPage): Promise<void> {
  const { height } = await page.evaluate(() => ({ height: innerHeight }));
  const scroll = (top: number) => page.evaluate(scrollWordsTo, top);
  await isBeside(page, 'below');
  expect(await page.evaluate(editedWords)).toMatchObject({ words: FOX });
  await scroll(150);
  await isBeside(page, 'below');
  await scroll(height - 60);
  await isBeside(page, 'above');
  await browser.picture('editor-above-words');
  await scroll(-400);
  await isBeside(page, 'at the start of the window');
  await browser.display.type('seen ');
  await scroll(height + 400);
  await isBeside(page, 'at the end of the window');
  await browser.display.type('twice');
  await browser.picture('editor-without-words');
  await scroll(height / 3);
  await isBeside(page, 'below');
}

describe.each(BROWSERS)('the editor of a highlight in %s', (name) => {
  const world = useWorld(name);

  it('stays beside its words on a page and in the reader, inside of the window', async () => {
    const { browser, web } = world;
    const middle = `${LINES}<p>${FOX}, and nobody saw it.</p>${LINES}`;
    const url = serveArticle(web, 'long', { title: 'A long night', middle });
    const page = await browser.open(url);
    await overWords(page, FOX, 'drag');
    await pressHighlightKey(world, page);
    await isPainted(page, { yellow: FOX });
    await overWords(page, 'fox crossed', 'click');
    await frameHasFocus(page);
    await followsItsWords(world, page);
    await browser.press('Escape');
    await until('the editor is closed', async () => (await page.evaluate(editedWords)) === null);

    const { id } = await rowOf(world, url);
    const reader = await browser.openOwn('library', `#/read/${id}`);
    await isPainted(reader, { yellow: FOX });
    await overWords(reader, 'fox crossed', 'click');
    await reader.waitFor('dialog', 'Edit the highlight');
    const note = () => reader.evaluate(() => document.querySelector('textarea')?.value);
    expect(await note()).toBe('seen twice');
    await followsItsWords(world, reader);
    expect(await note()).toBe('seen twiceseen twice');
  });
});
