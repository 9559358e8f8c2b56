import { type Display, SCREEN, type ScreenPoint } from './display.ts';
import { until } from './until.ts';

/** In Chromium: above are the tabs, which may show the same icon; below is the popup's own mark. */
const TOOLBAR = { top: 34, bottom: 64 } as const;
/** Menus open over the page. */
const PAGE = { top: 100, bottom: SCREEN.height } as const;
/** Fewer green pixels than this are not our icon. */
const MIN_PIXELS = 30;

/**
 * The middle of the extension's icon on the screen, found by its colour: browsers tell nobody
 * where the buttons of their toolbar and the entries of their menus are.
 */
export function findLeaf(display: Display, where: 'toolbar' | 'menu'): Promise<ScreenPoint> {
  const { top, bottom } = where === 'toolbar' ? TOOLBAR : PAGE;
  return until(`the leaf shows in the ${where}`, async () => {
    const green = greenPoints(await display.pixels(), top, bottom);
    return green.length < MIN_PIXELS ? null : middle(green);
  });
}

function greenPoints(pixels: Buffer, top: number, bottom: number): readonly ScreenPoint[] {
  const found: ScreenPoint[] = [];
  for (let index = top * SCREEN.width; index < bottom * SCREEN.width; index += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index * 3, index * 3 + 3);
    if (green > red + 40 && green > blue + 25) {
      found.push({ x: index % SCREEN.width, y: Math.floor(index / SCREEN.width) });
    }
  }
  return found;
}

function middle(points: readonly ScreenPoint[]): ScreenPoint {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}
