import { describe, expect, it } from 'vitest';
import { zipOf } from '../formats/imports/zips.ts';
import { seriousFindings } from './support/accessibility.ts';
import { isPainted, overWords } from './support/highlighting.ts';
import { fileOf } from './support/import-looks.ts';
import { BROWSERS } from './support/launch.ts';
import { articleHtml } from './support/pages.ts';
import { useWorld } from './support/world.ts';

/** Each page is on a host of its own. */
const PAGES = Array.from({ length: 30 }, (_, at) => ({
  url: `http://garden-${at}.example/gate`,
  title: `The gate ${at}`,
}));
const WORDS = 'nobody in the town';

/** Writes a zip as Pocket exported it. */
async function pocketZip(): Promise<string> {
  const rows = PAGES.map(({ url, title }, at) => `${title},${url},${1_600_000_000 + at},,unread`);
  const csv = ['title,url,time_added,tags,status', ...rows].join('\n');
  const zip = await zipOf({ 'part_000000.csv': csv });
  return fileOf('pocket.zip', new Uint8Array(await zip.arrayBuffer()));
}

describe.each(BROWSERS)('the first ten minutes in %s', (name) => {
  const world = useWorld(name);

  it('lead from the welcome to a library that is read offline and keeps its highlights', async () => {
    const { browser, web } = world;
    for (const { url, title } of PAGES) web.page(url, articleHtml({ title }));
    const welcome = await browser.openOwn('welcome');
    await welcome.waitFor('link', /^Bring your library/);
    // The window has 900 px, with its toolbars.
    expect(await welcome.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(
      true,
    );
    await browser.picture('first-welcome');
    expect(await seriousFindings(welcome)).toEqual([]);
    await welcome.click('link', /^Bring your library/);

    const library = await browser.tab(/library\.html#\/import/);
    await library.waitFor('button', 'Choose a file');
    await library.chooseFile(await pocketZip());
    await library.click('button', `Import (${PAGES.length})`);
    await library.sees(`Pages added: ${PAGES.length}`);
    await library.click('button', 'Get the articles');
    await library.sees(`${PAGES.length} bookmarks`);
    await browser.answer('allow', () => library.click('button', 'Get the articles'));
    await library.sees('Article kept');
    await library.waitUntilGone('button', 'Stop');
    await browser.picture('first-articles');
    expect(await seriousFindings(library)).toEqual([]);

    web.goOffline();
    const list = await browser.openOwn('library', '#/unread');
    const { title } = PAGES[PAGES.length - 1] ?? { title: '' };
    await list.waitFor('link', title);
    await browser.picture('first-list');
    await list.click('link', title);
    await list.sees('The garden behind the old library');
    await overWords(list, WORDS, 'drag');
    await list.click('button', 'Yellow');
    await isPainted(list, { yellow: WORDS });
    await list.reload();
    await isPainted(list, { yellow: WORDS });
    await browser.picture('first-highlight');
  });
});
