import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { overWords } from '../support/highlighting.ts';
import { chooseOption } from '../support/options.ts';
import { serveArticle } from '../support/pages.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { until } from '../support/until.ts';
import { useWorld, type World } from '../support/world.ts';

const WORDS = 'The garden behind the old library';
const OTHER_WORDS = 'the gate stood open';

/**
 * Runs in a page of the extension. A person cannot choose a folder in a test, so the dialog gives one of the
 * browser's own file system, whose handles are the same.
 */
function giveFolder(): void {
  const chosen = navigator.storage
    .getDirectory()
    .then((root) => root.getDirectoryHandle('Notes', { create: true }));
  Object.assign(window, { showDirectoryPicker: () => chosen });
}

/** Runs beside the extension. Returns the files of the folder. */
async function filesOfFolder(): Promise<Record<string, string>> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('Notes', { create: true });
  const texts: Record<string, string> = {};
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file') continue;
    texts[name] = await (await (handle as FileSystemFileHandle).getFile()).text();
  }
  return texts;
}

/** Runs there. A person writes around the marks. */
async function writeAround(name: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('Notes');
  const handle = await folder.getFileHandle(name);
  const text = await (await handle.getFile()).text();
  const stream = await handle.createWritable();
  await stream.write(`my words above\r\n${text}my words below`);
  await stream.close();
}

/** Runs there. */
async function removeFolder(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry('Notes', { recursive: true });
}

async function highlight({ browser }: World, id: string, words: string): Promise<void> {
  const reader = await browser.openOwn('library', `#/read/${id}`);
  await reader.sees(WORDS);
  await overWords(reader, words, 'drag');
  await reader.click('button', 'Blue');
  await reader.sees('Highlighted.');
  await reader.close();
}

/** Takes pictures of the section in two themes, two widths and from right to left. */
async function look({ browser }: World, page: ScreenPage, name: string): Promise<void> {
  for (const theme of ['Light', 'Dark']) {
    await chooseOption(browser, theme, { theme: theme === 'Dark' ? 'dark' : 'light' });
    await page.page.bringToFront();
    for (const [size, width] of [
      ['wide', 1280],
      ['narrow', 360],
    ] as const) {
      await page.page.setViewport({ width, height: 740 });
      await page.picture(browser.artifact(`${name}-${theme.toLowerCase()}-${size}`));
      expect(await fitsItsWidth(page)).toBe(true);
    }
    expect(await seriousFindings(page)).toEqual([]);
  }
}

describe.each(BROWSERS)('sending highlights on in %s', (name) => {
  const world = useWorld(name);
  let id = '';
  beforeAll(async () => {
    const url = serveArticle(world.web, 'marked', { title: 'A marked page' });
    await saveByKey(world, url);
    ({ id } = await rowOf(world, url));
    await highlight(world, id, WORDS);
  });

  if (name === 'chromium') {
    it('keeps the files of a folder up to date, between what a person wrote', async () => {
      const { browser } = world;
      const options = await browser.openOwn('options', '#/send');
      await options.evaluate(giveFolder);
      await options.click('button', 'Choose a folder');
      await options.sees('Files that were written: 1.');
      const [[file = '', text = ''] = []] = Object.entries(await browser.runBehind(filesOfFolder));
      expect(file).toMatch(/^a-marked-page-\d{4}-\d\d-\d\d\.md$/);
      expect(text).toMatch(/^---\ntitle: "A marked page"\n/);
      expect(text).toContain(`> ${WORDS}`);
      await look(world, options, 'send-folder');

      await browser.runBehind(writeAround, file);
      // No page of the options is needed.
      await options.close();
      await browser.stopWorker();
      await highlight(world, id, OTHER_WORDS);
      const changed = await until('the new highlight is in the file', async () => {
        const { [file]: now = '' } = await browser.runBehind(filesOfFolder);
        return now.includes(`> ${OTHER_WORDS}`) ? now : undefined;
      });
      expect(changed.startsWith('my words above\r\n---\n')).toBe(true);
      expect(changed.endsWith('<!-- leafmark:end -->\nmy words below')).toBe(true);

      await browser.runBehind(removeFolder);
      const after = await browser.openOwn('options', '#/send');
      await highlight(world, id, 'who kept the key');
      await after.page.bringToFront();
      await after.sees('The folder is not there.');
      await look(world, after, 'send-gone');
      const library = await browser.openOwn('library');
      await library.sees('Your highlights wait to be sent on.');
      await library.waitFor('link', 'Send my highlights on');
      await library.picture(browser.artifact('send-waiting'));
      expect(await seriousFindings(library)).toEqual([]);
      await library.close();
      await after.page.bringToFront();
      await after.evaluate(giveFolder);
      await after.click('button', 'Choose a folder');
      await after.sees('Files that were written: 1.');
      await after.click('button', 'Stop');
      await after.waitFor('button', 'Choose a folder');
      await look(world, after, 'send-off');
      await after.close();
    });
    return;
  }

  it('writes files anew among the downloads', async () => {
    const { browser } = world;
    const folder = join(browser.downloads, 'Leafmark');
    const files = () => (existsSync(folder) ? readdirSync(folder) : []);
    const options = await browser.openOwn('options', '#/send');
    await browser.answer('allow', () => options.click('button', 'Send my highlights on'));
    await options.sees('Files that were written: 1.');
    const [file = '', ...others] = files();
    expect([/^a-marked-page-[\d-]+\.md$/.test(file), others]).toEqual([true, []]);
    await look(world, options, 'send-downloads');
    await highlight(world, id, OTHER_WORDS);
    await until(
      'the new highlight is in the file',
      () => files().length === 1 && readFileSync(join(folder, file), 'utf8').includes(OTHER_WORDS),
    );
    await options.page.bringToFront();
    await options.click('button', 'Stop');
    await options.waitFor('button', 'Send my highlights on');
    await options.close();
  });
});
