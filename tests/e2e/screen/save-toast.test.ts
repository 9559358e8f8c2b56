import { describe, expect, it } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility.ts';
import { act } from '../support/act.ts';
import { BROWSERS } from '../support/browsers.ts';
import { openMenuOver, pressToFrame } from '../support/highlighting.ts';
import { chooseOption } from '../support/options.ts';
import { serveArticle, serveForm } from '../support/pages.ts';
import { savedRows } from '../support/saved-rows.ts';
import { badgeShows, pressSaveKey, rowOf, SAVE_KEY } from '../support/saving.ts';
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

describe.each(BROWSERS)('the toast after a save in %s', (name) => {
  const world = useWorld(name);

  it('says what was saved, and goes away by itself', async () => {
    const { browser, web } = world;
    const page = await browser.open(serveArticle(web, 'said', { title: 'What was said' }));
    await pressSaveKey(world);
    await toastIsShown(page);
    await browser.picture('toast-light');
    await toastIsGone(page);
    await badgeShows(world, '✓');
  });

  it.each([
    ['Light', 'light'],
    ['Dark', 'dark'],
  ] as const)('says that a page needs a look, as the popup does: %s', async (label, theme) => {
    const { browser, web } = world;
    await chooseOption(browser, label, { theme });
    const page = await browser.open(serveForm(web, `look-${theme}`, 'A form of thirty parts'));
    await pressSaveKey(world);
    await toastIsShown(page);
    await browser.picture(`toast-look-${theme}`);
    // With the focus it stays.
    await pressToFrame(world, page, SAVE_KEY);
    await toastFocuses(page, 'INPUT');
    const toast = await toastIn(page);
    expect(await toast.evaluate(statusOf)).toMatch(/^Saved/);
    expect(await toast.evaluate(beside)).toBe('Needs a look');
    await page.page.setViewport({ width: 360, height: 640 });
    await page.picture(browser.artifact(`toast-look-${theme}-narrow`));
    expect(await fitsItsWidth(toast)).toBe(true);
    await page.page.setViewport(null);
    await browser.press('Escape');
    await toastIsGone(page);
    const popup = await browser.popup();
    await popup.waitFor('button', 'Needs a look');
    await browser.picture(`popup-look-${theme}`);
    expect(await seriousFindings(popup)).toEqual([]);
    expect(await fitsItsWidth(popup)).toBe(true);
    await browser.closePopup();
    await chooseOption(browser, 'Light', { theme: 'light' });
  });

  it('opens the page in the reader by a click', async () => {
    const { browser, web } = world;
    const page = await browser.open(serveArticle(web, 'read-now', { title: 'To be read now' }));
    await pressSaveKey(world);
    await toastIsShown(page);
    const { x, y } = await placeInToast(page, 'Read now');
    const isGone = async () => (await page.evaluate(edgesOfToast)) === null;
    // The pointer keeps the toast until the click is taken.
    await page.page.mouse.move(x, y);
    await act('the click is taken', () => page.page.mouse.click(x, y), isGone);
    const reader = await browser.tab(/library\.html#\/read\//);
    await reader.sees('To be read now');
  });

  it('takes labels after a second press of the key, undoes the save, and restores it', async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'labelled', { title: 'Meant after all' });
    const page = await browser.open(url);
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await browser.press(key);
    };
    const isInTrash = async () => (await rowOf(world, url)).trashedAt !== null;
    await pressSaveKey(world);
    await toastIsShown(page);
    await pressToFrame(world, page, SAVE_KEY);
    await toastFocuses(page, 'INPUT');
    await browser.picture('toast-focus');
    // A blank and Return press a button that has the focus.
    await press('space', 'Return');
    await browser.display.type('to read');
    await press('Return');
    await until('the label is stored', async () =>
      (await rowOf(world, url)).labels.includes('to read'),
    );
    expect(await isInTrash()).toBe(false);
    // The button of the label may not be shown yet. *Dismiss* and *Undo* are before it.
    const isAtUndo = () => toastFocuses(page, 'Undo', 1000).then(() => true);
    await act('the keyboard reaches Undo', () => press('shift+Tab'), isAtUndo, {
      repeatAfterMs: 1000,
    });
    // The toast does nothing before the person can have seen it.
    await act('the save is undone', () => press('Return'), isInTrash);
    await toastFocuses(page, 'Restore');
    await browser.picture('toast-restore');
    await press('Return');
    await until('the page is restored', async () => !(await isInTrash()));
    expect((await rowOf(world, url)).labels).toEqual(['to read']);
    await toastFocuses(page, 'INPUT');
    await press('Escape');
    await toastIsGone(page);
  });

  it('asks about an error page by key and by menu, and saves it only after a yes', async () => {
    const { browser, web } = world;
    const url = 'http://gone.example/not-here';
    web.on(url, (_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' });
      response.end('<title>Not found</title><p>This page is not here.</p>');
    });
    const page = await browser.open(url);
    const isSaved = async () => (await savedRows(browser)).some((row) => row.url === url);
    const answer = async (button: string, hasEffect: () => Promise<boolean>) => {
      await toastIsShown(page);
      const { x, y } = await placeInToast(page, button);
      await act('the click is taken', () => page.page.mouse.click(x, y), hasEffect);
    };
    await pressSaveKey(world);
    await toastIsShown(page);
    await browser.picture('toast-error-page');
    await answer('Dismiss', async () => (await page.evaluate(edgesOfToast)) === null);
    expect(await isSaved()).toBe(false);
    await page.page.bringToFront();
    // A busy browser closes a menu that is just opening at a click, without doing anything.
    await act(
      'the menu has an effect',
      () => browser.chooseFromMenu(() => openMenuOver(world, page, 'not here')),
      () => page.evaluate(edgesOfToast),
      { repeatAfterMs: 10_000 },
    );
    await answer('Save this page', isSaved);
    expect(await rowOf(world, url)).toMatchObject({ title: 'Not found' });
  });

  it('does not ask about an application whose later address no server knows', async () => {
    const { browser, web } = world;
    const { origin } = new URL(serveArticle(web, 'application', { title: 'An application' }));
    const page = await browser.open(`${origin}/application`);
    await page.evaluate(() => history.pushState(null, '', '/shown/by/script'));
    await pressSaveKey(world, '✓');
    expect(await rowOf(world, `${origin}/shown/by/script`)).toMatchObject({
      content: { kind: 'article' },
    });
  });
});

/** Runs in the frame of a toast. */
const statusOf = () => document.querySelector('[role="status"]')?.textContent;

/** Runs in the toast. Returns the words of the button beside the status. */
const beside = (): string => document.querySelector('.save-toast-status button')?.textContent ?? '';
