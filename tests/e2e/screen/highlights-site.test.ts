// @module-tag full
import { describe, expect, it } from 'vitest';
import { act } from '../support/act.ts';
import { BROWSERS } from '../support/browsers.ts';
import {
  dragFrom,
  frameHasFocus,
  isPainted,
  ONCE_SEEN,
  overWords,
  paintedTexts,
  pressHighlightKey,
  pressToRed,
} from '../support/highlighting.ts';
import { articleHtml, serveArticle } from '../support/pages.ts';
import { chooseMore } from '../support/popup.ts';
import { rowOf } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

/** Words that their page has only once, so that they are found for certain. */
const FOX = 'the fox crossed the frozen river';
const LISTENED = 'stopped there to listen to the water';
/** Words of the text that replaces the first one at another address of the same document. */
const BELL = 'the bell of the mill rang at noon';
const BY_SITE = 'Always show highlights on this site';

/** Waits until exactly these words are marked as those of the pointer or the keyboard. */
const isCurrent = (page: ScreenPage, words: string | null) =>
  until(`${words} is current`, async () => {
    const { 'leafmark-current': current = [] } = await page.evaluate(paintedTexts);
    return current.join() === (words ?? '');
  });

/**
 * Moves the mouse over words until they are marked. A page that has just come to the front can get a
 * move to the former place of the mouse afterwards.
 */
const hoverOver = (page: ScreenPage, words: string) =>
  act(
    `${words} is current under the mouse`,
    () => overWords(page, words, 'hover'),
    async () => {
      const { 'leafmark-current': current = [] } = await page.evaluate(paintedTexts);
      return current.join() === words;
    },
  );

/** Runs in a page. Shows another text at another address of the same document, as web apps do. */
function goInDocument(path: string, text: string): void {
  const element = document.querySelector('#fox') as HTMLElement;
  history.replaceState(element.textContent, '');
  history.pushState(text, '', path);
  element.textContent = text;
  addEventListener('popstate', ({ state }) => {
    element.textContent = state;
  });
}

/** Returns what the live regions of a page say, also those of closed shadow roots. */
async function announcedBy({ page }: ScreenPage): Promise<readonly string[]> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const regions = nodes.filter(({ role }) => role?.value === 'status');
  const ids = regions.flatMap(({ childIds = [] }) => childIds);
  return nodes.filter(({ nodeId }) => ids.includes(nodeId)).map(({ name }) => String(name?.value));
}

/** Runs in a page. The right ends of the toasts at the bottom of the window, from the lowest up. */
function endsOfToasts() {
  const isToast = (x: number, y: number) =>
    document.elementFromPoint(x, y)?.localName === 'leafmark-highlights';
  const ends: { x: number; y: number }[] = [];
  for (let y = innerHeight - 1; y > innerHeight / 2; y -= 1) {
    if (!isToast(innerWidth / 2, y) || isToast(innerWidth / 2, y + 1)) continue;
    let x = innerWidth / 2;
    while (isToast(x + 1, y - 20)) x += 1;
    ends.push({ x, y: y - 20 });
  }
  return ends;
}

/**
 * Serves the page that follows `former`. Firefox does not keep the former page in its back/forward
 * cache if the next one arrives before a message of the former page's process. So the next one
 * waits until that process has answered. Chromium answers nothing before the next page is there.
 */
function serveNext({ browser, web }: World, url: string, former: ScreenPage): void {
  web.on(url, async (_, response) => {
    if (browser.name === 'firefox') await former.evaluate(() => document.title);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(articleHtml({ title: 'The next page' }));
  });
}

/** Clicks in the lowest toast, at a distance from its right end, until that has an effect. */
const clickInToast = (page: ScreenPage, distance: number, hasEffect: () => Promise<boolean>) =>
  act(
    'the toast takes the click',
    async () => {
      const [end] = await page.evaluate(endsOfToasts);
      if (end) await page.page.mouse.click(end.x - distance, end.y);
    },
    hasEffect,
  );

