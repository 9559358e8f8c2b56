import { describe, expect, it } from 'vitest';
import { TOUCHES } from '../support/touches.ts';
import { XSS_VECTORS } from '../support/xss-vectors.ts';
import { BROWSERS } from './support/launch.ts';
import { articleHtml } from './support/pages.ts';
import { rowOf, saveByKey } from './support/saving.ts';
import { storeArticles } from './support/stored-articles.ts';
import { until } from './support/until.ts';
import { beWitness, leaveOpen, showAndTouch, type Witness } from './support/witness.ts';
import { useWorld } from './support/world.ts';

/** Each in an article of its own: what follows an open `<plaintext>` would never be tried. */
const ARTICLES = XSS_VECTORS.map(({ name, html }, index) => ({
  id: `vector-${index}`,
  title: name,
  before: `Before vector ${index}.`,
  after: `After vector ${index}.`,
  // Past the capture and its sanitiser: as if a version of ours had once let it through.
  html: `<p>Before vector ${index}.</p>${html}<p>After vector ${index}.</p>`,
}));

/** Vectors that leave an element open, of which a parser takes what follows for the content. */
const MAX_LEFT_OPEN = 12;

/** Where the vectors would load from. */
const VECTOR_HOSTS = /\b(?:evil\.example|example\.org|facebook\.com)\b/;
const SEEN = 'http://evil.example/seen';

const NOTHING: Witness = { runs: 0, stopped: [] };

describe.each(BROWSERS)('the reader in %s', (name) => {
  const world = useWorld(name);

  it(`shows each of ${ARTICLES.length} stored vectors, none runs, and one that does is seen`, async () => {
    const { browser, web } = world;
    const page = await browser.openOwn('library');
    await page.sees('Unread');
    await storeArticles(page, ARTICLES);
    await page.evaluate(beWitness);
    const mark = web.requests.length;
    const requests = () => web.requests.slice(mark).filter((url) => VECTOR_HOSTS.test(url));

    const leftOpen: string[] = [];
    for (const { id, title, before, after } of ARTICLES) {
      const { text, dangers } = await page.evaluate(showAndTouch, id, before, TOUCHES);
      expect(dangers, title).toEqual([]);
      expect(await page.evaluate(() => window.__witness), title).toEqual(NOTHING);
      if (!text.includes(after)) leftOpen.push(title);
    }
    expect(leftOpen.length, leftOpen.join()).toBeLessThanOrEqual(MAX_LEFT_OPEN);
    await browser.picture('reader-last-vector');

    // All of the above would also hold for a witness that sees nothing.
    const last = ARTICLES.at(-1)!;
    await page.evaluate(leaveOpen, SEEN);
    const { dangers } = await page.evaluate(showAndTouch, last.id, last.before, TOUCHES);
    expect(dangers).toEqual([
      'p onclick="__xss()"',
      'a href="java\nscript:__xss()"',
      'svg onload="__xss()"',
      'script',
    ]);
    await until('the policy stops script, handlers and requests', async () => {
      const { stopped } = await page.evaluate(() => window.__witness);
      const stops = ['script-src-attr inline', 'script-src-elem inline', `connect-src ${SEEN}`];
      return stops.every((stop) => stopped.includes(stop));
    });
    expect(await page.evaluate(() => window.__witness.runs)).toBe(1);
    // Whatever a vector has asked for would be here before.
    await browser.open(SEEN);
    expect(requests()[0]).toBe(SEEN);
  });

  it('shows a page that was captured with them in it, and none runs', async () => {
    const { browser, web } = world;
    const url = 'http://hostile.example/vectors';
    web.page(url, articleHtml({ title: 'Vectors', middle: pageOfVectors() }));
    await saveByKey(world, url);
    const { id } = await rowOf(world, url);
    const page = await browser.openOwn('library');
    await page.sees('Unread');
    await page.evaluate(beWitness);
    const mark = web.requests.length;
    const { text, dangers } = await page.evaluate(showAndTouch, id, 'The garden behind', TOUCHES);
    expect(dangers).toEqual([]);
    expect(await page.evaluate(() => window.__witness)).toEqual(NOTHING);
    const shown = text.split('Before the vector').length - 1;
    expect(shown).toBe(STAYING.length);
    await browser.picture('reader-vectors');
    expect(web.requestsSince(mark)).toEqual([]);
  });
});

/** One that leads the page itself elsewhere leaves nothing to capture. */
const STAYING = XSS_VECTORS.map(({ html }) => html).filter((html) => !/http-equiv/i.test(html));

/** Each vector in its own place, put there by a script so that none swallows the next. */
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
