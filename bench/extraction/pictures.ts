import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countWords } from '../../src/domain/reading-time';
import { until } from '../../tests/e2e/support/until';
import { BenchBrowser } from '../browser';
import type { CorpusPage } from '../capture/corpus';
import { buildExtension } from '../extension';
import { type Figure, figuresOf, NothingToMeasure } from '../figure';
import type { ShownArticle } from '../page/reader';
import { candidatesOf, choosePages } from './chosen-pages';
import { captureOnServer, readabilityOnServer } from './on-server';

const PAGES = 20;
const THEMES = ['light', 'dark'] as const;
const SIDES = ['before: plain Readability', 'after: Leafmark'] as const;
/** In px. Of a longer article the start and the end are shown. */
const SHOWN = { width: 720, start: 3_000, end: 1_500 };

/**
 * Takes pictures of twenty pages of a corpus and of `tests/pages/marked` in the reader of the built
 * extension: the article of plain Readability beside Leafmark's, in each theme. Images are grey.
 *
 * @param folder gets `NUMBER-NAME-THEME.png`
 * @param only of the twenty, those whose name contains this
 */
export async function* takePictures(
  corpus: readonly CorpusPage[],
  folder: string,
  only: string,
): AsyncGenerator<Figure> {
  const pages = choosePages(candidatesOf(corpus), PAGES)
    .map(({ page }, index) => ({
      page,
      name: `${String(index + 1).padStart(2, '0')}-${page.name}`,
    }))
    .filter(({ name }) => name.includes(only));
  if (pages.length === 0)
    throw new NothingToMeasure(`none of the pages has "${only}" in its name.`);
  await mkdir(folder, { recursive: true });
  const shown = pages.map(({ page }, index) => [
    { ...readabilityArticle(page), id: `${index}-0` },
    { ...leafmarkArticle(page), id: `${index}-1` },
  ]);
  using extension = await buildExtension();
  await using browser = await BenchBrowser.open(extension);
  await browser.callAnew('storeArticles', shown.flat());
  for (const [index, { name }] of pages.entries()) {
    for (const theme of THEMES) {
      const sides: string[][] = [];
      for (const { id, html } of shown[index] ?? []) {
        sides.push(html === '' ? [] : await pictureReader(browser, id, theme));
      }
      await besideEachOther(
        browser,
        sides,
        `${name}, ${theme}`,
        join(folder, `${name}-${theme}.png`),
      );
    }
    const taken = [THEMES.length, 'pictures'] as const;
    const floor = 'plain Readability beside it';
    yield figuresOf('extraction').value(`pictures: ${name}`, taken, 1, floor);
  }
}

type Content = Omit<ShownArticle, 'id'>;

function readabilityArticle(page: CorpusPage): Content {
  const { parsed, html, title } = readabilityOnServer(page);
  return {
    url: page.url,
    html,
    title,
    siteName: parsed?.siteName ?? '',
    authors: parsed?.byline ? [parsed.byline] : [],
    published: parsed?.publishedTime ?? null,
    lang: parsed?.lang ?? '',
    textDirection: parsed?.dir === 'rtl' ? 'rtl' : null,
    imageUrl: null,
    wordCount: countWords(parsed?.textContent ?? '', parsed?.lang ?? ''),
  };
}

function leafmarkArticle(page: CorpusPage): Content {
  const { capture, html } = captureOnServer(page);
  if (capture === null) throw new Error(`${page.name} cannot be captured.`);
  return { ...capture.metadata, url: page.url, html, wordCount: capture.article?.wordCount ?? 0 };
}

/** Returns pictures of an article in the reader as PNG in Base64: its start, and possibly its end. */
async function pictureReader(
  { page, origin }: BenchBrowser,
  id: string,
  theme: (typeof THEMES)[number],
): Promise<string[]> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  await page.setViewport({ width: SHOWN.width, height: SHOWN.start });
  // Another address first: the same page with another fragment would not be loaded again.
  await page.goto('about:blank');
  await page.goto(`${origin}/library.html#/read/${id}`);
  // The browser draws nothing in a tab behind another, such as the page of a new installation.
  await page.bringToFront();
  await until(`the reader shows ${id}`, () => page.evaluate(IS_SHOWN));
  let height = -1;
  // The picture above the text comes after it.
  await until(`the end of ${id} stays in its place`, async () => {
    const before = height;
    height = Math.ceil(Number(await page.evaluate(END)));
    return height === before && (await page.evaluate(IS_SHOWN));
  });
  const picture = (y: number, to: number) =>
    page.screenshot({
      encoding: 'base64',
      captureBeyondViewport: true,
      clip: { x: 0, y, width: SHOWN.width, height: to - y },
    });
  const start = await picture(0, Math.min(height, SHOWN.start));
  if (height <= SHOWN.start) return [start];
  return [start, await picture(Math.max(SHOWN.start, height - SHOWN.end), height)];
}

/** Runs in the reader. True when the text is there and its images are drawn. */
const IS_SHOWN = `(() => {
  const article = document.querySelector('.article');
  return article?.firstChild != null && [...document.images].every((image) => image.complete);
})()`;

/** Runs in the reader. The end of the text in px, because a short one is lower than the window. */
const END = `document.querySelector('.reader-text').getBoundingClientRect().bottom + scrollY`;

/** Writes one picture with both sides. */
async function besideEachOther(
  { page }: BenchBrowser,
  sides: readonly (readonly string[])[],
  title: string,
  path: string,
): Promise<void> {
  const columns = SIDES.map((side, index) => {
    const pictures = sides[index] ?? [];
    const images = pictures.map((data) => `<img src="data:image/png;base64,${data}">`);
    return `<td><h2>${side}</h2>${images.join('<hr>') || '<p>There is no article.</p>'}</td>`;
  });
  await page.goto('about:blank');
  await page.setViewport({ width: 2 * SHOWN.width + 60, height: 900 });
  await page.setContent(
    `<style>body { margin: 10px; background: #888; font: 20px sans-serif }
      td { vertical-align: top; padding: 0 5px } img { display: block }
      hr { border: 6px dashed #c33; margin: 8px 0 }</style>
      <h1>${title}</h1><table><tr>${columns.join('')}</tr></table>`,
  );
  await page.screenshot({ path: path as `${string}.png`, fullPage: true });
}
