import { findLeaf } from '../../tests/e2e/support/leaf-on-screen';
import { until } from '../../tests/e2e/support/until';
import { inTurns } from '../figure';
import type { BenchWorld } from './bench-world';
import { type QuietBrowser, runInBenchPage } from './quiet-browser';
import type { Painted } from './report';

const STATIC_PAGE = 'static-saved.html';
const ARTICLE = '/tour/pressing-leaves.html';

const SIDES = ['static popup', 'popup', 'static popup, asleep', 'popup, asleep'] as const;
type Side = (typeof SIDES)[number];

/** Median time in ms from the click on the toolbar button to *Saved* in the real popup. */
export type ClickTimes = Readonly<Record<Side, number>>;

/**
 * Clicks the real button on one new article after another, with the background running and stopped,
 * and beside a static popup that shows *Saved* and does nothing. Throws unless each page is stored
 * with its article.
 */
export class ClickRun implements AsyncDisposable {
  readonly #world: BenchWorld;
  readonly #browser: QuietBrowser;
  #clicks = 0;

  private constructor(world: BenchWorld, browser: QuietBrowser) {
    this.#world = world;
    this.#browser = browser;
  }

  static async open(world: BenchWorld): Promise<ClickRun> {
    return new ClickRun(world, await world.launch());
  }

  async time(runs: number): Promise<ClickTimes> {
    // The static popup is the real one without its script, as it was when it showed *Saved*.
    await this.#click('popup');
    const { html } = (await this.#click('popup')).painted;
    this.#world.extension.addStaticPage(STATIC_PAGE, html);
    for (const side of SIDES) await this.#click(side); // Warm-up: code that the browser has not run before.
    return inTurns(SIDES, runs, async (side) => {
      const { clickedMs, painted } = await this.#click(side);
      return painted.navigationMs + painted.paintedMs - clickedMs;
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#browser[Symbol.asyncDispose]();
  }

  async #click(side: Side): Promise<{ readonly painted: Painted; readonly clickedMs: number }> {
    const isStatic = side.startsWith('static');
    const popup = isStatic ? STATIC_PAGE : 'popup.html';
    await runInBenchPage(this.#browser, 'setPopup', `${popup}?status=Saved`);
    await runInBenchPage(this.#browser, 'wake');
    this.#clicks += 1;
    const url = `http://press-${this.#clicks}.example${ARTICLE}`;
    const tab = await this.#browser.open(url);
    if (side.endsWith('asleep')) await this.#browser.stopWorker();
    // Each time, because the buttons of the toolbar move while the browser starts.
    const button = await findLeaf(this.#world.display, 'toolbar');
    const click = await this.#world.display.aim(button);
    const [painted, clickedMs] = await this.#world.paintedBy(async () => click());
    await this.#closePopup(popup);
    if (!isStatic && !(await runInBenchPage(this.#browser, 'isKept', url)))
      throw new Error(`${url} is not stored`);
    // Images are stored after *Saved* and would slow down the next click.
    await until('no save is in progress', () => runInBenchPage(this.#browser, 'isSettled'));
    await tab.close();
    return { painted, clickedMs };
  }

  async #closePopup(popup: string): Promise<void> {
    const isClosed = async () => !(await this.#browser.isOpen(popup));
    await until('the popup closes', async () => {
      await this.#world.display.key('Escape');
      return until('it closed', isClosed, 500).catch(() => false);
    });
  }
}
