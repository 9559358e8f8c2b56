// @module-tag full
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../../server/extraction/reading/read-page';
import { ALLOWED_TAGS, isInPlace, mayHave } from '../../../src/capture/sanitise/allow-list';
import { parseBody, writeChildren } from '../../../src/dom';
import { anyArticle } from '../../support/any-article';
import { dangersIn } from '../../support/dangers';
import { HOSTILE_DOCUMENTS } from '../../support/hostile-pages';
import { openWindow } from '../../support/jsdom-window';
import { XSS_VECTORS } from '../../support/xss-vectors';

const { document } = openWindow('<!doctype html>', 'https://a.org/');
const read = (html: string, contentType = 'text/html') => {
  const source = { url: 'https://a.org/b/', bytes: Buffer.from(html), contentType };
  return readPage({ ...source, findsMain: false }).article?.html ?? '';
};

/**
 * Returns the elements and attributes in `root` that the allow-list does not permit, or not at
 * their place.
 */
const notAllowedIn = (root: Element): readonly string[] =>
  [...root.querySelectorAll('*')].flatMap((element) => {
    const tag = element.localName.toLowerCase();
    const parent = element.parentElement;
    const place = parent && { tag: parent.localName.toLowerCase(), namespace: parent.namespaceURI };
    const isAllowed =
      ALLOWED_TAGS.includes(tag) &&
      isInPlace(tag, element.namespaceURI, element === root.firstElementChild ? null : place);
    const attributes = [...element.attributes]
      .map(({ name }) => name.toLowerCase())
      // The server adds this attribute itself.
      .filter((name) => !mayHave(tag, name) && !(tag === 'img' && name === 'loading'));
    return [...(isAllowed ? [] : [`<${tag}>`]), ...attributes.map((name) => `<${tag} ${name}>`)];
  });

/** Expects that jsdom parses the result to the same tree, and that it has only allowed elements. */
function expectHarmless(html: string): void {
  document.body.innerHTML = html;
  expect(dangersIn(document.body)).toEqual([]);
  expect(notAllowedIn(document.body)).toEqual([]);
  expect(writeChildren(parseBody(document.body.innerHTML))).toBe(html);
}

describe('the article of a hostile page', () => {
  it.each(XSS_VECTORS)('is harmless when it is parsed again: $name', ({ html }) => {
    expectHarmless(read(html));
  });

  it.each(HOSTILE_DOCUMENTS)('is harmless when the page is $is', ({ build }) => {
    const page = document.implementation.createHTMLDocument();
    build(page);
    expectHarmless(read(page.documentElement.outerHTML));
  });

  it('is harmless for random pages', () => {
    fc.assert(
      fc.property(anyArticle, (html) => expectHarmless(read(html))),
      { numRuns: 500 },
    );
  });

  it('is harmless when the page is XML or plain text', () => {
    const page = `<html xmlns="http://www.w3.org/1999/xhtml"><body onload="x()"><p onclick="x()">Hello
      <script>x()</script><a href="javascript:x()">a</a></p></body></html>`;
    for (const contentType of ['application/xhtml+xml', 'text/plain']) {
      document.body.innerHTML = read(page, contentType);
      expect(document.body.textContent).toContain('Hello');
      expect(dangersIn(document.body)).toEqual([]);
    }
  });

  it('ignores an unsafe base address', () => {
    const html = read('<base href="javascript:x"><p><a href="c">d</a>');
    expect(html).toContain('href="https://a.org/b/c"');
  });
});
