import { isDeepStrictEqual } from 'node:util';
import { until } from '../../tests/e2e/support/until';
import { type Figure, figuresOf, inTurns } from '../figure';
import type { QuietBrowser } from '../quiet-browser';
import type { Painted, PopupWorld } from './world';

const STATIC_PAGE = 'static-rows.html';
/** The popup draws at least this many rows. */
const MIN_ROWS = 6;
const NEWEST = 40;
/** A warm run takes a tenth of a second, of which one frame is a sixth. */
const MIN_WARM_RUNS = 21;
const { ratio } = figuresOf('popup');

const PAGES = {
  'static page': STATIC_PAGE,
  popup: 'popup.html',
  'library first': 'popup-library-first.html',
  /** The popup after a save that is not in its snapshot. */
  corrected: 'popup.html',
} as const;
type Side = keyof typeof PAGES;
const SIDES = Object.keys(PAGES) as readonly Side[];

/** Measures the time from navigation to painted rows in real Chromium with a large library. */
export async function* rowFigures(world: PopupWorld, runs: number): AsyncGenerator<Figure> {
  /** The newest titles of the library, in the popup's order. */
  let newest: readonly string[] = [];
  /** The first row of the static page. */
  let pictured = '';
  let added = 0;

  const paint = async (browser: QuietBrowser, side: Side): Promise<Painted> => {
    const first = side === 'static page' ? pictured : (newest[0] ?? '');
    const path = `${PAGES[side]}?row=${encodeURIComponent(first)}`;
    const [painted, tab] = await world.paintedBy(() => browser.goTo(path));
    if (side !== 'static page') {
      const expected = newest.slice(0, painted.titles.length);
      if (expected.length < MIN_ROWS || !isDeepStrictEqual(painted.titles, expected)) {
        throw new Error(
          `Painted ${JSON.stringify(painted.titles)}, not ${JSON.stringify(expected)}`,
        );
      }
      const snapshot = `localStorage.getItem('leafmark.snapshot')`;
      const isPictured = `${snapshot}?.includes(${JSON.stringify(first)})`;
      await until('the next snapshot is there', () => tab.evaluate<boolean>(isPictured));
    }
    await tab.close();
    return painted;
  };
  /** Makes the static page: the popup without its script, as it was when its rows were painted. */
  const prepare = async () => {
    await using browser = await world.launch();
    newest = await browser.call('newestTitles', NEWEST);
    await paint(browser, 'popup'); // Writes the snapshot that the next popup paints from.
    const { html, titles } = await paint(browser, 'popup');
    pictured = titles[0] ?? '';
    world.addStaticPage(STATIC_PAGE, html);
  };
  const inOneBrowser = async () => {
    await using browser = await world.launch();
    const measure = async (side: Side) => {
      if (side === 'corrected') {
        added += 1;
        await browser.call('addUnseen', `Saved while no popup was open, ${added}`);
        newest = await browser.call('newestTitles', NEWEST);
      }
      return (await paint(browser, side)).paintedMs;
    };
    // Warm-up: code that the browser has not run before.
    return await inTurns(SIDES, Math.max(runs, MIN_WARM_RUNS), measure, 1);
  };

  await prepare();
  const name = 'static page with the same rows';
  const warm = await inOneBrowser();
  const floor = [name, warm['static page']] as const;
  yield ratio('rows warm', warm.popup, floor, { atMost: 1.1 });
  yield ratio('rows warm, read from the library first', warm['library first'], floor);
  yield ratio('rows warm, stale snapshot corrected', warm.corrected, floor);
  const sides = SIDES.filter((side) => side !== 'corrected');
  const cold = await inTurns(sides, runs, async (side) => {
    await using browser = await world.launch();
    return (await paint(browser, side)).paintedMs;
  });
  const coldFloor = [name, cold['static page']] as const;
  yield ratio('rows after a start', cold.popup, coldFloor, { atMost: 1.2 });
  yield ratio('rows after a start, read from the library first', cold['library first'], coldFloor);
}
