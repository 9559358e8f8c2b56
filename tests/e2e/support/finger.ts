import type { Page } from 'puppeteer-core';
import { until } from './until.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middle of the first element that matches, in the window. */
export function middleOf(page: Page, selector: string): Promise<Point> {
  return until(`${selector} is shown`, () =>
    page.$eval(selector, (element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return width > 0 && { x: left + width / 2, y: top + height / 2 };
    }),
  );
}

/** Puts a finger on the screen and moves it, without lifting it. */
async function dragFinger(page: Page, from: Point, by: Partial<Point>): Promise<void> {
  const { x = 0, y = 0 } = by;
  await page.touchscreen.touchStart(from.x, from.y);
  const steps = 8;
  for (let step = 1; step <= steps; step += 1) {
    await page.touchscreen.touchMove(from.x + (x * step) / steps, from.y + (y * step) / steps);
  }
}

/**
 * Moves a finger from an element by some pixels. `onWay` looks at the page before the finger leaves.
 */
export async function swipe(
  page: Page,
  selector: string,
  by: Partial<Point>,
  onWay: () => Promise<unknown> = async () => {},
): Promise<void> {
  await dragFinger(page, await middleOf(page, selector), by);
  await onWay();
  await page.touchscreen.touchEnd();
}

/** Holds a finger on a point until something has happened. */
export async function hold(
  page: Page,
  { x, y }: Point,
  what: string,
  hasHappened: () => Promise<boolean>,
): Promise<void> {
  await page.touchscreen.touchStart(x, y);
  await until(what, hasHappened);
  await page.touchscreen.touchEnd();
}

/**
 * Presses what has this name with a finger, once it stands still and nothing covers it. Chromium takes a press
 * that comes faster after a swipe than a person can for its end, so the press may be lost.
 */
export async function tap(page: Page, name: string): Promise<void> {
  const element = await page.$(`::-p-aria([name="${name}"])`);
  if (element === null) throw new Error(`Nothing has the name ${name}`);
  let before = '';
  const place = await until(`"${name}" stands still`, async () => {
    const box = await element.evaluate((shown) => {
      // An earlier tap may have taken it away.
      if (!shown.isConnected) return 'gone';
      const { left, top, width, height } = shown.getBoundingClientRect();
      const [across, down] = [left + width / 2, top + height / 2];
      const isOnTop = shown.contains(document.elementFromPoint(across, down));
      return isOnTop && { x: across, y: down };
    });
    const isStill = JSON.stringify(box) === before;
    before = JSON.stringify(box);
    return (isStill || box === 'gone') && box;
  });
  if (place !== 'gone') await page.touchscreen.tap(place.x, place.y);
}

/** Runs in a page. Names the controls that a finger of 44 px does not hit, and their sizes. */
export function smallTargets(): string[] {
  const NEEDED_PX = 44;
  // A menu that is open covers parts of the page.
  const shown = document.querySelector('.more-menu:popover-open') ?? document;
  const found = shown.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary',
  );
  return [...found].flatMap((control) => {
    // A link in a sentence is as high as its line.
    const isInText = getComputedStyle(control).display === 'inline' && control.matches('p a');
    const isRow = control.matches('.row-words a');
    if ((isInText && !isRow) || control.closest('.article, .reader-text')) return [];
    if (!control.checkVisibility({ visibilityProperty: true })) return [];
    control.scrollIntoView({ block: 'center', behavior: 'instant' });
    const hits = (x: number, y: number) => {
      const target = document.elementFromPoint(x, y);
      return control.contains(target) || target?.closest('label')?.control === control;
    };
    const [box] = control.getClientRects();
    if (box === undefined || box.width <= 1) return [];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!hits(x, y)) return [];
    const reach = (dx: number, dy: number): number => {
      let px = 0;
      while (px < NEEDED_PX && hits(x + (px + 1) * dx, y + (px + 1) * dy)) px += 1;
      return px;
    };
    const width = reach(1, 0) + reach(-1, 0) + 1;
    const height = reach(0, 1) + reach(0, -1) + 1;
    if (Math.min(width, height) >= NEEDED_PX - 0.5) return [];
    const name = control.ariaLabel ?? control.textContent.trim().slice(0, 40);
    return [`${control.localName}.${control.className} "${name}" ${width} x ${height}`];
  });
}
