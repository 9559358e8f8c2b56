// @module-tag full
// @module-tag chromium
import { beforeAll, describe, expect, it } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility.ts';
import { act } from '../support/act.ts';
import { isPainted, overWords } from '../support/highlighting.ts';
import { fileOf, link, netscape } from '../support/import-looks.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { useWorld } from '../support/world.ts';

const TOUR = 'http://leafpress.example/tour';
const ARTICLE = `${TOUR}/pressing-leaves.html`;
const WORDS = 'A leaf loses its colour twice';
/** Between the window of a phone and that of a desk. It is no higher than what the display shows of a page. */
const WINDOW = { width: 800, height: 780 };
const LABELS = [
  'garden',
  'garden,ورق',
  'reading',
  'a label of many words that few people would write',
];

const PLACES = [
  ['library', 'tools', 'Export'],
  ['library', 'export', 'Export'],
  ['library', 'labels', 'garden'],
  ['library', 'get-articles', '12 bookmarks'],
  ['library', 'highlights', 'leaf'],
  ['options', 'reader', 'Dark'],
  ['options', 'saving', 'Saving'],
] as const;

describe('the window of a tablet', () => {
  const world = useWorld('chromium');
  const open = async (own: 'library' | 'options', hash: string) => {
    const page = await world.browser.openOwn(own, hash);
    await page.page.setViewport(WINDOW);
    return page;
  };
  /** Takes pictures in both themes, and looks for what does not fit and for accessibility problems. */
  const look = async (page: ScreenPage, name: string) => {
    for (const theme of ['dark', 'light']) {
      await page.page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      await page.picture(world.browser.artifact(`tablet-${name}-${theme}`));
      expect(await seriousFindings(page), theme).toEqual([]);
    }
    expect(await fitsItsWidth(page)).toBe(true);
  };

  beforeAll(async () => {
    for (const url of [`${TOUR}/reading-lamp.html`, `${TOUR}/garden-arabic.html`, ARTICLE])
      await saveByKey(world, url);
    const { id } = await rowOf(world, ARTICLE);
    const reader = await world.browser.openOwn('library', `#/read/${id}`);
    await reader.sees(WORDS);
    await overWords(reader, WORDS, 'drag');
    await reader.click('button', 'Yellow');
    await isPainted(reader, { yellow: WORDS });
    await reader.close();
  });

  it('shows the preview of an import, and its report', async () => {
    const page = await open('library', '#/import');
    await look(page, 'import');
    const rows = Array.from({ length: 12 }, (_, at) => link(at, LABELS[at % LABELS.length]));
    await page.chooseFile(fileOf('bookmarks.html', netscape(rows)));
    await page.waitFor('button', 'Import (12)');
    await look(page, 'import-preview');
    await page.click('button', 'Import (12)');
    await page.sees('Pages added: 12');
    await look(page, 'import-report');
    await page.close();
  });

  it('shows an action on many bookmarks among the recent changes', async () => {
    const page = await open('library', '#/all');
    await page.waitFor('link', /./);
    // The page takes its keys when the list is complete.
    await act(
      'all are selected',
      () => world.browser.press('ctrl+a'),
      async () => (await page.text()).includes('Selected: 15'),
    );
    await page.press('f');
    await page.waitFor('button', 'Undo');
    await page.evaluate(() => location.assign('#/recent'));
    await page.sees('Added to favourites: 15 bookmarks');
    await look(page, 'library-recent');
    await page.close();
  });

  it.each(PLACES)('shows the %s at #/%s', async (own, place, text) => {
    const page = await open(own, `#/${place}`);
    await page.sees(text);
    await look(page, `${own}-${place}`);
    await page.close();
  });
});
