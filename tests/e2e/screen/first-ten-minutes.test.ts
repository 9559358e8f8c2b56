import { describe, expect, it } from 'vitest';
import { zipOf } from '../../formats/imports/zips.ts';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts.ts';
import { seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { isPainted, overWords, selectByFinding } from '../support/highlighting.ts';
import { fileOf } from '../support/import-looks.ts';
import { articleHtml } from '../support/pages.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

/** Each page is on a host of its own. */
const pagesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    url: `http://garden-${at}.example/gate`,
    title: `The gate ${at}`,
  }));
type Pages = ReturnType<typeof pagesOf>;
/** Much longer than the article of a page takes, which the job gets one after another. */
const MS_PER_PAGE = 1000;
const WORDS = 'nobody in the town';

/** Writes a zip as Pocket exported it. */
async function pocketZip(pages: Pages): Promise<string> {
  const rows = pages.map(({ url, title }, at) => `${title},${url},${1_600_000_000 + at},,unread`);
  const csv = ['title,url,time_added,tags,status', ...rows].join('\n');
  const zip = await zipOf({ 'part_000000.csv': csv });
  return fileOf('pocket.zip', new Uint8Array(await zip.arrayBuffer()));
}

const BY_MOUSE = {
  press: (page: ScreenPage, role: string, name: string) => page.click(role, name),
  getArticles: (library: ScreenPage) => library.click('button', 'Get the articles'),
  open: (library: ScreenPage, title: string) => library.click('link', title),
  async highlight(reader: ScreenPage): Promise<void> {
    await overWords(reader, WORDS, 'drag');
    await reader.click('button', 'Yellow');
  },
};

type Hand = typeof BY_MOUSE;

/** The tests of each step use the mouse, and together they find what this finds by the mouse. */
const WAYS = [
  { device: 'mouse', count: 300, tags: ['full'] },
  { device: 'keyboard', count: 30, tags: ['firefox-full'] },
];

describe.each(BROWSERS)('the first ten minutes in %s', (name) => {
  describe.each(WAYS)('by $device alone', ({ device, count, tags }) => {
    const world = useWorld(name);

    const byKeyboard: Hand = {
      async press(page, _, name) {
        await page.tabTo(new RegExp(`^${name.replace(/[()]/g, '\\$&')}`));
        await page.press('Return');
      },
      async getArticles(library) {
        // A link to the page has the same name as the button.
        await library.tabTo(/^With my sign-ins/);
        await library.press('Tab', 'Return');
      },
      async open(library) {
        await library.press('j', 'Home', 'Return');
      },
      async highlight(reader) {
        await selectByFinding(world, reader, WORDS);
        await world.browser.press('h');
      },
    };
    const hand = device === 'mouse' ? BY_MOUSE : byKeyboard;

    it('lead from the welcome to a library that is read offline and keeps its highlights', {
      tags,
    }, async () => {
      const { browser, web } = world;
      const pages = pagesOf(count);
      for (const { url, title } of pages) web.page(url, articleHtml({ title }));
      const welcome = await browser.openOwn('welcome');
      await welcome.waitFor('link', /^Bring your library/);
      // The window has 900 px, with its toolbars.
      expect(
        await welcome.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
      ).toBe(true);
      await browser.picture(`first-welcome-${device}`);
      expect(await seriousFindings(welcome)).toEqual([]);
      if (device === 'mouse') await welcome.click('link', /^Bring your library/);
      else await hand.press(welcome, 'link', 'Bring your library');

      const library = await browser.tab(/library\.html#\/import/);
      await library.waitFor('button', 'Choose a file');
      await library.chooseFile(await pocketZip(pages));
      await hand.press(library, 'button', `Import (${pages.length})`);
      await library.sees(`Pages added: ${pages.length}`);
      await hand.press(library, 'button', 'Get the articles');
      await library.sees(`${pages.length} bookmarks`);
      await browser.answer('allow', () => hand.getArticles(library));
      await library.sees('Articles kept');
      await until(
        'the job is over',
        async () => !(await library.has('button', 'Stop')),
        CONDITION_TIMEOUT_MS + count * MS_PER_PAGE,
      );
      await library.sees(new RegExp(`Articles kept\\s+${pages.length}\\b`));
      await browser.picture(`first-articles-${device}`);
      expect(await seriousFindings(library)).toEqual([]);

      web.goOffline();
      const list = await browser.openOwn('library', '#/unread');
      const { title } = pages[pages.length - 1] ?? { title: '' };
      await list.waitFor('link', title);
      await browser.picture(`first-list-${device}`);
      await hand.open(list, title);
      await list.sees('The garden behind the old library');
      await hand.highlight(list);
      await isPainted(list, { yellow: WORDS });
      await list.reload();
      await isPainted(list, { yellow: WORDS });
      await browser.picture(`first-highlight-${device}`);
    });
  });
});
