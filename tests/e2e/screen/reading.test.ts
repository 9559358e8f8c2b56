import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { serveArticle, serveImage } from '../support/pages.ts';
import { chooseMore } from '../support/popup.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import type { ScreenPage } from '../support/screen-page.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

const IMAGES = `
  <figure><img src="/own.png" width="120" height="120" alt="From the page's own site"></figure>
  <figure><img src="http://cors.example/shared.png" width="120" height="120" alt="From a site that shares it"></figure>
  <figure><img src="http://closed.example/closed.png" width="120" height="120" alt="From a site that does not"></figure>`;

/** Waits until the reader shows `count` pictures and returns their widths. */
const drawnImages = (page: ScreenPage, count: number): Promise<readonly number[]> =>
  until(`${count} pictures are drawn`, async () => {
    const widths = await page.evaluate(async () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('article img')];
      for (const image of images) await image.decode();
      return images.map((image) => image.naturalWidth);
    });
    return widths.length === count ? widths : null;
  });

describe.each(BROWSERS)('reading in %s', (name) => {
  const world = useWorld(name);
  const url = 'http://journal.example/pictured';

  it('works offline in the popup and in a tab, with images', async () => {
    const { browser, web } = world;
    serveImage(web, 'http://journal.example/own.png', [40, 90, 200], 120);
    serveImage(web, 'http://cors.example/shared.png', [200, 90, 40], 120);
    serveImage(web, 'http://closed.example/closed.png', [90, 90, 90], 120);
    serveArticle(web, 'pictured', { title: 'With pictures', middle: IMAGES });
    await browser.open(url);
    await (await browser.popup()).sees('Saved');
    await until('the images are kept', async () =>
      (await rowOf(world, url)).images.every((image) => image !== 'pending'),
    );
    expect((await rowOf(world, url)).images).toEqual(['kept', 'kept', 'not-readable']);

    web.goOffline();
    await browser.open('http://journal.example/other').catch(() => {}); // The network is off from here.
    const mark = web.requests.length;
    const popup = await browser.popup();
    await popup.click('link', 'With pictures');
    await popup.sees('The garden behind the old library');
    expect(await drawnImages(popup, 2)).toEqual([120, 120]);
    await popup.sees('Not kept');
    expect(await popup.evaluate(() => innerWidth)).toBe(400);
    await browser.picture('reader-popup-offline');

    expect(await popup.evaluate(linesOfTools)).toBe(1);
    await chooseMore(popup, 'Open in tab');
    const tab = await browser.tab(/library\.html#\/read\//);
    await tab.sees('The garden behind the old library');
    expect(await drawnImages(tab, 2)).toEqual([120, 120]);
    await browser.picture('reader-tab-offline');

    expect(web.requestsSince(mark)).toEqual([]);
    web.goOnline();
  });

  it('breaks the long lines of plain text', async () => {
    const { browser, web } = world;
    const notes = 'http://journal.example/notes.txt';
    web.on(notes, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`Notes of the garden\n\n${'The paths are swept, the beds turned. '.repeat(40)}`);
    });
    await saveByKey(world, notes);
    const popup = await browser.popup();
    // The saved page leaves the list now, so the rows move.
    await popup.sees('Saved');
    await popup.click('link', 'Notes of the garden');
    await popup.sees('The paths are swept');
    await browser.picture('reader-popup-plain-text');
    expect(await popup.evaluate(scrollsSideways)).toBe(false);
    const { id } = await rowOf(world, notes);
    const tab = await browser.openOwn('library', `#/read/${id}`);
    await tab.sees('The paths are swept');
    await browser.picture('reader-tab-plain-text');
    expect(await tab.evaluate(scrollsSideways)).toBe(false);
  });
});

/**
 * Runs in the reader. Returns true if something in the article, or the page, is wider than its
 * container.
 */
function scrollsSideways(): boolean {
  const parts = [document.documentElement, ...document.querySelectorAll('.article pre')];
  return parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}

/** Runs in the reader. Returns the number of lines that its tools take. */
function linesOfTools(): number {
  const tools = document.querySelectorAll('.reader-toolbar .icon-button');
  return new Set([...tools].map((tool) => tool.getBoundingClientRect().top)).size;
}
