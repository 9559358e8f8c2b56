import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES, MAX_IMPORTED_ROWS } from '../../../src/formats/imports/limits.ts';
import { FORMATS, type TextFormat } from '../../formats/imports/writers.ts';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts.ts';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server.ts';
import { fileOf, link, netscape } from '../support/import-looks.ts';
import { largeFile, longestTask, peakMemory, watchTasks } from '../support/large-files.ts';
import { savedRows } from '../support/saved-rows.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { allowAgain, goTo, mayConnect, openConsent } from '../support/signing-in.ts';
import { librarySize } from '../support/stored-library.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

/** `npm run soak -- imports` has files of 100 MB, and more rows than are allowed, in each format. */
const IS_SOAK = process.env.LEAFMARK_IMPORT_ROWS !== undefined;
const REFUSED: readonly TextFormat[] = IS_SOAK ? FORMATS : [];
/** Each preview reads the whole file; two of them are imported. */
const LARGE: readonly TextFormat[] = IS_SOAK ? FORMATS : ['browser'];
const IMPORTED: readonly TextFormat[] = IS_SOAK ? ['browser', 'pocket-file'] : [];
const LARGE_ROWS = IS_SOAK ? MAX_IMPORTED_ROWS : 2_000;
const PREVIEW_MS = CONDITION_TIMEOUT_MS + LARGE_ROWS;

const BOOKMARKS = netscape([
  ...[1, 2, 3].map((at) => link(at)),
  '<A HREF="javascript:alert(1)">A script</A>',
  link(2),
]);

