import { isDeepStrictEqual } from 'node:util';
import { until } from '../../tests/e2e/support/until';
import { inTurns } from '../figure';
import type { BenchWorld } from './bench-world';
import { type QuietBrowser, runInBenchPage } from './quiet-browser';
import type { Painted } from './report';

const STATIC_PAGE = 'static-rows.html';
/** The popup draws at least this many rows. */
const MIN_ROWS = 6;
const NEWEST = 40;

const PAGES = {
  'static page': STATIC_PAGE,
  popup: 'popup.html',
  'library first': 'popup-library-first.html',
  /** The popup after a save that is not in its snapshot. */
  corrected: 'popup.html',
} as const;
type Side = keyof typeof PAGES;

/** Measures the time from navigation to painted rows in real Chromium with a large library. */
export class RowsRun {
  readonly #world: BenchWorld;
  /** The newest titles of the library, in the popup's order. */
  #newest: readonly string[] = [];
  /** The first row of the static page. */
  #pictured = '';
  #added = 0;

  constructor(world: BenchWorld) {
    this.#world = world;
  }

  /** Makes the static page: the popup without its script, as it was when its rows were painted. */
  async prepare(): Promise<void> {
    await using browser = await this.#world.launch();
    this.#newest = await runInBenchPage(browser, 'newestTitles', NEWEST);
    await this.#paint(browser, 'popup'); // Writes the snapshot that the next popup paints from.
    const { html, titles } = await this.#paint(browser, 'popup');
    this.#pictured = titles[0] ?? '';
    this.#world.extension.addStaticPage(STATIC_PAGE, html);
  }

  /** Measures within one run of the browser; medians in ms. */
  async warm(runs: number): Promise<Readonly<Record<Side, number>>> {
    await using browser = await this.#world.launch();
    const sides = ['static page', 'popup', 'library first', 'corrected'] as const;
    const measure = async (side: Side) => {
      if (side === 'corrected') await this.#saveUnseen(browser);
      return (await this.#paint(browser, side)).paintedMs;
    };
    for (const side of sides) await measure(side); // Warm-up: code that the browser has not run before.
    return await inTurns(sides, runs, measure); // The browser is closed after this.
  }

  /** Measures the first page of the extension after each start of the browser; medians in ms. */
  afterStart(runs: number): Promise<Readonly<Record<Exclude<Side, 'corrected'>, number>>> {
    return inTurns(['static page', 'popup', 'library first'], runs, async (side) => {
      await using browser = await this.#world.launch();
      return (await this.#paint(browser, side)).paintedMs;
    });
  }

  async #paint(browser: QuietBrowser, side: Side): Promise<Painted> {
    const first = side === 'static page' ? this.#pictured : (this.#newest[0] ?? '');
    const path = `${PAGES[side]}?row=${encodeURIComponent(first)}`;
    const [painted, tab] = await this.#world.paintedBy(() => browser.goTo(path));
    if (side !== 'static page') {
      this.#check(painted.titles);
      const snapshot = `localStorage.getItem('leafmark.snapshot')`;
      const isPictured = `${snapshot}?.includes(${JSON.stringify(first)})`;
      await until('the next snapshot is there', () => tab.evaluate<boolean>(isPictured));
    }
    await tab.close();
    return painted;
  }

  /** Throws unless the painted rows are those of the library. */
  #check(titles: readonly string[]): void {
    const expected = this.#newest.slice(0, titles.length);
    if (titles.length >= MIN_ROWS && isDeepStrictEqual(titles, expected)) return;
    throw new Error(`Painted ${JSON.stringify(titles)}, there are ${JSON.stringify(expected)}`);
  }

  async #saveUnseen(browser: QuietBrowser): Promise<void> {
    this.#added += 1;
    await runInBenchPage(browser, 'add', `Saved while no popup was open, ${this.#added}`);
    this.#newest = await runInBenchPage(browser, 'newestTitles', NEWEST);
  }
}
