import { describe, expect, it } from 'vitest';
import { createSanitiser, sanitiseArticle } from '../../../src/capture/index';
import { htmlOf } from '../../support/article-html';

const clean = (html: string): string => htmlOf(sanitiseArticle(html));

describe('sanitiseArticle', () => {
  it('moves the parts of a drawing, but not the drawing over what is around it', () => {
    const part = '<g transform="translate(1 2)"><path d="M0 0h1"></path></g>';
    expect(clean(`<svg transform="scale(20)">${part}</svg>`)).toBe(`<svg>${part}</svg>`);
  });

  it.each([
    [
      'text and structure',
      '<h2>A</h2><p>b <b>c</b></p><ul><li>d</li></ul><blockquote>e</blockquote>',
    ],
    [
      'tables',
      '<table><caption>a</caption><colgroup span="2"></colgroup><colgroup><col span="3"></colgroup><thead><tr><th scope="col">b</th></tr></thead><tbody><tr><td colspan="2">c</td></tr></tbody></table>',
    ],
    ['code with its language', '<pre data-language="rust"><code>fn main() {}\n</code></pre>'],
    [
      'pictures of the web and rasters of the page itself',
      '<figure><img src="https://example.org/a.png" alt="A" width="640" height="480"><figcaption>b</figcaption></figure><img src="data:image/png;base64,AAAA">',
    ],
    ['what folds', '<details open=""><summary>a</summary>b</details>'],
    [
      'superscript, subscript and ruby text',
      '<p>H<sub>2</sub>O<sup>1</sup> <ruby>漢<rt>kan</rt></ruby> <time datetime="2026-01-02">x</time></p>',
    ],
    ['direction and language', '<p dir="rtl" lang="he">שלום <bdi>a</bdi></p>'],
    [
      'formulas',
      '<math display="block" alttext="f: A → B"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>',
    ],
    [
      'drawings',
      '<svg viewBox="0 0 9 9"><path d="M0 0L9 9" stroke="rgb(0, 1, 2)" transform="rotate(45)"></path></svg>',
    ],
  ])('keeps %s', (_what, html) => {
    expect(clean(html)).toBe(html);
  });

  it('keeps a paragraph with escaped markup next to a comment, as React writes it', () => {
    expect(clean('<p>Write &lt;b&gt;<!-- --> here.</p>')).toBe('<p>Write &lt;b&gt; here.</p>');
  });

  it('keeps the text of a customised element', () => {
    expect(clean('<p is="time-ago" id="a">Yesterday <b>b</b></p>')).toBe(
      '<p id="user-content-a">Yesterday <b>b</b></p>',
    );
    expect(clean('<svg is="my-chart" viewBox="0 0 9 9"><path d="M0 0L9 9"></path></svg>')).toBe(
      '<svg viewBox="0 0 9 9"><path d="M0 0L9 9"></path></svg>',
    );
  });

  it('removes all classes except those of a language', () => {
    expect(
      clean('<p class="lead">a</p><pre><code class="hljs language-rust x">b</code></pre>'),
    ).toBe('<p>a</p><pre><code class="language-rust">b</code></pre>');
  });

  it.each([
    ['rotate(45 deg)', true],
    ['matrix(1 0 0 1, 2, 3) translateX( 4 )', true],
    ['rgba(1 2 3 / 50%)', true],
    ['rgb(1', false],
    ['calc(1px)', false],
  ])('accepts `%s` as a colour or a transform: %s', (transform, isKept) => {
    const html = clean(`<svg><path d="M0 0" transform="${transform}"></path></svg>`);
    expect(html.includes('transform=')).toBe(isKept);
  });

  it('drops values that are too long for their pattern but keeps long texts and shapes', () => {
    const long = 'x'.repeat(20_000);
    const html = clean(
      `<p id="${long}" title="(${long}">a</p><svg><path d="M0 0 ${long}" fill="rgb(${' '.repeat(20_000)})"></path></svg>`,
    );
    expect(html).toContain(`<p title="(${long}">`);
    expect(html).toContain(`d="M0 0 ${long}"`);
    expect(html).not.toContain('id=');
    expect(html).not.toContain('fill=');
  });

  it('separates ids and references of the article from those of the surrounding page', () => {
    expect(clean('<p id="root">a <a href="#root">b</a></p>')).toBe(
      '<p id="user-content-root">a <a href="#user-content-root" rel="noopener noreferrer">b</a></p>',
    );
  });

  it('lets the cells of a table refer to their headers', () => {
    const html = clean(
      '<table><tr><th id="a">A</th><th id="b">B</th></tr><tr><td headers="a b">1</td></tr></table>',
    );
    expect(html).toContain('<th id="user-content-b">');
    expect(html).toContain('headers="user-content-a user-content-b"');
  });

  it('keeps only those references of a drawing that lead to itself', () => {
    const html = clean(
      '<svg><defs><linearGradient id="g"></linearGradient></defs><rect fill="url(#g)" stroke="url(https://x.example/#g)"></rect></svg>',
    );
    expect(html).toContain('id="user-content-g"');
    expect(html).toContain('fill="url(#user-content-g)"');
    expect(html).not.toContain('x.example');
  });

  it('makes links to the web, mail and telephones without a referrer', () => {
    expect(clean('<a href="https://example.org/?a=1&amp;b=2" target="_top">x</a>')).toBe(
      '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">x</a>',
    );
    expect(clean('<a href="mailto:a@example.org">x</a><a href="tel:+123">y</a>')).toContain(
      'tel:+123',
    );
    expect(clean('<a href="ftp://example.org/">x</a>')).toBe('<a>x</a>');
  });

  it.each([
    'https://example.org/logo.png" width="1" height="1',
    'https://example.org/logo.png" width="0',
    'https://www.facebook.com/tr?id=1',
    'https://b.scorecardresearch.com/p?c1=2',
    'https://example.org/track.gif?u=1',
    'https://example.org/matomo.php?idsite=1',
  ])('drops a tracking pixel: %s', (src) => {
    expect(clean(`<p>a<img src="${src}">b</p>`)).toBe('<p>ab</p>');
  });

  it.each([
    'https://example.org/b.png',
    'https://example.org/blanket-coverage.png',
    'https://example.org/tracking-wolves.jpg',
    'https://example.org/pixel-art.gif',
    'https://example.org/chart.png" width="1000" height="1',
  ])('keeps an image whose name resembles a tracking pixel: %s', (src) => {
    expect(clean(`<img src="${src}">`)).toContain('<img');
  });

  it('keeps the text of unknown elements but not that of controls', () => {
    expect(
      clean(
        '<x-card><p>a</p></x-card><font>b</font><button>Copy</button><select><option>c</select>',
      ),
    ).toBe('<p>a</p>b');
  });

  it('reads a whole document as its text', () => {
    expect(clean('<frameset><frame></frameset><p>a</p>')).toBe('<p>a</p>');
    expect(
      clean('<html><head><title>t</title></head><body onload="x"><p>a</p></body></html>'),
    ).toContain('<p>a</p>');
    expect(clean('<img name="body"><form name="childNodes"><p>a</p></form>')).toBe('<p>a</p>');
  });
});

describe('createSanitiser', () => {
  it('rejects a window in which DOMPurify would let everything through', () => {
    class PoorParser extends DOMParser {
      override parseFromString(html: string, type: DOMParserSupportedType): Document {
        const document = super.parseFromString(html, type);
        Object.defineProperty(document, 'implementation', { value: {} });
        Object.defineProperty(document, 'createElement', { value: () => ({}) });
        return document;
      }
    }
    const poor = Object.assign(Object.create(window), { DOMParser: PoorParser });
    expect(() => createSanitiser(poor)).toThrow('DOMPurify does not work in this window');
  });

  it('works with a window that is passed in', () => {
    const { contentWindow } = document.body.appendChild(document.createElement('iframe'));
    const sanitise = createSanitiser(contentWindow as unknown as typeof globalThis);
    expect(htmlOf(sanitise('<p onclick="x()">a</p>'))).toBe('<p>a</p>');
  });
});
