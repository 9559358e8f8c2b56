import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { XSS_VECTORS } from '../support/xss-vectors.ts';
import { BROWSERS } from './support/launch.ts';
import { articleHtml, serveArticle } from './support/pages.ts';
import { rowOf, saveByKey } from './support/saving.ts';
import { useWorld } from './support/world.ts';

/** What a page of ours saw of a vector; nothing when it did nothing. */
interface Seen {
  /** Times that `__xss` was called. */
  readonly calls: number;
  /** What our own policy had to stop: it is the second wall, and nothing should come so far. */
  readonly stopped: readonly string[];
}

const NOTHING: Seen = { calls: 0, stopped: [] };

describe.each(BROWSERS)('the reader in %s', (name) => {
  const world = useWorld(name);

  it(`shows each of ${XSS_VECTORS.length} vectors in a stored article, and none runs`, async () => {
    const { browser, web } = world;
    const url = serveArticle(web, 'vessel', { title: 'Vessel' });
    await saveByKey(world, url);
    const { id } = await rowOf(world, url);
    const library = await browser.openOwn('library');
    await library.evaluate(watchForScripts);
    const mark = web.requests.length;

    const failures: { readonly vector: string; readonly seen: Seen }[] = [];
    for (const [index, vector] of XSS_VECTORS.entries()) {
      // Past the capture and its sanitiser: as if a version of ours had once let it through.
      const marker = `Vector ${index}.`;
      await library.evaluate(storeArticle, id, `<p>${marker}</p>${vector.html}<p>After.</p>`);
      await library.evaluate(showArticle, id, marker);
      const seen = await library.evaluate(touchArticle);
      if (!isDeepStrictEqual(seen, NOTHING)) failures.push({ vector: vector.name, seen });
    }
    expect(failures).toEqual([]);
    expect(web.requests.slice(mark).filter((request) => request.includes('evil'))).toEqual([]);
  });

  it('shows a page that was captured with them in it, and none runs', async () => {
    const { browser, web } = world;
    const url = 'http://hostile.example/vectors';
    web.page(url, articleHtml({ title: 'Vectors', middle: pageOfVectors() }));
    await saveByKey(world, url);
    const { id } = await rowOf(world, url);
    const library = await browser.openOwn('library');
    await library.evaluate(watchForScripts);
    const mark = web.requests.length;
    await library.evaluate(showArticle, id, 'The garden behind the old library');
    expect(await library.evaluate(touchArticle)).toEqual(NOTHING);
    await browser.picture('reader-vectors');
    expect(web.requestsSince(mark)).toEqual([]);
  });

  it('would be seen to run one', async () => {
    const library = await world.browser.openOwn('library');
    await library.evaluate(watchForScripts);
    const seen = await library.evaluate(runOne);
    expect(seen.stopped.length + seen.calls).toBeGreaterThan(0);
  });
});

/** Each vector in its own place, put there by a script so that none swallows the next. */
function pageOfVectors(): string {
  // One that leads the page itself elsewhere leaves nothing to capture.
  const staying = XSS_VECTORS.map(({ html }) => html).filter((html) => !/http-equiv/i.test(html));
  const htmls = JSON.stringify(staying).replaceAll('<', '\\u003c');
  return `<div id="vectors"></div><script>
    window.__xss = () => {};
    for (const html of ${htmls}) {
      const place = document.createElement('div');
      place.innerHTML = '<p>Before the vector there is a sentence, and it is kept.</p>' + html;
      document.getElementById('vectors').append(place);
    }
  </script>`;
}

/** Runs in a page of ours: counts from now on. */
function watchForScripts(): void {
  const seen = { calls: 0, stopped: [] as string[] };
  Object.assign(globalThis, { seen, __xss: () => (seen.calls += 1) });
  document.addEventListener('securitypolicyviolation', (event) => {
    // Chromium tells of what it parses in the sanitiser's inert document too, where nothing runs;
    // then no element of this document is named. What stays is found by `touchArticle`.
    const isOfParsing = event.blockedURI === 'inline' || event.violatedDirective === 'base-uri';
    if (isOfParsing && event.target === document) return;
    seen.stopped.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
  });
}

/** Runs in a page of ours: puts HTML in the place of the article, as it is. */
function storeArticle(id: string, html: string): Promise<void> {
  return new Promise((done, fail) => {
    const request = indexedDB.open('leafmark');
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const transaction = database.transaction('articles', 'readwrite');
      const articles = transaction.objectStore('articles');
      const row = articles.get(id);
      row.onsuccess = () => articles.put({ ...row.result, body: html });
      transaction.onerror = () => fail(transaction.error);
      transaction.oncomplete = () => {
        database.close();
        done();
      };
    };
  });
}

/** Runs in the library: leaves what is shown and opens the article, until it shows the text. */
async function showArticle(id: string, text: string): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  location.hash = '#/unread';
  while (document.querySelector('article')) await frame();
  location.hash = `#/read/${id}`;
  while (!document.querySelector('article')?.textContent?.includes(text)) await frame();
  await frame();
}

/** Runs in the library: does to each element what a person may, and tells what was seen. */
async function touchArticle(): Promise<Seen> {
  const types = ['click', 'focus', 'mouseover', 'pointerenter', 'toggle', 'error', 'load', 'begin'];
  const { seen } = globalThis as unknown as { seen: { calls: number; stopped: string[] } };
  for (const element of document.querySelectorAll('article *')) {
    if (element.matches('script, style, link, meta, base, iframe, object, embed, form')) {
      seen.stopped.push(element.localName);
    }
    for (const { name } of element.attributes) if (name.startsWith('on')) seen.stopped.push(name);
    for (const type of types) element.dispatchEvent(new Event(type, { cancelable: true }));
  }
  await new Promise((done) => setTimeout(done));
  const result = { ...seen };
  Object.assign(seen, { calls: 0, stopped: [] });
  return result;
}

/** Runs in the library: what an article must not be able to do. */
async function runOne(): Promise<Seen> {
  document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="__xss()">');
  await new Promise((done) => setTimeout(done, 200));
  const { seen } = globalThis as unknown as { seen: Seen }; // by watchForScripts
  return seen;
}
