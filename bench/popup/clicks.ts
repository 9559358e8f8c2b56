import { act } from '../../tests/e2e/support/act';
import { findLeaf } from '../../tests/e2e/support/leaf-on-screen';
import { until } from '../../tests/e2e/support/until';
import { type Figure, figuresOf, inTurns } from '../figure';
import type { PopupWorld } from './world';

const STATIC_PAGE = 'static-saved.html';
const ARTICLE = '/tour/pressing-leaves.html';
const { ratio } = figuresOf('popup');

const SIDES = ['static popup', 'popup', 'static popup, asleep', 'popup, asleep'] as const;
type Side = (typeof SIDES)[number];

/**
 * Measures the time from a click on the real button to *Saved* on one new article after another, with
 * the background running and stopped, beside a static popup that shows *Saved* and does nothing.
 * Throws unless each page is stored with its article.
 */
export async function* clickFigures(world: PopupWorld, runs: number): AsyncGenerator<Figure> {
  await using browser = await world.launch();
  let clicks = 0;
  const closePopup = (popup: string) =>
    act(
      'the popup closes',
      () => world.display.key('Escape'),
      async () => !(await browser.isOpen(popup)),
      { repeatAfterMs: 500 },
    );
  const click = async (side: Side) => {
    const isStatic = side.startsWith('static');
    const popup = isStatic ? STATIC_PAGE : 'popup.html';
    await browser.call('setPopup', `${popup}?status=Saved`);
    await browser.call('wake');
    clicks += 1;
    const url = `http://press-${clicks}.example${ARTICLE}`;
    const tab = await browser.open(url);
    if (side.endsWith('asleep')) await browser.stopWorker();
    // Each time, because the buttons of the toolbar move while the browser starts.
    const press = await world.display.aim(await findLeaf(world.display));
    const [painted, clickedMs] = await world.paintedBy(async () => press());
    await closePopup(popup);
    if (!isStatic && !(await browser.call('isKept', url))) throw new Error(`${url} is not stored`);
    // Images are stored after *Saved* and would slow down the next click.
    await until('no save is in progress', () => browser.call('isSettled'));
    await tab.close();
    const ms = painted.navigationMs + painted.paintedMs - clickedMs;
    return { html: painted.html, ms };
  };
  // The static popup is the real one without its script, as it was when it showed *Saved*.
  await click('popup');
  world.addStaticPage(STATIC_PAGE, (await click('popup')).html);
  // Warm-up: code that the browser has not run before.
  const times = await inTurns(SIDES, runs, async (side) => (await click(side)).ms, 1);
  const name = 'static popup';
  yield ratio('whole click', times.popup, [name, times[name]], { atMost: 3 });
  const asleep = [name, times['static popup, asleep']] as const;
  yield ratio('whole click, background asleep', times['popup, asleep'], asleep, { atMost: 3 });
}
