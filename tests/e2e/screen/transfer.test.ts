import { existsSync, openAsBlob, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBundle } from '../../../src/formats/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { downloaded, downloadsOf } from '../support/downloads.ts';
import type { RealBrowser } from '../support/real-browser.ts';
import { saveByKey } from '../support/saving.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const TOUR = 'http://leafpress.example/tour';
const ARTICLE = `${TOUR}/pressing-leaves.html`;

/** The file of the first browser, with which the second one is compared. */
let firstFile: Buffer | null = null;

/** Exports the library and returns the path of the file that the browser has downloaded. */
async function exported({ browser }: { readonly browser: RealBrowser }): Promise<string> {
  const earlier = downloadsOf(browser);
  const page = await browser.openOwn('library', '#/export');
  await page.click('button', 'Export');
  await page.sees('is ready');
  await browser.picture('export');
  const file = await downloaded(browser, /^leafmark-.*\.zip$/, earlier);
  await page.close();
  return file;
}

describe.each(BROWSERS)('an exported library in %s', (name) => {
  const world = useWorld(name);

  it('has everything, and is the same, byte for byte, after the browser was emptied', async () => {
    for (const path of ['reading-lamp.html', 'garden-arabic.html']) {
      await saveByKey(world, `${TOUR}/${path}`);
    }
    await saveByKey(world, ARTICLE);
    const path = await exported(world);
    const file = readFileSync(path);
    const bundle = await openBundle(await openAsBlob(path));
    if (!bundle.ok) throw new Error(bundle.error.kind);
    const { values } = await bundle.value.readBookmarks('000001.jsonl');
    const bookmark = values.find(({ url }) => url === ARTICLE);
    expect(await bundle.value.readArticle(bookmark?.article?.file ?? '')).toContain(
      'A leaf loses its colour twice',
    );
    const hashes = bookmark?.article?.images.flatMap(({ hash }) => hash ?? []) ?? [];
    expect(hashes.length).toBeGreaterThan(0);
    for (const hash of hashes) expect(await bundle.value.readImage(hash)).not.toBe(null);

    expect((await emptiedAndImported(world, path)).equals(file)).toBe(true);

    // The second browser of this process restores the file of the first, too, and writes the same.
    if (firstFile !== null) {
      const other = join(temporaryFolder('transfer'), 'leafmark.zip');
      writeFileSync(other, firstFile);
      expect((await emptiedAndImported(world, other)).equals(firstFile)).toBe(true);
    }
    firstFile ??= file;
  });

  it('comes among the downloads by itself, and brings back a library that was deleted', async () => {
    const { browser } = world;
    const folder = join(browser.downloads, 'Leafmark');
    const files = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
    const isComplete = (name: string) => /^leafmark-[\dT-]{19}\.zip$/.test(name);
    const options = await browser.openOwn('options', '#/backup');
    await browser.answer('allow', () => options.click('button', 'Export every day'));
    await options.sees('Last export');
    // The first one was checked before it was written there.
    await options.sees('it has everything as it is in your library');
    const [first = '', ...others] = files();
    expect([isComplete(first), others]).toEqual([true, []]);
    await browser.picture('backup');
    expect(await seriousFindings(options)).toEqual([]);
    await options.close();

    // The background makes the next one when it is due, without a page. Firefox has forgotten the
    // first download by then.
    if (name === 'firefox') await browser.restart();
    else await browser.stopWorker();
    await browser.runBehind(makeDue);
    const second = await until('only the next backup is there', () => {
      const [file = '', ...others] = files();
      return isComplete(file) && file !== first && others.length === 0 ? file : undefined;
    });

    await emptiedAndImported(world, join(folder, second));
    const after = await browser.openOwn('options', '#/backup');
    await after.click('button', 'Stop exporting');
    await after.waitFor('button', 'Export every day');
    await after.close();
    expect(files()).toEqual([second]);
  });
});

/** Runs in a page with the extension's storage. The last backup was made two days ago, and one file is kept. */
async function makeDue(): Promise<void> {
  type Stored = {
    readonly backups: { readonly files: readonly { readonly at: number }[] };
    readonly backupSettings?: object;
  };
  type Api = {
    readonly storage: {
      readonly local: { get(key: string): Promise<Stored>; set(items: Stored): Promise<void> };
    };
    readonly alarms: { create(name: string, alarm: { readonly when: number }): Promise<void> };
  };
  const global = globalThis as unknown as { readonly browser?: Api; readonly chrome: Api };
  // The API is called `browser` in Firefox and `chrome` in Chromium.
  const { storage, alarms } = global.browser ?? global.chrome;
  const { backups } = await storage.local.get('backups');
  const files = backups.files.map((file) => ({ ...file, at: file.at - 2 * 24 * 3_600_000 }));
  await storage.local.set({
    backups: { ...backups, files },
    backupSettings: { every: 'day', keep: 1 },
  });
  await alarms.create('backup', { when: Date.now() });
}

/** Deletes the library, imports a file, and returns the library as it is exported then. */
async function emptiedAndImported(
  world: { readonly browser: RealBrowser },
  path: string,
): Promise<Buffer> {
  const { browser } = world;
  await browser.runBehind(emptyLibrary);
  const page = await browser.openOwn('library', '#/import');
  await page.waitFor('button', 'Choose a file');
  await page.chooseFile(path);
  await page.click('button', /^Import \(/);
  await page.sees('Pages added: 3');
  await browser.picture('import');
  return readFileSync(await exported(world));
}

/** Runs in a page with the extension's storage. Deletes the library. */
async function emptyLibrary(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('leafmark')) continue;
    await new Promise((done, fail) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = done;
      request.onerror = () => fail(request.error);
    });
  }
}
