// @module-tag full
import { describe, expect, it } from 'vitest';
import { TOUCHES } from '../../support/touches.ts';
import { XSS_VECTORS } from '../../support/xss-vectors.ts';
import { BROWSERS } from '../support/browsers.ts';
import { articleHtml } from '../support/pages.ts';
import { rowOf, saveByKey } from '../support/saving.ts';
import {
  installMonitor,
  plantDangers,
  type ScriptMonitor,
  showAndTouch,
} from '../support/script-monitor.ts';
import { storeArticles } from '../support/stored-articles.ts';
import { until } from '../support/until.ts';
import { useWorld } from '../support/world.ts';

/**
 * Each vector has its own article, because text after an open `<plaintext>` is not parsed as
 * markup.
 */
const ARTICLES = XSS_VECTORS.map(({ name, html }, index) => ({
  id: `vector-${index}`,
  title: name,
  before: `Before vector ${index}.`,
  after: `After vector ${index}.`,
  // The articles bypass the capture and its sanitiser, as if an older version had stored them.
  html: `<p>Before vector ${index}.</p>${html}<p>After vector ${index}.</p>`,
}));

/**
 * Vectors that leave an element open, so that a parser takes the following text for its content.
 */
const MAX_LEFT_OPEN = 12;

/** The hosts of the vectors' requests. */
const VECTOR_HOSTS = /\b(?:evil\.example|example\.org|facebook\.com)\b/;
const MONITORED = 'http://evil.example/monitored';

const NOTHING: ScriptMonitor = { runs: 0, stopped: [] };

describe.each(BROWSERS)('the reader in %s', (name) => {
  const world = useWorld(name);

  it(`runs none of ${ARTICLES.length} stored vectors, and the test notices one that runs`, async () => {
    const { browser, web } = world;
    const page = await browser.openOwn('library');
    await page.sees('Unread');
    await storeArticles(page, ARTICLES);
    await page.evaluate(installMonitor);
    const mark = web.requests.length;
    const requests = () => web.requests.slice(mark).filter((url) => VECTOR_HOSTS.test(url));

    const leftOpen: string[] = [];
    for (const { id, title, before, after } of ARTICLES) {
      const { text, dangers } = await page.evaluate(showAndTouch, id, before, TOUCHES);
      expect(dangers, title).toEqual([]);
      expect(await page.evaluate(() => window.__monitor), title).toEqual(NOTHING);
      if (!text.includes(after)) leftOpen.push(title);
    }
    expect(leftOpen.length, leftOpen.join()).toBeLessThanOrEqual(MAX_LEFT_OPEN);
    await browser.picture('reader-last-vector');

    // Without this, a monitor that notices nothing would pass the checks above.
    const last = ARTICLES.at(-1)!;
    await page.evaluate(plantDangers, MONITORED);
    const { dangers } = await page.evaluate(showAndTouch, last.id, last.before, TOUCHES);
    expect(dangers).toEqual([
      'p onclick="__xss()"',
      'a href="java\nscript:__xss()"',
      'svg onload="__xss()"',
      'script',
    ]);
    await until('the policy stops script, handlers and requests', async () => {
      const { stopped } = await page.evaluate(() => window.__monitor);
      const stops = [
        'script-src-attr inline',
        'script-src-elem inline',
        `connect-src ${MONITORED}`,
      ];
      return stops.every((stop) => stopped.includes(stop));
    });
    expect(await page.evaluate(() => window.__monitor.runs)).toBe(1);
    // Any request of a vector would be listed before this one.
    await browser.open(MONITORED);
    expect(requests()[0]).toBe(MONITORED);
  });

  it('lets no drawing or formula take the clicks around its article', async () => {
    const page = await world.browser.openOwn('library');
    await page.sees('Unread');
    await storeArticles(page, [{ id: 'cover', title: 'Cover', html: COVER }]);
    await page.evaluate(showAndTouch, 'cover', 'The text below', []);
    expect(await page.evaluate(placesAround)).toEqual(['.article']);
  });

  it('runs no vector of a captured page', async () => {
    const { browser, web } = world;
    const url = 'http://hostile.example/vectors';
    web.page(url, articleHtml({ title: 'Vectors', middle: pageOfVectors() }));
    await saveByKey(world, url);
    const { id } = await rowOf(world, url);
    const page = await browser.openOwn('library');
    await page.sees('Unread');
    await page.evaluate(installMonitor);
    const mark = web.requests.length;
    const { text, dangers } = await page.evaluate(showAndTouch, id, 'The garden behind', TOUCHES);
    expect(dangers).toEqual([]);
    expect(await page.evaluate(() => window.__monitor)).toEqual(NOTHING);
    const shown = text.split('Before the vector').length - 1;
    expect(shown).toBe(STAYING.length);
    await browser.picture('reader-vectors');
    expect(web.requestsSince(mark)).toEqual([]);
  });
});

/** A vector that navigates the page would leave nothing to capture. */
const STAYING = XSS_VECTORS.map(({ html }) => html).filter((html) => !/http-equiv/i.test(html));

/** Inserts each vector into its own element by a script, so that none affects the next. */
function pageOfVectors(): string {
  const htmls = JSON.stringify(STAYING).replaceAll('<', '\\u003c');
  return `<div id="vectors"></div><script>
    window.__xss = () => {};
    for (const html of ${htmls}) {
      const place = document.createElement('div');
      place.innerHTML = '<p>Before the vector there is a sentence, and it is kept.</p>' + html;
      document.getElementById('vectors').append(place);
    }
  </script>`;
}

const LINK = '<a href="https://evil.example/">Everywhere</a>';
/** Large links that leave their boxes for the place above the article, below it and beside it. */
const COVER = `
  ${[60, 90, 120, 150, 200].map(raised).join('')}
  <p><math><mpadded height="0px" depth="0px">
    <mover><mspace height="150px"/><mtext>${LINK}</mtext></mover></mpadded></math></p>
  <svg transform="translate(0 -300) scale(20)" width="300" height="200">
    <a href="https://evil.example/"><rect width="300" height="200"></rect></a></svg>
  <p>The text below</p>
  ${[-60, -90, -120, -200].map(raised).join('')}`;

/** A formula whose link is that many px above its line. */
function raised(up: number): string {
  return `<p><math><mpadded voffset="${up}px"><mtext>${LINK}</mtext></mpadded></math></p>`;
}

/**
 * Runs in the library's page. Returns where clicks arrive at links of the article: in the box of
 * the article with one line around it (`.article`), or outside of it.
 */
function placesAround(): readonly string[] {
  const article = document.querySelector('.article')!;
  const { top, bottom, left, right } = article.getBoundingClientRect();
  const line = Number.parseFloat(getComputedStyle(article).fontSize);
  const places = new Set<string>();
  for (let x = 2; x < innerWidth; x += 5) {
    for (let y = 2; y < innerHeight; y += 5) {
      if (document.elementFromPoint(x, y)?.closest('.article a') == null) continue;
      if (y < top - line) places.add('above');
      else if (y > bottom + line) places.add('below');
      else places.add(x < left || x > right ? 'beside' : '.article');
    }
  }
  return [...places];
}
