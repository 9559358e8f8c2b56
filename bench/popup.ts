import type { Bench } from './figure';
import { clickFigures } from './popup/clicks';
import { rowFigures } from './popup/rows';
import { PopupWorld } from './popup/world';

const MIN_RUNS = 7;

/**
 * Measures the popup over a library of 10,000 bookmarks in real Chromium beside static pages with
 * the same content: from navigation to painted rows, and from the click on the toolbar button to
 * *Saved*.
 */
export const popupBench: Bench = async function* ({ runs, only, size }) {
  const n = Math.max(runs, MIN_RUNS);
  await using world = await PopupWorld.open(size);
  if ('rows'.includes(only)) yield* rowFigures(world, n);
  if ('whole click'.includes(only)) yield* clickFigures(world, n);
};