const LAMP = {
  id: 1,
  url: 'https://shelf.example/lamp',
  title: 'A lamp',
  tags: [{ label: 'light' }],
  is_archived: 0,
  is_starred: 1,
  created_at: '2020-05-01T10:00:00+0000',
  language: 'en',
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
  id: 2,
  url: 'https://shelf.example/deep',
  title: 'Deep',
  annotations: [],
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
  /** The addresses of the library, without its trash. */
  const urls = async () => {
    const rows = await savedRows(world.browser);
    return rows.flatMap(({ url, trashedAt }) => (trashedAt === null ? [url] : [])).sort();
  };

  // The same code reads files in both browsers; in Firefox `looks` imports one and sees its report.
  if (name === 'chromium') {
    it('shows first what a bookmark file would bring, imports it, reports the rest and undoes it', async () => {
      const page = await openImport(fileOf('bookmarks.html', BOOKMARKS));
      await page.sees('New pages: 3');
      await page.sees('New labels (1): garden');
      await page.sees('Rows that cannot be imported: 1');
      await world.browser.picture(`import-preview-${name}`);
      expect(await urls()).toEqual([]);
      await page.click('button', 'Import (3)');
      await page.sees('bookmarks.html: Pages added: 3');
      await page.sees('Entries left out, joined or imported in part: 2');
      await world.browser.picture(`import-report-${name}`);
      const rows = await savedRows(world.browser);
      expect(rows.map(({ title, labels }) => [title, labels]).sort()).toEqual([
        ...[1, 2, 3].map((at) => [`Page ${at}`, ['garden']]),
      ]);
      await page.click('button', 'Undo the import');
      await page.sees('bookmarks.html: undone.');
      expect(await urls()).toEqual([]);
      // The removed pages can be restored for 30 days.
      expect(await savedRows(world.browser)).toHaveLength(3);
      await page.close();
    });

    it('keeps the texts and the highlights of a file that has them', async () => {
      const page = await openImport(fileOf('wallabag.json', JSON.stringify([LAMP, DEEP])));
      await page.sees('With their text: 2');
      await page.sees('2 highlights');
      await page.click('button', 'Import (2)');
      await page.sees('wallabag.json: Pages added: 2');
      await page.sees('Entries left out, joined or imported in part: 2');
      const rows = await savedRows(world.browser);
      const row = rows.find(({ title }) => title === 'A lamp');
      expect(rows.find(({ title }) => title === 'Deep')).toMatchObject({
        content: { kind: 'address' },
      });
      expect(row).toMatchObject({
        title: 'A lamp',
        isFavourite: true,
        labels: ['light'],
        content: { kind: 'article' },
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
  }

  const many = (from: number, count: number) =>
    netscape(Array.from({ length: count }, (_, at) => link(from + at)));
  const numbered = async (from: number) =>
    (await urls()).filter((url) => Number(/\/(\d+)$/.exec(url)?.[1] ?? 0) >= from);

  it('goes on when its page is closed, and when the background is killed', async () => {
    const count = 1_500;
    const page = await openImport(fileOf('closed.html', many(20_000, count)));
    await page.click('button', 'Import (1,500)');
    await page.sees(/Importing: [1-9][\d,]* of 1,500/);
    await page.close();
    await world.browser.stopWorker();
    // A page wakes the background, as any page of the extension does.
    const list = await world.browser.openOwn('library');
    await list.close();
    await until('all pages are there', async () => (await numbered(20_000)).length === count);
    const again = await openImport(null);
    await again.sees('closed.html: Pages added: 1,500');
    await again.close();
  });

  it('pauses, goes on by itself after the browser was killed, and has each page once', {
    tags: ['firefox-full'],
  }, async () => {
    const count = 1_500;
    const page = await openImport(fileOf('many.html', many(100_000, count)));
    await page.sees('New pages: 1,500');
    await page.click('button', 'Import (1,500)');
    await page.sees(/Importing: [1-9][\d,]* of 1,500/);
    await page.click('button', 'Pause');
    await page.sees(/many\.html: paused, [1-9][\d,]* of 1,500 rows are done/);
    await page.click('button', 'Continue');
    await page.sees(/Importing: [1-9][\d,]* of 1,500/);
    await world.browser.kill();
    await world.browser.restart();
    const list = await openImport(null);
    await list.sees('many.html: Pages added: 1,500');
    const found = await numbered(100_000);
    expect([found.length, new Set(found).size]).toEqual([count, count]);
    await list.close();
  });

  // The sizes and formats do not depend on the browser, and neither do the keys.
  if (name === 'chromium') {
    it('can be done by keyboard alone', async () => {
      const page = await openImport(fileOf('keyboard.html', netscape([link(7), link(8)])));
      await page.sees('New pages: 2');
      await page.tabTo(/^Archive them$/);
      await page.press('space');
      await page.tabTo(/^Import \(2\)$/);
      await page.press('Return');
      await page.sees('keyboard.html: Pages added: 2');
      const rows = (await savedRows(world.browser)).filter(({ url }) => /\/[78]$/.test(url));
      expect(rows.map(({ isArchived }) => isArchived)).toEqual([true, true]);
      await page.tabTo(/^Undo the import$/);
      await page.press('Return');
      await page.sees('keyboard.html: undone.');
      await page.close();
    });

    it.each(REFUSED)(
      'of %s with too many rows is refused, and the page responds',
      async (format) => {
        const path = fileOf('large', await largeFile(format, MAX_IMPORTED_ROWS + 1, false));
        const page = await openImport(null);
        await watchTasks(page);
        await page.chooseFile(path);
        await until(
          'it is refused',
          async () => (await page.text()).includes('more rows'),
          PREVIEW_MS,
        );
        report(`${format}, too many rows`, 0, await longestTask(page), peakMemory(page));
        await page.close();
      },
    );

    it.each(LARGE)(
      'of a large file of %s shows what it would bring, and the page responds',
      async (format) => {
        const file = await largeFile(format, LARGE_ROWS, true);
        const path = fileOf('large', file);
        const page = await openImport(null);
        await watchTasks(page);
        await page.chooseFile(path);
        const text = /(?:New pages|Already in your library): [\d,]+/;
        await until('the preview', async () => text.test(await page.text()), PREVIEW_MS);
        report(`${format}, preview`, file.length, await longestTask(page), peakMemory(page));
        if (IMPORTED.includes(format)) {
          await page.click('button', /^Import \([\d,]+\)/);
          await until(
            'all rows are done',
            async () => /large: Pages added: [\d,]+/.test(await page.text()),
            10 * PREVIEW_MS,
          );
          report(`${format}, import`, file.length, await longestTask(page), peakMemory(page));
          await page.click('button', 'Undo the import');
          const isUndone = async () => (await page.text()).includes('large: undone.');
          await until('it is undone', isUndone, 10 * PREVIEW_MS);
        }
        await page.close();
      },
      30 * PREVIEW_MS,
    );

    it('says clearly that a file has no known format, and changes nothing', async () => {
      const before = await urls();
      const page = await openImport(fileOf('bookmarks.html', '\u0001\u0002 not a bookmark file'));
      await page.sees('Leafmark does not know the format of this file');
      expect(await urls()).toEqual(before);
      await page.close();
    });

    it('of more than 100 MB is refused before it is read', async () => {
      const page = await openImport(
        fileOf('huge.html', netscape([link(1)]).padEnd(MAX_FILE_BYTES + 1)),
      );
      await page.sees('This file is larger');
      await page.close();
    });
  }

  // Only the permission and the storage differ in Firefox, and the sign-in tests them there.
  if (name === 'chromium') {
    describe('that needs a server', () => {
      let server: CompanionServer;
      beforeAll(async () => {
        server = await startCompanion();
      });
      afterAll(() => server.stop());

      it('takes everything from another server, goes on after the browser was killed, and is undone', async () => {
        const count = 200;
        await server.fill(count);
        const before = (await urls()).length;
        const signIn = async (go: (work: () => Promise<void>) => Promise<unknown>) => {
          const shown = await openImport(null);
          await shown.click('button', 'From another server');
          await go(() => goTo(shown, server.base));
          await world.browser.picture(`import-server-sign-in-${name}`);
          const consent = await openConsent(world, shown, server.base);
          await consent.click('button', 'Allow');
          await shown.sees('New pages: 200');
          return shown;
        };
        const left = await signIn((work) => world.browser.answer('allow', work));
        expect(await world.browser.runBehind(mayConnect)).toBe(true);
        const libraries = async () =>
          world.browser.runBehind(async () =>
            (await indexedDB.databases()).map(({ name }) => name ?? '').sort(),
          );
        const withSource = await libraries();
        await left.click('button', 'Cancel');
        await left.waitFor('button', 'From another server');
        await until('the permission is given back', async () => {
          return !(await world.browser.runBehind(mayConnect));
        });
        await left.close();
        const own = await libraries();
        expect(withSource).toHaveLength(own.length + 1);

        // Chromium grants again without a question what was given back.
        const page = await signIn((work) => work());
        await page.sees('With their text: 200');
        await world.browser.picture(`import-server-preview-${name}`);
        await page.click('button', 'Import (200)');
        await page.sees(/Articles still to be downloaded|Importing: [1-9]/);
        await world.browser.kill();
        await world.browser.restart();
        const list = await openImport(null);
        const { host } = new URL(server.base);
        await world.browser.picture(`import-server-waits-${name}`);
        // Chromium forgets the permissions of an extension that was loaded for a test.
        const isDone = async () => (await list.text()).includes(`${host}: Pages added: 200`);
        await allowAgain(world.browser, list, isDone);
        await list.sees(`${host}: Pages added: 200`);
        await until('the permission is given back', async () => {
          return !(await world.browser.runBehind(mayConnect));
        });
        const found = (await urls()).filter((url) => url.startsWith('http://filled.example/'));
        expect([found.length, new Set(found).size]).toEqual([count, count]);
        expect((await list.evaluate(librarySize)).images).toBeGreaterThanOrEqual(count);
        expect(await libraries()).toEqual(own);
        await list.click('button', 'Undo the import');
        await list.sees(`${host}: undone.`);
        expect(await urls()).toHaveLength(before);
        await list.close();
      });
    });
  }
});

function report(what: string, bytes: number, taskMs: number, memoryMb: number): void {
  if (!IS_SOAK) return;
  const size = bytes === 0 ? '' : `, file ${Math.round(bytes / 1e6)} MB`;
  console.info(`${what}${size}: longest task ${Math.round(taskMs)} ms, peak memory ${memoryMb} MB`);
}
