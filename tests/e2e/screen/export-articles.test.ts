// @module-tag full
// @module-tag chromium
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../../formats/archives.ts';
import { seriousFindings } from '../support/accessibility.ts';
import { BROWSERS } from '../support/browsers.ts';
import { downloaded } from '../support/downloads.ts';
import { chooseOption } from '../support/options.ts';
import { saveByKey } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { useWorld } from '../support/world.ts';

const TOUR = 'http://leafpress.example/tour';
const ARTICLE = `${TOUR}/pressing-leaves.html`;
const TITLE = /^How to press a leaf/;

describe.each(BROWSERS)('articles that are exported in %s', (name) => {
  const world = useWorld(name);

  async function exportAs(page: ScreenPage, format: RegExp): Promise<void> {
    await page.click('radio', format);
    await page.click('button', 'Export');
    await page.sees('is ready');
  }

  it('come as Markdown with their images, and as a book, of the pages that are selected', async () => {
    const { browser } = world;
    for (const path of ['reading-lamp.html', 'garden-arabic.html', 'pressing-leaves.html']) {
      await saveByKey(world, `${TOUR}/${path}`);
    }
    const page = await browser.openOwn('library', '#/all');
    await page.waitFor('link', TITLE);
    await page.press('ctrl+a');
    await page.sees('Selected: 3');
    await page.click('button', 'Export');
    await page.waitFor('radio', 'Selected: 3');
    await exportAs(page, /^Markdown with images/);
    await browser.picture('export-markdown');
    expect(await seriousFindings(page)).toEqual([]);
    const markdown = await filesOf(readFileSync(await downloaded(world.browser, /\.md\.zip$/)));
    const leaves = [...markdown.keys()].filter((file) => file.startsWith('how-to-press-a-leaf'));
    expect(leaves.length).toBeGreaterThan(1);
    const text = [...markdown].find(([file]) => file === leaves.at(-1))?.[1] ?? '';
    expect(text).toContain('A leaf loses its colour twice');
    expect(text).toMatch(/!\[[^\]]*\]\(\d+\.\w+\)/);
    expect([...markdown.keys()].filter((file) => file.endsWith('/index.md'))).toHaveLength(3);

    await exportAs(page, /^A book/);
    const book = readFileSync(await downloaded(world.browser, /\.epub$/));
    const files = await filesOf(book);
    expect(files.get('EPUB/nav.xhtml')).toContain('chapter-3.xhtml');
    expect(files.get('EPUB/package.opf')).toContain('properties="cover-image"');
    await page.close();
  });

  // Downloads differ between the browsers, and the test above makes some in both.
  if (name === 'firefox') return;

  it('are offered by the reader, in the light and in the dark', async () => {
    const { browser } = world;
    for (const theme of ['Light', 'Dark'] as const) {
      await chooseOption(browser, theme, { theme: theme === 'Light' ? 'light' : 'dark' });
      const page = await browser.openOwn('library', '#/export');
      await page.click('radio', /^Markdown in one file/);
      await page.sees('As quotes after the text');
      await browser.picture(`export-${theme.toLowerCase()}`);
      await page.close();
      const library = await browser.openOwn('library', '#/all');
      await library.click('link', TITLE);
      await library.sees('A leaf loses its colour twice');
      await library.click('button', 'More');
      await library.waitFor('button', 'EPUB');
      await browser.picture(`export-reader-${theme.toLowerCase()}`);
      expect(await seriousFindings(library)).toEqual([]);
      if (theme === 'Light') await library.click('button', 'Web page');
      else await library.click('button', 'Markdown link');
      await library.sees(theme === 'Light' ? 'is ready' : 'Copied');
      await library.close();
    }
    const html = new TextDecoder().decode(readFileSync(await downloaded(world.browser, /\.html$/)));
    expect(html).toContain('A leaf loses its colour twice');
    expect(html).toContain('src="data:image/');
    expect(html).toContain(ARTICLE);
  });
});
