import { HIGHLIGHT_COLORS } from '../../../src/domain/highlight.ts';
import { act } from './act.ts';
import type { ScreenPage } from './screen-page.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** Selects words by dragging the mouse over them, clicks them, or moves the mouse to them. */
export async function overWords(
  page: ScreenPage,
  words: string,
  how: 'drag' | 'click' | 'hover',
): Promise<void> {
  const { left, right, middle } = await page.evaluate(placeOfWords, words);
  const { mouse } = page.page;
  if (how === 'click') return mouse.click((left + right) / 2, middle);
  await mouse.move(left, middle);
  if (how === 'hover') return mouse.move((left + right) / 2, middle);
  await mouse.down();
  await mouse.move(right, middle, { steps: 5 });
  await mouse.up();
}

/** Selects the text of a paragraph from the start of some words to the end of others. */
export async function dragFrom(page: ScreenPage, first: string, last: string): Promise<void> {
  const { left, middle } = await page.evaluate(placeOfWords, first);
  const end = await page.evaluate(placeOfWords, last);
  const { mouse } = page.page;
  await mouse.move(left, middle);
  await mouse.down();
  await mouse.move(end.right, end.middle, { steps: 5 });
  await mouse.up();
}

/**
 * Selects words in the popup. In Firefox, input over the protocol does not arrive there, but input of
 * the display's mouse does.
 */
export async function dragInPopup(
  { browser }: World,
  popup: ScreenPage,
  words: string,
): Promise<void> {
  if (browser.name === 'chromium') return overWords(popup, words, 'drag');
  const { left, right, middle } = await popup.evaluate(placeOfWords, words);
  const corner = await popup.evaluate(cornerOnScreen);
  const y = corner.y + middle;
  await browser.display.drag({ x: corner.x + left, y }, { x: corner.x + right, y });
}

/** Selects words with the keyboard: the browser selects what it finds in a page. */
export async function selectByFinding(
  { browser }: World,
  page: ScreenPage,
  words: string,
): Promise<void> {
  const hasFocus = () => page.evaluate(() => document.hasFocus());
  const find = async () => {
    // Before the find bar has the focus, the page gets the keys, and Escape closes what it shows.
    if (await hasFocus()) {
      const findBar = () => browser.press('ctrl+f');
      await act('the find bar has the focus', findBar, async () => !(await hasFocus()));
    }
    await browser.display.type(words);
    await browser.press('Return');
    await browser.press('Escape');
    await until('the page has the focus again', hasFocus);
  };
  await act('the words are selected', find, () =>
    page.evaluate((wanted) => String(document.getSelection()) === wanted, words),
  );
}

/** Opens the browser's menu over words with the mouse of the display. */
export async function openMenuOver(
  { browser }: World,
  page: ScreenPage,
  words: string,
): Promise<void> {
  const { left, right, middle } = await page.evaluate(placeOfWords, words);
  const corner = await page.evaluate(cornerOnScreen);
  const point = { x: corner.x + (left + right) / 2, y: corner.y + middle };
  await browser.display.click(point, 'right');
}

/** Runs in a page. Returns where its top left corner is on the display. */
function cornerOnScreen() {
  const frame = (outerWidth - innerWidth) / 2;
  // Only Firefox reports it. In Chromium the toolbar is above the page, within a thin frame.
  const {
    mozInnerScreenX = screenX + frame,
    mozInnerScreenY = screenY + outerHeight - innerHeight,
  } = window as unknown as Partial<Record<'mozInnerScreenX' | 'mozInnerScreenY', number>>;
  return { x: mozInnerScreenX, y: mozInnerScreenY };
}

