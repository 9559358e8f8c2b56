import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { BROWSERS } from './support/launch.ts';
import { savedRows } from './support/saved-rows.ts';
import type { ScreenPage } from './support/screen-page.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

function fileOf(name: string, text: string): string {
  const path = join(temporaryFolder('import'), name);
  writeFileSync(path, text);
  return path;
}

const netscape = (lines: readonly string[]) =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n${lines.map((line) => `<DT>${line}\n`).join('')}</DL>`;
const link = (at: number) =>
  `<A HREF="https://shelf.example/${at}" ADD_DATE="1600000000" TAGS="garden">Page ${at}</A>`;

const BOOKMARKS = netscape([
  ...[1, 2, 3].map(link),
  '<A HREF="javascript:alert(1)">A script</A>',
  link(2),
]);

const LAMP = {
  ...{ id: 1, url: 'https://shelf.example/lamp', title: 'A lamp', tags: [{ label: 'light' }] },
  ...{ is_archived: 0, is_starred: 1, created_at: '2020-05-01T10:00:00+0000', language: 'en' },
  content:
    '<p onclick="alert(1)">A lamp shines on the page that somebody reads at night.</p><script>alert(2)</script><p>The second paragraph is about the shade and its colour.</p>',
  annotations: [
    { quote: 'shines on the page', text: 'a note', ranges: [] },
    { quote: 'words that are nowhere in this article', text: '', ranges: [] },
  ],
};

/** Nobody writes this, but a file may have it. */
const DEEP = {
  ...LAMP,
  ...{ id: 2, url: 'https://shelf.example/deep', title: 'Deep', annotations: [] },
  content: `${'<div>'.repeat(50_000)}A deep text${'</div>'.repeat(50_000)}`,
};

describe.each(BROWSERS)('an import in %s', (name) => {
  const world = useWorld(name);

  async function openImport(path: string | null): Promise<ScreenPage> {
    const page = await world.browser.openOwn('library', '#/import');
    await page.waitFor('button', 'Choose a file');
    if (path !== null) await page.chooseFile(path);
    return page;
  }
  const urls = async () => (await savedRows(world.browser)).map(({ url }) => url).sort();

  it('shows first what a bookmark file would bring, imports it, reports the rest and undoes it', async () => {
    const page = await openImport(fileOf('bookmarks.html', BOOKMARKS));
    await page.sees('3 pages are new.');
    await page.sees('1 new label: garden');
    await page.sees('1 row cannot be imported.');
    await world.browser.picture(`import-preview-${name}`);
    expect(await urls()).toEqual([]);
    await page.click('button', 'Import 3 pages');
    await page.sees('bookmarks.html: 3 pages were added.');
    await page.sees('2 entries were not taken, or not as a whole.');
    await world.browser.picture(`import-report-${name}`);
    const rows = await savedRows(world.browser);
    expect(rows.map(({ title, labels }) => [title, labels]).sort()).toEqual([
      ...[1, 2, 3].map((at) => [`Page ${at}`, ['garden']]),
    ]);
    await page.click('button', 'Undo the import');
    await page.sees('bookmarks.html: undone.');
    expect(await urls()).toEqual([]);
    await page.close();
  });

  it('keeps the texts and the highlights of a file that has them', async () => {
    const page = await openImport(fileOf('wallabag.json', JSON.stringify([LAMP, DEEP])));
    await page.sees('2 pages come with their texts.');
    await page.sees('2 highlights.');
    await page.click('button', 'Import 2 pages');
    await page.sees('wallabag.json: 2 pages were added.');
    await page.sees('2 entries were not taken, or not as a whole.');
    const rows = await savedRows(world.browser);
    const row = rows.find(({ title }) => title === 'A lamp');
    expect(rows.find(({ title }) => title === 'Deep')).toMatchObject({
      content: { kind: 'address' },
    });
    expect(row).toMatchObject({
      ...{ title: 'A lamp', isFavourite: true, labels: ['light'], content: { kind: 'article' } },
    });
    const reader = await world.browser.openOwn('library', `#/read/${row?.id}`);
    await reader.sees('A lamp shines on the page that somebody reads at night.');
    expect(await reader.text()).not.toContain('alert');
    await until('the highlight is shown in the text', () =>
      reader.evaluate(() =>
        [...CSS.highlights.values()].some((marked) =>
          [...marked].some((range) => String(range).includes('shines on the page')),
        ),
      ),
    );
    await world.browser.picture(`import-article-${name}`);
    await reader.close();
    await page.click('button', 'Undo the import');
    await page.sees('wallabag.json: undone.');
    await page.close();
  });

  it('goes on after the browser was killed, and has each page once', async () => {
    const count = 8_000;
    const all = Array.from({ length: count }, (_, at) => link(at));
    const page = await openImport(fileOf('many.html', netscape(all)));
    await page.sees('8,000 pages are new.');
    await page.click('button', 'Import 8,000 pages');
    await page.sees(/Importing: [1-9][\d,]* of 8,000 rows/);
    await world.browser.picture(`import-progress-${name}`);
    await world.browser.kill();
    await world.browser.restart();
    const list = await world.browser.openOwn('library');
    await list.sees('An import is not finished.');
    await list.click('link', 'Continue');
    await list.sees(/many\.html: not finished, [1-9][\d,]* of 8,000 rows are done/);
    await list.click('button', 'Continue');
    await list.sees('many.html: 8,000 pages were added.');
    const found = (await urls()).filter((url) => /\/\d+$/.test(url));
    expect([found.length, new Set(found).size]).toEqual([count, count]);
    await list.close();
  });

  it('says clearly that a file has no known format, and changes nothing', async () => {
    const before = await urls();
    const page = await openImport(fileOf('bookmarks.html', '\u0001\u0002 not a bookmark file'));
    await page.sees('This file has no format that Leafmark knows.');
    expect(await urls()).toEqual(before);
    await page.close();
  });
});
