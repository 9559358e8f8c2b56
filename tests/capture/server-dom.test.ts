import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captureDocument, sanitiseArticle, sanitiseTree } from '../../src/capture';
import { openHtml } from '../../src/capture/open-html';
import { anyArticle } from '../support/any-article';
import { htmlOf, parsed } from '../support/article-html';
import { articlePageHtml, documentOf } from '../support/article-pages';
import { dangersIn } from '../support/dangers';
import { markedPageNames, readMarkedPage } from '../support/marked-pages';
import { XSS_VECTORS } from '../support/xss-vectors';

const ADDRESS = location.href;

/** Returns the capture of a page without its durations. */
function capturedBy(document: Document, options: Parameters<typeof captureDocument>[1]) {
  const outcome = captureDocument(document, options);
  if (outcome.kind !== 'captured') throw new Error(`Not capturable: ${outcome.reason}`);
  const { report, ...capture } = outcome.capture;
  return { ...capture, warnings: report.warnings, words: report.words };
}

const onServer = (html: string) => {
  const { document, window } = openHtml(html, ADDRESS);
  return capturedBy(document, { window });
};

const inBrowser = (html: string) => capturedBy(documentOf(html), {});

/** Parses HTML into a fragment of the server's DOM. */
function fragmentOf(html: string): DocumentFragment {
  const { document } = openHtml('<!doctype html>', ADDRESS);
  const box = document.createElement('div');
  box.innerHTML = html;
  const fragment = document.createDocumentFragment();
  fragment.append(...box.childNodes);
  return fragment;
}

const sanitisedOnServer = (html: string): string => htmlOf(sanitiseTree(fragmentOf(html)));

const PAGES = readdirSync('tests/pages/articles')
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -'.html'.length));

describe("the server's DOM", () => {
  it.each(PAGES)('gives the same capture as the browser for %s', (name) => {
    const html = articlePageHtml(name);
    expect(onServer(html)).toEqual(inBrowser(html));
  });

  it.each(markedPageNames())('gives the same capture as the browser for the page %s', (name) => {
    const { html } = readMarkedPage(name);
    const page = onServer(html);
    expect(page).toEqual(inBrowser(html));
    expect(page.metadata.title).not.toBe('');
  });

  it.each([
    ['unclosed', '<p>a<b>b<p>c</b>d<table><tr><td>e<p>f</table>g'],
    ['in a table where it may not be', '<table><p>a</p><tr><b>b</b><td>c</td></tr></table>'],
    ['of frames', '<frameset><frame src="a"><noframes><p>b</p></noframes></frameset>'],
    ['with entities', '<p title="&amp;&quot;&copy">&lt;a&gt; &nbsp;&notin; &#x80; &copy2</p>'],
    ['of drawings', '<svg viewBox="0 0 1 1"><linearGradient/><foreignObject><p>a</svg><p>b'],
    ['of formulas', '<math><mi>a</mi><mtext><b>b</b></mtext><annotation-xml><p>c</math>'],
    ['with templates', '<template><p>a</p></template><p>b<template>c</template></p>'],
    ['with no script', '<noscript><img src="https://a.example/b.png"></noscript><p>c'],
    ['of text that stays text', '<textarea><p>a</textarea><xmp><p>b</xmp><p>c<plaintext><p>d'],
    ['nested deeper than a capture goes', `${'<div>'.repeat(250)}a${'<span>'.repeat(50)}b`],
    ['with ids twice', '<p id="a">b</p><p id="a">c</p><a href="#a">1</a>'],
    ['hidden by its styles', '<p style="color: red; DISPLAY : none !important">a</p><p>b</p>'],
    ['quoted in its styles', '<p style="background: url(\';display:none\')">a</p><p>b</p>'],
  ])('parses a page %s as the standard requires', (_, html) => {
    const text = '<p>Ferns grow where little light falls, and they have for long.</p>'.repeat(12);
    const page = `<title>Ferns</title><article>${text}${html}${text}</article>`;
    expect(onServer(page)).toEqual(inBrowser(page));
    expect(openHtml(html, ADDRESS).document.documentElement.outerHTML).toBe(
      new DOMParser().parseFromString(html, 'text/html').documentElement.outerHTML,
    );
  });

  const rows = (from: number) =>
    [0, 1, 2, 3]
      .map(
        (at) => `<p>${from + at}. Ferns grow where little light falls, and they have for long.</p>`,
      )
      .join('');
  const open = (html: string) => `<template shadowrootmode="open">${html}</template>`;
  it.each([
    [
      'with slots in order',
      `<x-a>${open(`<slot name="b"></slot>${rows(5)}<slot></slot>`)}${rows(9)}<div slot="b">${rows(1)}</div></x-a>`,
    ],
    [
      'within each other',
      `<main><x-a>${open(`${rows(1)}<x-b>${open(`${rows(5)}<slot></slot>`)}${rows(9)}</x-b>`)}</x-a></main>`,
    ],
    [
      'of a plain element',
      `<section>${open(`${rows(1)}${rows(5)}<slot></slot>`)}${rows(9)}</section>`,
    ],
  ])('shows declared shadow roots %s as the browser does', (_, html) => {
    const page = `<title>Ferns</title><body><article>${html}</article>`;
    const { article } = onServer(page);
    const numbers = article?.html.match(/\d+(?=\. Ferns)/g)?.map(Number);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    expect(onServer(page)).toEqual(inBrowser(page));
  });

  it('shows the shadow roots that a page closes to scripts', () => {
    const page = `<title>Ferns</title><body><x-a><template shadowrootmode="closed">${rows(1)}${rows(5)}</template></x-a>`;
    expect(onServer(page).article?.html).toContain('8. Ferns');
  });

  it('shows the first of several shadow roots', () => {
    const html = `<x-a>${open(rows(1) + rows(5))}${open('Not shown.')}</x-a>`;
    const { article } = onServer(`<title>Ferns</title><body>${html}`);
    expect(article?.html).toContain('8. Ferns');
    expect(article?.html).not.toContain('Not shown');
  });

  it('gives the same capture for arbitrary markup', () => {
    fc.assert(
      fc.property(anyArticle, (html) => {
        expect(onServer(html)).toEqual(inBrowser(html));
      }),
      { numRuns: 50 },
    );
  });
});

describe('sanitiseTree', () => {
  it.each(XSS_VECTORS)('gives the same result as DOMPurify for $name', ({ html }) => {
    const written = sanitisedOnServer(html);
    expect(written).toBe(htmlOf(sanitiseArticle(html)));
  });

  it('gives the same result as DOMPurify for random markup', () => {
    fc.assert(
      fc.property(anyArticle, (html) => {
        const written = sanitisedOnServer(html);
        expect(written).toBe(htmlOf(sanitiseArticle(html)));
        expect(dangersIn(parsed(written))).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });
});
