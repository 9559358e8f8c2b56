import type { Frame } from 'puppeteer-core';
import type { ScreenPage } from './screen-page.ts';
import { HOST } from './spying-page.ts';
import { until } from './until.ts';

/** Runs in a page. Returns the edges of the toast at the lower end of the window; null: there is none. */
export function edgesOfToast() {
  const isToast = (x: number, y: number) =>
    document.elementFromPoint(x, y)?.localName === 'leafmark-highlights';
  const y = innerHeight - 60;
  const x = [innerWidth - 60, 60].find((x) => isToast(x, y));
  if (x === undefined) return null;
  const edge = (isInside: (by: number) => boolean) => {
    let by = 0;
    while (isInside(by + 1)) by += 1;
    return by;
  };
  return {
    left: x - edge((by) => isToast(x - by, y)),
    right: x + edge((by) => isToast(x + by, y)),
    top: y - edge((by) => isToast(x, y - by)),
    bottom: y + edge((by) => isToast(x, y + by)),
  };
}

const isToastShown = async (page: ScreenPage): Promise<boolean> =>
  (await page.evaluate(edgesOfToast)) !== null;

export const toastIsShown = (page: ScreenPage): Promise<unknown> =>
  until('the toast is shown', () => isToastShown(page));

export const toastIsGone = (page: ScreenPage, timeoutMs?: number): Promise<unknown> =>
  until('the toast is gone', async () => !(await isToastShown(page)), timeoutMs);

/** Returns the frame of the toast, which only the debugging protocol can reach. */
export async function toastIn({ page }: ScreenPage): Promise<Frame> {
  let found: Frame | undefined;
  await until('the frame of the toast is there', async () => {
    for (const frame of page.frames()) {
      if (await frame.$('.save-toast').catch(() => null)) found = frame;
    }
    return found !== undefined;
  });
  return found as Frame;
}

/** Waits until a button with this text, or an element with this name, has the focus in the toast. */
export async function toastFocuses(
  page: ScreenPage,
  wanted: string,
  timeoutMs?: number,
): Promise<void> {
  const frame = await toastIn(page);
  await until(
    `the focus is on ${wanted}`,
    () =>
      frame.evaluate((wanted) => {
        const { activeElement } = document;
        return activeElement?.nodeName === wanted || activeElement?.textContent === wanted;
      }, wanted),
    timeoutMs,
  );
}

/** Returns the middle of a button of the toast, in CSS pixels of the window. */
export async function placeInToast(page: ScreenPage, text: string) {
  const frame = await toastIn(page);
  const within = await frame.evaluate((text) => {
    // biome-ignore lint/performance/useDomNodeTextContent: the text as it is shown
    const isMeant = (button: HTMLElement) => (button.ariaLabel ?? button.innerText) === text;
    const button = [...document.querySelectorAll('button')].find(isMeant);
    const { x, y, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, text);
  const edges = await page.evaluate(edgesOfToast);
  if (edges === null) throw new Error(`There is no ${HOST}`);
  return { x: edges.left + within.x, y: edges.top + within.y };
}
