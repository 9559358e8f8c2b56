import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { overWords } from '../../tests/e2e/support/highlighting.ts';
import type { RealBrowser } from '../../tests/e2e/support/real-browser.ts';
import { ROOT, say } from '../set-up/process.mjs';

/** Pages of tests/pages with their labels, the newest last. */
const PAGES: readonly (readonly [address: string, ...labels: string[]])[] = [
  ['harbour.example/articles/news-lazy-images.html', 'local'],
  ['kelpdb.example/marked/en-sphinx-guide.html', 'work'],
  ['oleander.example/articles/hebrew.html', 'to read'],
  ['crumb.example/marked/en-recipe.html', 'cooking'],
  ['openacoustics.example/marked/en-journal-paper.html', 'science'],
  ['northbit.example/marked/en-tutorial.html', 'work', 'code'],
  ['hedgerow.example/marked/en-wordpress-blog.html', 'garden'],
  ['saltmarsh.example/marked/en-ghost-essay.html', 'to read'],
  ['leafpress.example/tour/reading-lamp.html', 'to read'],
  ['leafpress.example/tour/pressing-leaves.html', 'garden'],
];
export const PICTURED_PAGES = PAGES.length;
const ARTICLE = 'http://leafpress.example/tour/pressing-leaves.html';
const TITLE = /^How to press a leaf/;
const MARKED = ['A leaf loses its colour twice', 'Cut the stalk, do not tear it'];

/** Saves pages, labels and highlights them, and takes the pictures of the README. */
export async function takePictures(browser: RealBrowser): Promise<void> {
  for (const [address, ...labels] of PAGES) {
    await browser.open(`http://${address}`);
    const popup = await browser.popup('button');
    await popup.sees(/Saved/);
    await popup.click('button', 'Labels');
    await popup.waitFor('combobox', 'Add a label');
    for (const label of labels) {
      await popup.type(label);
      await popup.press('Return');
      await popup.waitFor('button', `Remove the label ${label}`);
    }
    await browser.closePopup();
  }
  await browser.closePages();
  const library = await browser.openOwn('library');
  await library.waitFor('link', TITLE);
  await keep(browser, 'library');

  await library.click('link', TITLE);
  await library.sees('A leaf loses its colour twice');
  for (const words of MARKED) {
    await overWords(library, words, 'drag');
    await browser.press('h');
    await library.sees('Highlighted.');
  }
  await keep(browser, 'reader');

  await browser.open(ARTICLE);
  const popup = await browser.popup('button');
  await popup.waitFor('link', TITLE);
  // It comes after the first rows, as their pictures do.
  await popup.waitFor('combobox', 'Search library');
  await keep(browser, 'popup');
}

/** Takes a picture of the display and puts it where the README shows it. */
async function keep(browser: RealBrowser, name: string): Promise<void> {
  copyFileSync(await browser.picture(name), join(ROOT, 'docs', 'pictures', `${name}.png`));
  say(`docs/pictures/${name}.png`);
}
