// @module-tag full
// @module-tag chromium
import '../../support/indexeddb.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LABEL_COLORS } from '../../../src/domain/label-tree.ts';
import { DAY_MS, unixMs } from '../../../src/domain/time.ts';
import { writeBundle } from '../../../src/formats/index.ts';
import {
  highlightRepository,
  searchFields,
  transferRepository,
} from '../../../src/library/index.ts';
import { parseQuery } from '../../../src/query/index.ts';
import { bundleSource } from '../../../src/transfer/index.ts';
import { capture, testLibrary, value } from '../../library/library.ts';
import { png } from '../../support/png.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fitsItsWidth, seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { chooseOption } from '../support/options.ts';
import { useWorld } from '../support/world.ts';

/** More than there are labels, so that each label has a page. */
const PAGES = 80;
const TITLES = [
  'How to press a leaf so that it keeps its green',
  'A short history of the reading lamp, and of the rooms that were built around it, from the first oil lamps to the cold light of our own desks',
  'Letters',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'حديقة المكتبة القديمة وما تعلمه البستانيون عن الصبر والورق',
  '図書館の庭で学んだこと：紙と霜と忍耐について',
  'Why we sleep badly in summer, and what to do about it',
];
const SITES = ['Leaf Press', 'Lampen & Licht', '', 'Newspaper of the North, Health', 'حديقة'];
const LABELS = [
  ...['work', 'work/review', 'work/review/urgent', 'reading', 'recipes/soup', 'データベース'],
  'to discuss with the whole family on Sunday afternoon',
  ...Array.from({ length: 60 }, (_, n) => `topic ${n + 1}`),
];

/** Writes a bundle with a library that somebody has used for a year. Returns its path. */
async function madeUpBundle(): Promise<string> {
  const { library } = await testLibrary();
  const pages = Array.from({ length: PAGES }, (_, n) => {
    const title = `${TITLES[n % TITLES.length]}${n < TITLES.length ? '' : `, part ${n}`}`;
    const url = `https://pages.example/${n}`;
    const words = 'Two sheets of paper, a heavy book and three weeks of patience. ';
    const text = capture({
      url,
      title,
      imageUrl: `${url}.png`,
      images: [`${url}.png`],
      siteName: SITES[n % SITES.length] ?? '',
      authors: ['Ada Gardener'],
      published: n % 4 === 1 ? null : `2025-0${1 + (n % 9)}-12`,
      description: n % 3 === 0 ? '' : words,
      html: `<p>${words.repeat(1 + 20 * (n % 7))}</p>`,
    });
    return {
      page: { kind: 'captured' as const, capture: text },
      created: unixMs(Date.UTC(2026, 5, 1) - 2 * n * DAY_MS),
      labels: LABELS.filter((_, at) => at % 67 === n % 67 || (n % 9 === 0 && at < 4)),
      isArchived: n % 4 === 0,
      isFavourite: n % 10 === 0,
      readProgress: n % 6 === 1 ? 34 : 0,
    };
  });
  value(await library.bookmarks.addMany(pages, { outbox: false }));
  const { rows } = await library.bookmarks.page({ view: 'all', limit: PAGES, after: null });
  const highlights = library.part(highlightRepository);
  const quote = { exact: 'Two sheets of paper', prefix: '', suffix: ', a heavy book' };
  for (const [n, { id, url }] of rows.entries()) {
    const place = { url: `${url}.png`, width: 160, height: 100, mimeType: 'image/png' };
    const image = { ...place, kind: 'loaded' as const, bytes: new Uint8Array(picture(n)) };
    if (n % 3 !== 2) value(await library.articles.addImages(id, [image]));
    if (n % 8 !== 0) continue;
    const marked = { bookmarkId: id, quote, color: 'yellow' as const, position: null };
    value(await highlights.add({ ...marked, note: n % 16 === 0 ? 'Ask Bo about this' : '' }));
  }
  await library.labelColors.setColors(new Map([['work', LABEL_COLORS[0]]]));
  for (const [name, search] of [
    ['Long reads for the weekend', 'length:>5 is:unread'],
    ['A collection whose name is too long for the sidebar of the library', 'paper'],
  ] as const) {
    const fields = searchFields(parseQuery(search), { now: unixMs(0), timeZone: 'UTC' });
    value(await library.collections.create({ ...fields, name, isPinned: true }));
  }
  const source = bundleSource(library.part(transferRepository), null, {});
  const parts = await Array.fromAsync(writeBundle(source, null));
  const path = join(temporaryFolder('dense-library'), 'leafmark.zip');
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

/** Returns a picture with a gradient of its own. */
function picture(n: number): Buffer {
  const [width, height] = [160, 100];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    pixels.set([(n * 47 + x) % 256, (n * 91 + y) % 256, (n * 13 + x + y) % 256], at * 3);
  }
  return png(pixels, width, height);
}

/** The addresses of pages, each with a text that shows when the page is complete. */
const LISTS = {
  list: ['#/all', 'How to press a leaf'],
  search: ['#/search/paper is%3Aunread', 'Best match'],
} as const;
const MORE = {
  label: ['#/label/work', 'Letters'],
  highlights: ['#/highlights', 'Ask Bo about this'],
  // The sidebar has the labels, too.
  labels: ['#/labels', 'Labels: '],
  statistics: ['#/statistics', 'Reading streak'],
} as const;
const SIDEBAR = '.library-side';
const THEMES = [
  ['Light', 'light', { ...LISTS, ...MORE }],
  ['Sepia', 'sepia', LISTS],
  ['Dark', 'dark', { ...LISTS, ...MORE }],
] as const;

describe.each(BROWSERS)(`a library of ${PAGES} pages in %s`, (name) => {
  const world = useWorld(name);

  it('is restored from its bundle and accessible in each theme, in its lists and as cards', async () => {
    const { browser } = world;
    const path = await madeUpBundle();
    const importPage = await browser.openOwn('library', '#/import');
    await importPage.waitFor('button', 'Choose a file');
    await importPage.chooseFile(path);
    await importPage.click('button', /^Import \(/);
    await importPage.sees(`Pages added: ${PAGES}`);
    await importPage.close();
    for (const [label, theme, shown] of THEMES) {
      await chooseOption(browser, label, { theme });
      for (const [at, [what, [hash, text]]] of Object.entries(shown).entries()) {
        // The sidebar with its labels is the same beside each list.
        const without = at === 0 ? null : SIDEBAR;
        const looked = { without, ...(theme !== 'light' && { only: 'colours' as const }) };
        const page = await browser.openOwn('library', hash);
        await page.sees(text);
        await browser.picture(`dense-${theme}-${what}`);
        expect(await fitsItsWidth(page), what).toBe(true);
        expect(await seriousFindings(page, looked), `${theme} ${what}`).toEqual([]);
        if (what === 'list') {
          await page.click('button', 'Show as cards');
          await page.waitFor('link', /^How to press/);
          await browser.picture(`dense-${theme}-cards`);
          const cards = { ...looked, without: SIDEBAR };
          expect(await seriousFindings(page, cards), `${theme} cards`).toEqual([]);
          await page.click('button', 'Show as cards');
        }
        await page.close();
      }
    }
  });
});
