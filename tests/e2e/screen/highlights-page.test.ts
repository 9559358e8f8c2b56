import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { act } from '../support/act.ts';
import { BROWSERS } from '../support/browsers.ts';
import {
  chooseInBubble,
  frameHasFocus,
  isPainted,
  ONCE_SEEN,
  openMenuOver,
  overWords,
  paintedTexts,
  pressHighlightKey,
  pressToRed,
  selectionRect,
} from '../support/highlighting.ts';
import { serveArticle } from '../support/pages.ts';
import { chooseMore } from '../support/popup.ts';
import { badgeShows, rowOf } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

const WORDS = 'behind the old library had been';
const GATE = 'the gate stood open';

/** Yellow as it is painted on white. */
const YELLOW = [255, 238, 153];

/** Waits until the screen shows yellow, which the page itself does not tell. */
async function screenIsYellow({ browser: { display } }: World): Promise<void> {
  await until('the screen shows yellow', () => {
    const pixels = display.pixels();
    let count = 0;
    for (let at = 0; at < pixels.length; at += 3) {
      if (YELLOW.every((part, n) => Math.abs((pixels[at + n] ?? 0) - part) < 4)) count += 1;
    }
    return count > 500;
  });
}

/**
 * Runs in a page. Breaks what scripts of the same world use, hides properties of the document from
 * the scripts of all worlds, and rewrites a text each second. It keeps the painted highlights. From
 * then on the page records its own clicks, keys and errors.
 */
function breakPage(): void {
  const broken = () => {
    throw new Error('broken');
  };
  const recorded: string[] = [];
  addEventListener('click', ({ target }) => recorded.push((target as Element).localName));
  addEventListener('keydown', ({ key }) => key === 'x' && recorded.push(key));
  addEventListener('error', ({ message }) => recorded.push(message));
  addEventListener('unhandledrejection', ({ reason }) => recorded.push(String(reason)));
  Object.assign(window, { recorded });
  const registry = CSS.highlights;
  Object.assign(window, { registry, getSelection: broken });
  Object.assign(window, { Selection: broken, Range: broken, Highlight: broken });
  Object.defineProperty(CSS, 'highlights', { value: { set: broken, delete: broken } });
  Object.assign(document, { getSelection: broken, createRange: broken });
  Object.assign(document, { caretPositionFromPoint: broken, createTreeWalker: broken });
  Object.assign(Element.prototype, { attachShadow: broken, append: broken });
  const style = '* { color: red !important; font: 40px serif !important; display: block }';
  document.head.appendChild(Object.assign(document.createElement('style'), { innerText: style }));
  const clock = document.body.appendChild(document.createElement('p'));
  let seconds = 0;
  setInterval(() => {
    seconds += 1;
    clock.textContent = `Seconds: ${seconds}`;
  }, 1000);
  const hidden = ['createRange', 'getSelection', 'createTreeWalker', 'caretPositionFromPoint'];
  const make = document.createElement.bind(document);
  const made = ['createElement', 'createElementNS', 'createTextNode'];
  for (const name of [...hidden, ...made, 'activeElement', 'querySelectorAll']) {
    clock.parentNode?.appendChild(Object.assign(make('img'), { name }));
  }
  clock.parentNode?.appendChild(Object.assign(make('form'), { name: 'addEventListener' }));
}

/** Runs in a page that `breakPage` has broken. */
const keptHighlights = (): readonly string[] =>
  [...(window as unknown as { registry: HighlightRegistry }).registry].flatMap(([, ranges]) =>
    [...ranges].map((range) => range.toString()),
  );

/** Runs in a page that `breakPage` has broken. Returns what the page itself has noticed. */
const recordedByPage = (): readonly string[] =>
  (window as unknown as { recorded: readonly string[] }).recorded;

const PARTS = {
  frame: 'The words in the frame',
  shadow: 'The words in the shadow',
  dialog: 'The words in the dialog',
  popover: 'Seven lamps hung above it',
  fullscreen: 'Nobody counted the boats',
} as const;
type Part = keyof typeof PARTS;

/** Runs in a page of parts. */
function isNothingSelected(): boolean {
  const frame = document.querySelector<HTMLIFrameElement>('#frame');
  const pages = [document, ...(frame?.contentDocument ? [frame.contentDocument] : [])];
  return pages.every((page) => page.getSelection()?.isCollapsed !== false);
}