/** Runs in a page. Returns the place of words that are on one line. */
function placeOfWords(words: string) {
  const walker = document.createTreeWalker(
    document.querySelector('.article') ?? document.body,
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

/** Moves the focus from the note of an editor to the button for red. */
export async function pressToRed({ browser }: World): Promise<void> {
  // The button for deleting, then green and blue.
  for (let tabs = 0; tabs < 4; tabs += 1) await browser.press('shift+Tab');
}

/** Runs in a page. Returns the text of what is painted in each colour. */
export function paintedTexts(): Record<string, string[]> {
  const painted: Record<string, string[]> = {};
  for (const [name, ranges] of CSS.highlights) {
    const texts = [...ranges].map((range) => range.toString());
    if (texts.length > 0 && name !== 'leafmark-edited') painted[name] = texts;
  }
  return painted;
}

/** Waits until exactly these words are painted, each in its colour. */
export async function isPainted(
  page: ScreenPage,
  expected: Record<string, string | readonly string[]>,
): Promise<void> {
  let painted: Record<string, string[]> = {};
  const wanted = Object.entries(expected).map(([color, words]) => [
    `leafmark-${color}`,
    [words].flat(),
  ]);
  await until(`${JSON.stringify(expected)} is painted`, async () => {
    painted = await page.evaluate(paintedTexts);
    const sorted = Object.entries(painted).map(([name, words]) => [name, words.toSorted()]);
    return JSON.stringify(sorted) === JSON.stringify(wanted);
  }).catch((error: Error) => {
    throw new Error(`${error.message}. Painted is ${JSON.stringify(painted)}`);
  });
}

/**
 * The interface ignores input until a person can have seen it, so the first one is often lost. One more does no
 * harm.
 */
export const ONCE_SEEN = { repeatAfterMs: 1_000 } as const;

const HIGHLIGHT_KEY = 'alt+shift+k';

/** Highlights the selection by key. Waits until the bubble, which covers the text below, is gone. */
export async function pressHighlightKey({ browser }: World, page: ScreenPage): Promise<void> {
  await act(
    'the selection is highlighted',
    () => browser.press(HIGHLIGHT_KEY),
    () => page.evaluate(() => document.getSelection()?.isCollapsed === true),
    // Without a selection, the key selects a highlight.
    { repeatAfterMs: 10_000 },
  );
}

/** Below the selection, the bubble has a row of colours, each of this width in px. */
const COLOR_WIDTH = 36;
const BUBBLE_BELOW = 32;

/** The lines of selected words, in CSS pixels of the window. */
interface SelectedLines {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the place of a colour of the bubble below selected words. */
export const inBubble = (words: SelectedLines, at: number): readonly [x: number, y: number] => [
  (words.left + words.right) / 2 + (at - (HIGHLIGHT_COLORS.length - 1) / 2) * COLOR_WIDTH,
  words.bottom + BUBBLE_BELOW,
];

/** Runs in a page. True if the interface of highlights gets a click at this point. */
export const isInterfaceAt = (x: number, y: number): boolean =>
  document.elementFromPoint(x, y)?.localName === 'leafmark-highlights';

/**
 * Clicks a colour of the bubble below selected words. No script outside of the extension can find
 * it.
 */
export async function chooseInBubble(
  page: ScreenPage,
  words: SelectedLines,
  at: 0 | 1 | 2 | 3,
): Promise<void> {
  const [x, y] = inBubble(words, at);
  const isThere = () => page.evaluate(isInterfaceAt, x, y);
  await until('the bubble is below the words', isThere);
  await act(
    'the bubble takes the click',
    () => page.page.mouse.click(x, y),
    async () => !(await isThere()),
    ONCE_SEEN,
  );
}

/** Runs in a page. Returns the lines of the selection, in CSS pixels of the window. */
export function selectionRect() {
  const rect = document.getSelection()?.getRangeAt(0).getBoundingClientRect() as DOMRect;
  return { left: rect.left, right: rect.right, bottom: rect.bottom };
}

const hasFrameFocus = (page: ScreenPage): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.localName === 'leafmark-highlights');

/** Waits until the frame with the editor or the list has the focus. */
export const frameHasFocus = (page: ScreenPage): Promise<unknown> =>
  until('the frame has the focus', () => hasFrameFocus(page));

/** Presses a key that gives the focus to the frame. */
export const pressToFrame = ({ browser }: World, page: ScreenPage, key: string): Promise<unknown> =>
  act(
    'the frame has the focus',
    () => browser.press(key),
    () => hasFrameFocus(page),
  );
