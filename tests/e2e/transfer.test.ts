import { existsSync, openAsBlob, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBundle } from '../../src/formats/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { BROWSERS } from './support/launch.ts';
import type { RealBrowser } from './support/real-browser.ts';
import { saveByKey } from './support/saving.ts';
import { until } from './support/until.ts';
import { useWorld } from './support/world.ts';

const TOUR = 'http://leafpress.example/tour';
const ARTICLE = `${TOUR}/pressing-leaves.html`;

/** The file of the first browser, with which the second one is compared. */
let firstFile: Buffer | null = null;

/** Exports the library and returns the path of the file that the browser has downloaded. */
async function exported({ browser }: { readonly browser: RealBrowser }): Promise<string> {
  const { downloads } = browser;
  const files = () => (existsSync(downloads) ? readdirSync(downloads) : []);
  const before = new Set(files());
  const page = await browser.openOwn('library', '#/export');
  await page.click('button', 'Export');
  await page.sees('is ready');
  await browser.picture('export');
  const file = await until('the file is downloaded', () =>
    files().find((name) => /^leafmark-.*\.zip$/.test(name) && !before.has(name)),
  );
  await page.close();
  return join(downloads, file);
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

    // The other browser restores the file, too, and writes the same.
    const other = join(temporaryFolder('transfer'), 'leafmark.zip');
    writeFileSync(other, firstFile ?? file);
    expect((await emptiedAndImported(world, other)).equals(firstFile ?? file)).toBe(true);
    firstFile ??= file;
  });
});

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
  await page.sees('3 pages were added');
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