/** Runs in a page of parts. Returns the only line of one of them, in CSS pixels of the window. */
function lineIn(part: Part) {
  const element = document.querySelector(`#${part}`) as HTMLElement;
  const frame = (element as Partial<HTMLIFrameElement>).contentDocument;
  const line = (frame ?? element.shadowRoot ?? element).querySelector('span') as HTMLElement;
  const { left, right, top, bottom } = line.getBoundingClientRect();
  const outer = frame ? element.getBoundingClientRect() : { x: 0, y: 0 };
  return { x: left + outer.x, end: right + outer.x, y: top + outer.y, bottom: bottom + outer.y };
}

/** Runs in a page of parts. Returns what is painted in the page and its frame. */
function paintedInParts(): readonly string[] {
  const frame = document.querySelector('iframe')?.contentWindow as typeof globalThis | null;
  return [CSS, frame?.CSS].flatMap((css) =>
    [...(css?.highlights ?? [])].flatMap(([name, ranges]) =>
      /-(?:current|edited)$/.test(name) ? [] : [...ranges].map((range) => `${name}: ${range}`),
    ),
  );
}

const STRICT_POLICY = {
  'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'; style-src 'none'",
};

describe.each(BROWSERS)('highlighting on a page in %s', (name) => {
  const world = useWorld(name);

  it('works by menu, key and bubble, and shows everything again after a click on the button', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'live', { title: 'A live page' });
    const page = await browser.open(url);
    // First, because the test finds the menu by its green leaf, and the bubble has a green, too.
    await overWords(page, GATE, 'drag');
    await browser.chooseFromMenu(() => openMenuOver(world, page, GATE), 1);
    await isPainted(page, { yellow: GATE });
    await badgeShows(world, '1');
    expect(await rowOf(world, url)).toMatchObject({ url });
    await overWords(page, WORDS, 'drag');
    await pressHighlightKey(world, page);
    await isPainted(page, { yellow: [WORDS, GATE] });

    await overWords(page, 'nobody in the town', 'drag');
    await browser.picture('page-bubble');
    await chooseInBubble(page, await page.evaluate(selectionRect), 2);
    const all = { yellow: [WORDS, GATE], blue: 'nobody in the town' };
    await isPainted(page, all);
    await screenIsYellow(world);
    await overWords(page, 'the old library', 'click');
    await browser.picture('page-editor');
    await browser.press('Escape');

    await page.reload();
    expect(await page.evaluate(paintedTexts)).toEqual({});
    const popup = await browser.popup();
    await popup.sees('3 highlights');
    await isPainted(page, all);
    await chooseMore(popup, 'Highlights');
    await popup.waitFor('checkbox', 'Always show highlights on this site');
    await browser.picture('page-popup');
    await browser.closePopup();
  });

  it('works on a page with a strict policy, and on one that breaks what scripts use', async () => {
    const { browser, web } = world;
    const strict = serveArticle(web, 'strict', { title: 'A strict page' }, STRICT_POLICY);
    const page = await browser.open(strict);
    await overWords(page, WORDS, 'drag');
    await pressHighlightKey(world, page);
    await isPainted(page, { yellow: WORDS });
    await overWords(page, 'nobody in the town', 'drag');
    await screenIsYellow(world);
    await browser.picture('page-strict');
    const popup = await browser.popup();
    await chooseMore(popup, 'Highlights');
    await popup.click('button', 'List them on the page');
    await until('the popup closes', async () => (await browser.openPopup()) === null);
    await frameHasFocus(page);
    // The button for closing, the quote, the button for copying, the button for the download.
    for (let tabs = 0; tabs < 4; tabs += 1) await browser.press('Tab');
    await browser.picture('page-strict-list');
    const isExported = () => {
      const [file] = globSync(join(browser.downloads, 'a-strict-page-highlights*.md'));
      return file !== undefined && readFileSync(file, 'utf8').includes(`> ${WORDS}`);
    };
    await act('the highlights are exported', () => browser.press('Return'), isExported);

    const url = serveArticle(web, 'hostile', { title: 'A hostile page' });
    const hostile = await browser.open(url);
    await overWords(hostile, WORDS, 'drag');
    await hostile.evaluate(breakPage);
    await act(
      'the words are painted',
      () => browser.press('alt+shift+k'),
      async () => (await hostile.evaluate(keptHighlights)).includes(WORDS),
      { repeatAfterMs: 10_000 },
    );
    await badgeShows(world, '1');
    // The page still gets its own input, and has no errors from what it broke.
    const heading = await hostile.page.$('h1');
    await heading?.click();
    await browser.press('x');
    await until('the page has got the click and the key', async () => {
      const recorded = await hostile.evaluate(recordedByPage);
      return recorded.includes('h1') && recorded.includes('x');
    });
    expect(await hostile.evaluate(recordedByPage)).toEqual(['h1', 'x']);
    await until('the page has rewritten its text again and again', () =>
      hostile.evaluate(() =>
        /Seconds: ([3-9]|\d\d)/.test(document.documentElement.textContent ?? ''),
      ),
    );
    expect(await hostile.evaluate(keptHighlights)).toContain(WORDS);
    await browser.picture('page-hostile');
  });

  it('works in a frame that the page removes, in an open shadow root, in full screen, in a modal dialog and in its popover', {
    tags: ['full'],
  }, async () => {
    const { browser, web } = world;
    const line = (part: Part) => `<p style="font-size: 20px"><span>${PARTS[part]}</span></p>`;
    web.page('http://journal.example/inner', `<!doctype html><title>Frame</title>${line('frame')}`);
    const url = 'http://journal.example/parts';
    web.page(
      url,
      `<!doctype html><title>Parts</title><p>A page of parts.</p>
      <iframe id="frame" src="/inner" width="500" height="90" style="margin: 30px"></iframe>
      <div id="shadow"><template shadowrootmode="open">${line('shadow')}</template></div>
      <div id="fullscreen" style="padding: 90px; background: white">${line('fullscreen')}</div>
      <dialog id="dialog" style="padding: 90px">${line('dialog')}
        <div id="popover" popover style="padding: 90px">${line('popover')}</div>
      </dialog>`,
    );
    const page = await browser.open(url);
    const { mouse } = page.page;
    const painted: string[] = [];
    let all: readonly string[] = [];
    const isAllPainted = async () => {
      all = await page.evaluate(paintedInParts);
      return all.toSorted().join() === painted.toSorted().join();
    };
    const arePainted = () =>
      until(`these are painted: ${painted}`, isAllPainted).catch((error: Error) => {
        throw new Error(`${error.message}. Painted are ${all}`);
      });
    for (const part of ['frame', 'shadow', 'fullscreen', 'dialog', 'popover'] as const) {
      if (part === 'fullscreen') {
        await page.evaluate(() => {
          const full = document.querySelector('#fullscreen');
          full?.addEventListener('click', () => full.requestFullscreen());
        });
        const enlarge = async () => {
          if (await page.evaluate(() => document.fullscreenElement !== null)) return;
          const { x, y } = await page.evaluate(lineIn, part);
          await mouse.click(x + 1, y - 30);
        };
        // A busy browser refuses a click that it handles late.
        await act('the part fills the screen', enlarge, () =>
          page.evaluate(() => {
            const box = document.fullscreenElement?.getBoundingClientRect();
            return box?.top === 0 && box.height === innerHeight && innerHeight === screen.height;
          }),
        );
      }
      if (part === 'dialog') {
        await page.evaluate(async () => {
          if (document.fullscreenElement) await document.exitFullscreen();
          document.querySelector('iframe')?.remove();
          document.querySelector('dialog')?.showModal();
        });
        painted.shift(); // The colours of a frame end with it, and those of the page stay.
      }
      if (part === 'popover') {
        await page.evaluate(() => document.querySelector<HTMLElement>('#popover')?.showPopover());
      }
      const { x, end, y, bottom } = await page.evaluate(lineIn, part);
      const middle = (y + bottom) / 2;
      await mouse.move(x + 1, middle);
      await mouse.down();
      await mouse.move(end - 1, middle, { steps: 5 });
      await mouse.up();
      // The script is in the page from the first key on. Then the bubble shows the colours.
      if (part === 'frame') await browser.press('alt+shift+k');
      else await chooseInBubble(page, { left: x, right: end, bottom }, 0);
      painted.push(`leafmark-yellow: ${PARTS[part]}`);
      await arePainted();
      // A click beside a selection only ends it.
      await until('nothing is selected', () => page.evaluate(isNothingSelected));
      await mouse.click(x + 20, middle);
      await frameHasFocus(page);
      await browser.picture(`page-${part}`);
      await pressToRed(world);
      painted.push(painted.pop()?.replace('yellow', 'red') ?? '');
      await act('the words become red', () => browser.press('space'), isAllPainted, ONCE_SEEN);
      await browser.press('Escape');
    }
    // The editor is in the page's popover, so that it does not close it.
    expect(await page.evaluate(() => document.querySelectorAll(':popover-open').length)).toBe(2);
  });

  it('works in Arabic, Japanese and among emoji, in a dark page, magnified and in capitals', {
    tags: ['firefox-full'],
  }, async () => {
    const { browser, web } = world;
    const url = 'http://journal.example/scripts';
    const arabic = 'البستان خلف المكتبة القديمة';
    const japanese = '古い図書館の裏にある庭';
    const emoji = 'a family 👩‍👩‍👧‍👦 with 🇪🇺 flags';
    const capitals = 'skated on the river';
    web.page(
      url,
      `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><title>كتابات</title>
      <style>:root { color-scheme: dark; font-size: 10px } p { font-size: 24px }</style>
      <article><h1>كتابات</h1><p>كان ${arabic} مغلقا منذ سنوات.</p>
      <p>${japanese}は何年も閉ざされていた。</p><p dir="ltr">We met ${emoji} there.</p>
      <p dir="ltr" style="zoom: 1.5; text-transform: uppercase">We ${capitals} to the mill.</p>
      <p dir="ltr">Then the boats came with the mail back in May.</p>
      </article>`,
    );
    const page = await browser.open(url);
    const all = [arabic, japanese, emoji, capitals];
    for (const [at, words] of all.entries()) {
      await overWords(page, words, 'drag');
      await pressHighlightKey(world, page);
      await badgeShows(world, String(at + 1));
    }
    await until('all are painted', async () => {
      const painted = (await page.evaluate(paintedTexts))['leafmark-yellow'];
      return JSON.stringify(painted) === JSON.stringify(all);
    });
    // In Firefox, the Ctrl key adds another part to the selection.
    await overWords(page, 'boats came', 'drag');
    await page.page.keyboard.down('Control');
    await overWords(page, 'back in May', 'drag');
    await page.page.keyboard.up('Control');
    await pressHighlightKey(world, page);
    const parts = name === 'firefox' ? ['boats came', 'back in May'] : ['back in May'];
    await isPainted(page, { yellow: [...all, ...parts].toSorted() });
    await overWords(page, capitals, 'click');
    await frameHasFocus(page);
    await browser.picture('page-magnified');
    await browser.press('Escape');
    await overWords(page, japanese, 'click');
    await browser.picture('page-scripts');
    if (name === 'firefox') return; // Its driver sets no features of media.
    const host = () =>
      page.evaluate(() => {
        const element = document.querySelector('leafmark-highlights') as HTMLElement;
        const { display, color } = getComputedStyle(element);
        return { display, color };
      });
    for (const [value, color] of [
      ['light', 'rgb(0, 0, 0)'],
      ['dark', 'rgb(255, 255, 255)'],
    ] as const) {
      await page.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      expect(await host()).toEqual({ display: 'block', color });
      await browser.picture(`page-interface-${value}`);
    }
    // The system's colours replace those of the highlights, so lines tell them apart.
    await page.page.emulateMediaFeatures([{ name: 'forced-colors', value: 'active' }]);
    await browser.picture('page-forced-colors');
    const lines = await page.evaluate(() =>
      ['yellow', 'red', 'blue', 'green'].map(
        (color) => getComputedStyle(document.body, `::highlight(leafmark-${color})`).textDecoration,
      ),
    );
    expect(new Set(lines).size, lines.join()).toBe(4);
    await page.page.emulateMediaFeatures([]);
    await page.page.emulateMediaType('print');
    expect(await host()).toMatchObject({ display: 'none' });
  });
});
