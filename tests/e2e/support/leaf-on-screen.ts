import { type Display, SCREEN, type ScreenPoint } from './display.ts';
import type { Rows } from './frame-buffer.ts';
import { until } from './until.ts';

/**
 * The rows of Chromium's toolbar. Tabs above may show the same icon, and the popup below shows the
 * mark.
 */
const TOOLBAR = { top: 34, bottom: 64 } as const;
/** The rows of the page, over which menus open. */
const PAGE = { top: 100, bottom: SCREEN.height } as const;
/** An area with fewer green pixels is not the icon. */
const MIN_PIXELS = 30;

/**
 * Returns the middle of the extension's icon on the display, found by its colour, or null. Browsers do not
 * report the positions of toolbar buttons and menu entries.
 */
export function leafIn(display: Display, where: 'toolbar' | 'menu'): ScreenPoint | null {
  const rows = where === 'toolbar' ? TOOLBAR : PAGE;
  const green = greenPoints(display.pixels(rows), rows);
  return green.length < MIN_PIXELS ? null : middle(green);
}

/** Waits for the icon in the toolbar. */
export const findLeaf = (display: Display): Promise<ScreenPoint> =>
  until('the leaf shows in the toolbar', () => leafIn(display, 'toolbar'));

function greenPoints(pixels: Buffer, { top, bottom }: Rows): readonly ScreenPoint[] {
  const found: ScreenPoint[] = [];
  for (let index = 0; index < (bottom - top) * SCREEN.width; index += 1) {
    // Without a view of each pixel, of which a menu needs a million.
    const red = pixels[index * 3] ?? 0;
    const green = pixels[index * 3 + 1] ?? 0;
    const blue = pixels[index * 3 + 2] ?? 0;
    if (green > red + 40 && green > blue + 25) {
      found.push({ x: index % SCREEN.width, y: top + Math.floor(index / SCREEN.width) });
    }
  }
  return found;
}

function middle(points: readonly ScreenPoint[]): ScreenPoint {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}