/** The distances of the buttons of a question: *Dismiss*, and the one that agrees. */
const DISMISS = 20;
const AGREE = 90;

describe.each(BROWSERS)('highlights on the sites of a person in %s', (name) => {
  const world = useWorld(name);

  it('ask after the first on a site, and show there always after a yes', async () => {
    const { browser, web } = world;
    const url = 'http://almanac.example/asked';
    web.page(url, `<!doctype html><title>Asked</title><p>At dawn ${FOX}.</p>`);
    const page = await browser.open(url);
    await overWords(page, FOX, 'drag');
    await pressHighlightKey(world, page);
    const toasts = async () => (await page.evaluate(endsOfToasts)).length;
    await until('the question is below the undo', async () => (await toasts()) === 2);
    await browser.picture('page-question');
    const agree = async () => {
      await clickInToast(page, AGREE, async () => (await toasts()) < 2);
    };
    if (name === 'chromium') {
      await browser.stopWorker();
      await browser.answer('allow', agree);
    } else {
      await agree();
      const options = await browser.tab(/options\.html#\/highlights\/almanac\.example$/);
      await options.waitFor('button', 'Always show them');
      await browser.picture('options-question');
      await browser.answer('allow', () => options.click('button', 'Always show them'));
    }
    await until('the page is in front again', () => page.evaluate(() => document.hasFocus()));
    await page.reload();
    await isPainted(page, { yellow: FOX });
  });

  it('ask about a site only once', async () => {
    const { browser, web } = world;
    const url = 'http://bulletin.example/asked';
    web.page(
      url,
      `<!doctype html><title>Asked</title><p>At dawn ${FOX}.</p><p>It ${LISTENED}.</p>`,
    );
    const page = await browser.open(url);
    const toasts = async () => (await page.evaluate(endsOfToasts)).length;
    await overWords(page, FOX, 'drag');
    await pressHighlightKey(world, page);
    await until('the question is below the undo', async () => (await toasts()) === 2);
    await clickInToast(page, DISMISS, async () => (await toasts()) < 2);
    await page.reload();
    await overWords(page, LISTENED, 'drag');
    await pressHighlightKey(world, page);
    await until('the undo is shown', async () => (await toasts()) > 0);
    await isPainted(page, { yellow: [FOX, LISTENED].toSorted() });
    expect(await toasts()).toBe(1);
  });

  it('appear by themselves on the one site for which the popup has asked, and are reached by pointer and keys', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'allowed', {
      title: 'An allowed page',
      middle: `<p>At dawn ${FOX}, and it ${LISTENED}.</p>`,
    });
    const otherUrl = 'http://gazette.example/other';
    web.page(
      otherUrl,
      `<!doctype html><title>Other</title><p>At dawn ${FOX}.</p>
      <p>Then <i style="user-select: none">(they say) </i>${BELL}.</p>`,
    );
    const other = await browser.open(otherUrl);
    await overWords(other, FOX, 'drag');
    await pressHighlightKey(world, other);
    // A highlight includes words that cannot be selected if they are among others.
    await dragFrom(other, 'Then', BELL);
    await pressHighlightKey(world, other);
    const ofOther = { yellow: [FOX, `Then (they say) ${BELL}`].toSorted() };
    await isPainted(other, ofOther);
    const page = await browser.open(url);
    for (const words of [FOX, LISTENED]) {
      await overWords(page, words, 'drag');
      await pressHighlightKey(world, page);
    }
    const both = { yellow: [LISTENED, FOX] };
    await isPainted(page, both);

    for (const answer of ['deny', 'allow'] as const) {
      const popup = await browser.popup();
      await chooseMore(popup, 'Highlights');
      await browser.answer(answer, () => popup.click('checkbox', BY_SITE));
      if (await browser.openPopup()) await browser.closePopup();
      await page.page.bringToFront();
      await page.reload();
      if (answer === 'deny') expect(await page.evaluate(paintedTexts)).toEqual({});
    }
    await isPainted(page, both);
    const options = await browser.openOwn('options', '#/highlights');
    await options.waitFor('button', 'Remove: journal.example');
    await options.close();
    await other.page.bringToFront();
    await other.reload();
    expect(await other.evaluate(paintedTexts)).toEqual({});
    await browser.popup();
    await isPainted(other, ofOther);
    await browser.closePopup();
    await other.close();

    await page.page.bringToFront();
    await hoverOver(page, FOX);
    await hoverOver(page, LISTENED);
    await browser.picture('page-hover');
    await page.page.mouse.move(1, 1);
    await isCurrent(page, null);

    await browser.press('alt+shift+k');
    await isCurrent(page, FOX);
    await browser.press('Tab');
    await isCurrent(page, LISTENED);
    // Firefox's driver does not report the accessibility tree.
    if (name === 'chromium') {
      const name = `Yellow highlight: ${LISTENED}`;
      await until('it is announced', async () => (await announcedBy(page)).includes(name));
    }
    await browser.press('shift+Tab');
    await isCurrent(page, FOX);
    await browser.picture('page-cursor');
    await browser.press('Tab');
    await isCurrent(page, LISTENED);
    await browser.press('Return');
    // The editor has taken the focus from the highlight.
    await isCurrent(page, null);
    await frameHasFocus(page);
    await pressToRed(world);
    await act(
      'the words become red',
      () => browser.press('space'),
      async () => 'leafmark-red' in (await page.evaluate(paintedTexts)),
      ONCE_SEEN,
    );
    await isPainted(page, { yellow: FOX, red: LISTENED });
    await browser.press('Escape');
  });

  it('appear by themselves on all sites, with changes of the reader, of the page and of its address', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'changing', {
      title: 'A changing page',
      middle: `<p id="fox">At dawn ${FOX}.</p><p>It ${LISTENED}.</p>`,
    });
    const page = await browser.open(url);
    await overWords(page, FOX, 'drag');
    await pressHighlightKey(world, page);
    await isPainted(page, { yellow: FOX });
    const options = await browser.openOwn('options', '#/highlights');
    await browser.answer('allow', () =>
      options.click('button', 'Always show highlights on all sites'),
    );
    await options.waitFor('button', 'Remove: All sites');
    await options.close();

    await page.page.bringToFront();
    await page.reload();
    await isPainted(page, { yellow: FOX });
    // The page is edited underneath.
    await page.evaluate(() => {
      const fox = document.querySelector('#fox');
      fox?.before(Object.assign(document.createElement('p'), { textContent: 'A new line.' }));
      if (fox) fox.innerHTML = fox.innerHTML.replace('At dawn', '<b>Before dawn</b>');
    });
    await isPainted(page, { yellow: FOX });
    // Another address of the same document has another text and its own highlights.
    await page.evaluate(goInDocument, '/second', `At noon ${BELL}, and ${FOX}.`);
    await isPainted(page, {});
    await overWords(page, BELL, 'drag');
    await pressHighlightKey(world, page);
    await isPainted(page, { yellow: BELL });
    await page.evaluate(() => history.back());
    await isPainted(page, { yellow: FOX });
    await page.evaluate(() => history.forward());
    await isPainted(page, { yellow: BELL });
    await page.evaluate(() => history.back());
    await isPainted(page, { yellow: FOX });

    // The page is in the back/forward cache while its highlights change.
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }));
    });
    const next = 'http://journal.example/next';
    serveNext(world, next, page);
    await page.page.goto(next);
    const { id } = await rowOf(world, url);
    const reader = await browser.openOwn('library', `#/read/${id}`);
    await isPainted(reader, { yellow: FOX });
    await overWords(reader, LISTENED, 'drag');
    await reader.click('button', 'Green');
    await isPainted(reader, { yellow: FOX, green: LISTENED });
    await browser.picture('page-reader');
    await reader.close();
    await page.page.bringToFront();
    await page.evaluate(() => history.back());
    await isPainted(page, { yellow: FOX, green: LISTENED });
    expect(await page.evaluate(() => 'persisted' in window && window.persisted)).toBe(true);
    await browser.picture('page-changed');
  });
});
