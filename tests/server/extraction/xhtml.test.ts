import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPage } from '../../../server/extraction/reading/open-page';
import { readPage } from '../../../server/extraction/reading/read-page';
import { xhtmlAsHtml } from '../../../server/extraction/reading/xhtml-as-html';
import { escapeMarkup } from '../../../src/domain/markup';
import { openWindow } from '../../support/jsdom-window';

const url = 'https://a.org/b/';
const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"';
const sourceOf = (page: string | Uint8Array, contentType = 'application/xhtml+xml') => {
  const bytes = typeof page === 'string' ? Buffer.from(page) : page;
  return { url, bytes, contentType, findsMain: false };
};
const read = (page: string | Uint8Array, contentType?: string) =>
  readPage(sourceOf(page, contentType));
const pageOf = (body: string, head = '<title>Ferns</title>') =>
  `<?xml version="1.0"?><html ${XHTML}><head>${head}</head><body>${body}</body></html>`;
const articleOf = (body: string) => read(pageOf(body)).article?.html;

describe('a page of XHTML', () => {
  it.each([
    ['a script', '<script src="x.js"/><p>One</p>', '<p>One</p>'],
    ['a style with spaces in its tag', '<style\n type="text/css" /><p>One</p>', '<p>One</p>'],
    [
      'a place for links',
      '<p><a id="x"/>One</p><p>Two</p>',
      '<p><a id="user-content-x"></a>One</p><p>Two</p>',
    ],
    ['a field', '<textarea/><iframe src="c"/><p>One</p>', '<p>One</p>'],
    [
      'a paragraph',
      '<p/><blockquote><p>One</p></blockquote>',
      '<blockquote><p>One</p></blockquote>',
    ],
    ['a line break', '<p>One<br/>two<br></br>three</p>', '<p>One<br/>two<br/>three</p>'],
    ['a value with signs', '<p title="/> it\'s"/><p>One</p>', '<p>One</p>'],
  ])('has empty elements: %s', (_, body, expected) => {
    expect(articleOf(body)?.replace(/<p[^>]*><\/p>/g, '')).toBe(`<section>${expected}</section>`);
  });

  it.each([
    ['a CDATA section', '<p><![CDATA[a < b && <i>]]>!</p>', 'a < b && <i>!'],
    ['a comment', '<p>One<!--> <p>hidden</p> --> two</p>', 'One two'],
    ['an instruction', '<p>One<?php if (1 > 2) echo "</p>"; ?> two</p>', 'One two'],
    ['an entity of HTML', '<p>One&nbsp;&eacute;&#x263a;&amp;lt;</p>', 'One é☺&lt;'],
    [
      'a script with tags in it',
      '<script>//<![CDATA[\nwrite("</script><p>no</p>"); //]]></script><p>One</p>',
      'One',
    ],
    ['a script with entities', '<script>write("&lt;/script> &lt;p>no")</script><p>One</p>', 'One'],
  ])('has the text around %s', (_, body, expected) => {
    expect(read(pageOf(body)).article?.text).toBe(expected);
  });

  it('has the metadata of a script in a CDATA section, and of one with entities', () => {
    const json = '{"@type":"Article","headline":"Ice & <i>snow</i>"}';
    for (const written of [`<![CDATA[${json}]]>`, escapeMarkup(json)]) {
      const head = `<script type="application/ld+json">${written}</script>`;
      expect(read(pageOf('<p>One</p>', head)).metadata.title).toBe('Ice & <i>snow</i>');
    }
  });

  it('has its elements with a prefix, and drawings and formulas with others', () => {
    const page = `<h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:m='http://www.w3.org/1998/Math/MathML'
      xmlns:s = "http://www.w3.org/2000/svg" xmlns:x="urn:x"><h:head><h:title>Ferns</h:title></h:head><h:body>
      <h:p>One<h:br/>two</h:p><m:math><m:mi>x</m:mi><m:mspace width="1em"/><m:mn>2</m:mn></m:math>
      <s:svg viewBox="0 0 9 9"><s:path d="M0 0h9"/><s:circle r="3"/></s:svg><x:p>Other</x:p></h:body></h:html>`;
    const { metadata, article } = read(page);
    expect(metadata.title).toBe('Ferns');
    expect(article?.html).toContain('<p>One<br/>two</p>');
    expect(article?.html).toMatch(/<mi>x<\/mi><mspace[^>]*><\/mspace><mn>2<\/mn>/);
    expect(article?.html).toMatch(/<svg viewBox="0 0 9 9">\s*<path[^>]*><\/path><circle/);
    expect(article?.text).toContain('Other');
  });

  it.each([
    [
      'of a type',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://w3.org/x.dtd">',
    ],
    [
      'with declarations',
      `<!DOCTYPE html [ <!-- it's > --> <!ENTITY name "<b>]></b>"> <?x > ?> <!ELEMENT p ANY> ]>`,
    ],
    ['with a quote that does not end', '<!DOCTYPE html PUBLIC "-//W3C>'],
  ])('shows nothing of a doctype %s', (_, doctype) => {
    const page = pageOf('<p>One &name;</p>').replace('<html', `${doctype}<html`);
    expect(read(page).article?.text).toBe('One &name;');
  });

  it('is in the encoding of its XML declaration', () => {
    const page = pageOf('<p>\u00e9</p>').replace('"?>', '" encoding="ISO-8859-1"?>');
    expect(read(Buffer.from(page, 'latin1')).article?.text).toBe('\u00e9');
    const wide = Buffer.from(`\ufeff${page.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le');
    expect(read(wide).article?.text).toBe('\u00e9');
  });

  it('gives the article that it gives as HTML', () => {
    const page = `<!DOCTYPE html><html ${XHTML} xml:lang="en" lang="en"><head><title>Ferns</title>
      <meta charset="utf-8"/></head><body><h1>Ferns</h1><p>One <b>two</b> &lt;3<br/>four</p><ul><li>a</li></ul>
      <table><tbody><tr><td>b</td></tr></tbody></table><img src="a.png" alt="A"/></body></html>`;
    expect(read(page)).toEqual(read(page, 'text/html'));
  });
});

describe('a page of XHTML that is not well-formed', () => {
  it.each([
    ['an element without an end', '<p>One<br>two<div/><p>three', 'One two three'],
    ['ends of others', '<b><p>One</b> two</i></p> three', 'One two three'],
    ['values without quotes', "<a href=c/>One</a> <p title=it's>two</p>", 'One two'],
    ['signs in its text', '<p>1 < 2 & 3 <4</p>', '1 < 2 & 3 <4'],
    ['a script as in HTML', '<script>if (a<b && "x") c();</script><p>One</p>', 'One'],
    ['a comment without an end', '<p>One</p><!-- <p>two</p>', 'One'],
    ['a tag without an end', '<p>One</p><p title="', 'One'],
    ['a section without an end', '<p>One</p><![CDATA[ two', 'One'],
  ])('keeps its text with %s', (_, body, expected) => {
    expect(read(`<html ${XHTML}><body>${body}`).article?.text).toBe(expected);
  });
});

/** Writes a text of XML in one of the ways that a parser reads alike. */
const anyText = fc
  .tuple(fc.stringMatching(/^[a-zé&<> "'\]-]{0,12}$/), fc.nat(2))
  .map(([text, way]) => {
    const parts = text.split(']]>');
    if (way === 0) return parts.map((part) => `<![CDATA[${part}]]>`).join('');
    return escapeMarkup(text) + ['', '<?p a > b ?>', '<!-- <p> > -->'][way];
  });
const INLINE = ['span', 'b', 'em', 'code', 'x:i', 'bdi'];
const BLOCKS = ['div', 'section', 'blockquote', 'x:article', 'aside'];

/** Writes well-formed XHTML that is valid HTML: elements are where a parser of HTML leaves them. */
const anyXhtml = fc.letrec<{ inline: string; block: string }>((tie) => {
  const element = (names: readonly string[], children: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom(...names), fc.array(children, { maxLength: 3 }))
      .map(([name, inner]) =>
        inner.length === 0
          ? `<${name} title="a > '/>' b"/>`
          : `<${name}\n>${inner.join('')}</${name} >`,
      );
  const leaf = fc.constantFrom(
    '<br/>',
    '<img src="a.png" alt=""/>',
    '<script src="x"/>',
    '<wbr />',
  );
  return {
    inline: fc.oneof({ maxDepth: 4 }, anyText, leaf, element(INLINE, tie('inline'))),
    block: fc.oneof(
      { maxDepth: 4 },
      element(['p', 'h2', 'x:p'], tie('inline')),
      element(BLOCKS, tie('block')),
      anyText,
    ),
  };
});

describe('any well-formed page of XHTML that is valid HTML', () => {
  const { DOMParser } = openWindow('<!doctype html>', url);
  /** The elements and texts of a tree in order. */
  const outline = (root: Element | null) =>
    [...(root?.querySelectorAll('*') ?? [])].map((element) => [
      element.localName,
      element.parentElement?.localName,
      element.textContent,
    ]);

  it('has the tree that a parser of XML makes', () => {
    fc.assert(
      fc.property(fc.array(anyXhtml.block, { maxLength: 4 }), (blocks) => {
        const page = pageOf(blocks.join('')).replace(
          XHTML,
          `${XHTML} xmlns:x="http://www.w3.org/1999/xhtml"`,
        );
        const expected = new DOMParser().parseFromString(page, 'application/xhtml+xml');
        expect(expected.querySelector('parsererror')).toBeNull();
        const { document } = openPage(sourceOf(page), {});
        expect(document.body.textContent).toBe(expected.querySelector('body')?.textContent);
        expect(outline(document.body)).toEqual(outline(expected.querySelector('body')));
      }),
    );
  });
});

describe('a hostile page of XHTML', () => {
  const LENGTH = 100_000;

  it('has no entities that it declares', () => {
    const entities = Array.from({ length: 30 }, (_, n) => `<!ENTITY l${n + 1} "&l${n};&l${n};">`);
    const page = `<!DOCTYPE html [<!ENTITY l0 "ha">${entities.join('')}]>${pageOf('<p>&l30;</p>')}`;
    expect(read(page).article?.text).toBe('&l30;');
  });

  it('keeps the text below a hundred thousand elements', () => {
    const page = pageOf(`${'<div>'.repeat(LENGTH)}One${'</div>'.repeat(LENGTH)}`);
    expect(openPage(sourceOf(page), {}).document.body.textContent).toBe('One');
  });

  it('keeps ten megabytes of text', () => {
    const page = pageOf(`<p>${'ferns &amp; '.repeat(LENGTH * 9)}</p>`);
    const { document } = openPage(sourceOf(page), {});
    expect(document.body.textContent).toHaveLength(LENGTH * 9 * 8);
  });

  it.each([
    '<!--',
    '<?',
    '<![CDATA[',
    '<!DOCTYPE [',
    '<a b="',
    '<a b=\'"',
    '<script>',
    '<style><![CDATA[',
    '<',
    '</',
    '<a ',
    '<a/',
    '<a:',
    '<html ',
    'xmlns:a ',
    '<html "http://',
    '<p x=',
    '<script></style>',
    '<!x[">',
    '&lt;',
    '<!x[ <!y "',
  ])('is soon read with many %s', (sign) => {
    const length = LENGTH * 2;
    const page = `<html ${XHTML}>${sign.repeat(length / sign.length)}`;
    expect(xhtmlAsHtml(page).length).toBeLessThan(6 * page.length);
    expect(xhtmlAsHtml(`<html ${sign.repeat(length / sign.length)}`).length).toBeGreaterThan(0);
  });
});
