// @module-tag full
import { describe, expect, it } from 'vitest';
import { seriousFindings } from '../support/accessibility.ts';
import { act } from '../support/act.ts';
import { BROWSERS } from '../support/browsers.ts';
import { pressToFrame } from '../support/highlighting.ts';
import { serveArticle } from '../support/pages.ts';
import { pressSaveKey, rowOf, SAVE_KEY } from '../support/saving.ts';
import {
  coverPage,
  embedFrame,
  HOST,
  SPY,
  SPY_POLICY,
  seenByPage,
  selectAndInsert,
  setTheme,
} from '../support/spying-page.ts';
import {
  edgesOfToast,
  placeInToast,
  toastFocuses,
  toastIn,
  toastIsGone,
  toastIsShown,
} from '../support/toast.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const LABEL = 'secret wish';
const POLICY = { 'content-security-policy': SPY_POLICY };

/** Runs in a page. Returns the addresses that it knows of frames and of what was loaded. */
const knownAddresses = (): readonly string[] => [
  ...Array.from({ length: window.length }, (_, at) => `frame ${at}`),
  ...performance.getEntries().map(({ name }) => name),
];

describe.each(BROWSERS)('the toast on a hostile page in %s', (name) => {
  const world = useWorld(name);

  it('takes labels that the page cannot see, select, overwrite or style', async () => {
    const { browser, web } = world;
    const asked: string[] = [];
    web.on('http://journal.example/spy.woff2', (_, response) => {
      asked.push('spy.woff2');
      response.writeHead(404).end();
    });
    const url = serveArticle(web, 'spy', { title: 'A spy', head: SPY }, POLICY);
    const page = await browser.open(url);
    await pressSaveKey(world);
    await toastIsShown(page);
    await pressToFrame(world, page, SAVE_KEY);
    const before = (await page.evaluate(seenByPage)).length;
    await toastFocuses(page, 'INPUT');
    await browser.display.type(LABEL);
    await browser.press('Return');
    await until('the label is stored', async () =>
      (await rowOf(world, url)).labels.includes(LABEL),
    );
    await page.page.bringToFront();
    await browser.picture('toast-label-light');
    expect((await page.evaluate(seenByPage)).slice(before)).toEqual([]);
    expect(await page.evaluate(selectAndInsert)).not.toContain('secret');
    const known = await page.evaluate(knownAddresses);
    expect(known.filter((each) => /^frame|extension:|toast/.test(each))).toEqual([]);
    expect(asked).toEqual([]);
    const frame = await toastIn(page);
    expect(await seriousFindings(frame)).toEqual([]);
    expect((await rowOf(world, url)).labels).toEqual([LABEL]);
  });

  it('looks the same for a page that was saved before, also in the dark', async () => {
    const { browser, web } = world;
    await setTheme(browser, 'dark');
    const url = serveArticle(web, 'spy', { title: 'A spy', head: SPY }, POLICY);
    const known = await browser.open(url);
    await pressSaveKey(world);
    await toastIsShown(known);
    const ofKnown = await known.evaluate(edgesOfToast);
    expect(await (await toastIn(known)).evaluate(() => document.body.textContent)).toContain(LABEL);
    await browser.picture('toast-label-dark');
    expect(await seriousFindings(await toastIn(known), { only: 'colours' })).toEqual([]);
    const page = await browser.open(serveArticle(web, 'new', { title: 'Long '.repeat(40) }));
    await pressSaveKey(world);
    await toastIsShown(page);
    expect(await page.evaluate(edgesOfToast)).toEqual(ofKnown);
    await setTheme(browser, 'system');
  });

  it('takes no click that is meant for something else', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'cover', { title: 'A cover', head: SPY });
    const page = await browser.open(url);
    await page.evaluate(coverPage);
    await pressSaveKey(world);
    await toastIsShown(page);
    const frame = await toastIn(page);
    await frame.evaluate(() => {
      addEventListener('click', () => document.body.append('!'), true);
    });
    for (const button of ['Undo', 'Favourite', 'Read now']) {
      const { x, y } = await placeInToast(page, button);
      const clicks = () => frame.evaluate(() => document.body.textContent.split('!').length - 1);
      const before = await clicks();
      await until(`${button} was clicked again and again`, async () => {
        await page.page.mouse.click(x, y);
        return (await clicks()) > before + 8;
      });
    }
    await browser.picture('toast-cover');
    expect(await rowOf(world, url)).toMatchObject({ trashedAt: null, isFavourite: false });
    await page.page.bringToFront();
    await page.evaluate(() => document.querySelector('#cover')?.remove());
    const { x, y } = await placeInToast(page, 'Undo');
    const isInTrash = async () => (await rowOf(world, url)).trashedAt !== null;
    await act('the click is taken', () => page.page.mouse.click(x, y), isInTrash);
    await page.page.bringToFront();
    await browser.press('Escape');
  });

  it('is closed without a word in a frame that the page has made', async () => {
    const { browser, web } = world;
    const page = await browser.open(serveArticle(web, 'embedding', { title: 'Embedding' }));
    await pressSaveKey(world);
    await toastIsShown(page);
    const answers = await page.evaluate(embedFrame, `${browser.origin}/highlight-frame.html?toast`);
    expect(answers).toEqual([name === 'chromium' ? 'nothing' : '{"kind":"close"}']);
    // A page can remove it, as it can everything in it.
    await page.evaluate((host) => document.querySelector(host)?.remove(), HOST);
    await toastIsGone(page);
  });
});
