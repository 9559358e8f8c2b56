import { type Display, SCREEN, type ScreenPoint } from './display.ts';
import { until } from './until.ts';

/** Tabs and toolbar are above this line. */
const TOOLBAR_HEIGHT = 100;
/** Fewer green pixels than this are not our icon. */
const MIN_PIXELS = 30;

/**
 * The middle of the extension's icon on the screen, found by its colour: Chromium tells nobody
 * where the buttons of its toolbar are.
 */
export function findLeaf(display: Display): Promise<ScreenPoint> {
  return until('the leaf shows in the toolbar', async () => {
    const pixels = await display.topPixels(TOOLBAR_HEIGHT);
    const green: ScreenPoint[] = [];
    for (let offset = 0; offset + 2 < pixels.length; offset += 3) {
      const [red = 0, leaf = 0, blue = 0] = pixels.subarray(offset, offset + 3);
      const index = offset / 3;
      if (leaf > red + 40 && leaf > blue + 25) {
        green.push({ x: index % SCREEN.width, y: Math.floor(index / SCREEN.width) });
      }
    }
    // The tab strip may show the same icon for a page of ours; the toolbar is below it.
    const inToolbar = green.filter(({ y, x }) => y > 40 && x > SCREEN.width / 2);
    return inToolbar.length < MIN_PIXELS ? null : middle(inToolbar);
  });
}

function middle(points: readonly ScreenPoint[]): ScreenPoint {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / points.length, y: sum.y / points.length };
}
