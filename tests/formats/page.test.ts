import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExportedItem, writeEpub, writePage } from '../../src/formats';
import { writeZip } from '../../src/formats/files/write-zip';
import { convertArticle } from '../../src/formats/xhtml/convert-article';
import { writeXml } from '../../src/formats/xhtml/xml';
import { filesOf } from './archives';
import { HOSTILE_ARTICLE, RICH_ARTICLE, wordsOf } from './articles';
import { epubcheck } from './epubcheck';
import { bytesOfStream, CREATED, item } from './items';

const convert = (html: string) =>
  writeXml(convertArticle(html, { imageAddress: () => null, idPrefix: '', isBook: false }).content);

/** Returns a book whose chapters are exported pages, whose HTML epubcheck validates. `more` is added to the last. */
async function bookOfPages(items: readonly ExportedItem[], more: string): Promise<Uint8Array> {
  const book = await bytesOfStream(writeEpub(items, { identifier: 'urn:b', modified: CREATED }));
  const files = new Map(await filesOf(book));
  for (const [at, each] of items.entries()) {
    const page = await writePage(each);
    const inXml = page.replace('<html', '<html xmlns="http://www.w3.org/1999/xhtml"');
    const end = at === items.length - 1 ? `${more}</body>` : '</body>';
    files.set(`EPUB/chapter-${at + 1}.xhtml`, inXml.replace('</body>', end));
  }
  const entries = [...files].map(([name, text]) => ({
    name,
    bytes: new TextEncoder().encode(text),
    isStored: name === 'mimetype',
  }));
  return Buffer.concat(await Array.fromAsync(writeZip(entries)));
}

describe('an exported HTML page', () => {
  it('is valid HTML, of good and of bad articles', async () => {
    const items = [
      item(RICH_ARTICLE, { lang: 'ar', textDirection: 'rtl' }),
      item(HOSTILE_ARTICLE, { title: 'A & <b>', lang: '', textDirection: null }),
      item('Text'),
    ];
    // A heading in a paragraph of the last page shows that the pages are validated.
    const complaints = await epubcheck(await bookOfPages(items, '<p><h1>A</h1></p>'));
    // Its checker of styles is older than the unit `rem`.
    const others = complaints.filter((each) => !/CSS-020.*"[\d.]+rem"/.test(each));
    expect(others).toEqual([
      expect.stringMatching(/chapter-3\.xhtml.*element "h1" not allowed here/),
    ]);
  });

  it('has the note of the bookmark in its header, line by line', async () => {
    const page = await writePage(item('<p>Text</p>', { note: 'For <Ada>,\n\nsoon' }));
    expect(page).toContain('<p class="note">For &lt;Ada&gt;,</p><p class="note">soon</p></header>');
  });

  it('contains its images and loads nothing', async () => {
    const html =
      '<p><img src="https://example.org/a.png" alt="A"><img src="https://example.org/b.png"></p>';
    const page = await writePage(
      item(html, {}, ['https://example.org/a.png'], { leadImage: 'https://example.org/a.png' }),
    );
    expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en" xml:lang="en" dir="ltr">/);
    expect(page.match(/<img src="data:image\/png;base64,iVBOR/g)).toHaveLength(2);
    expect(page).not.toMatch(/src="https:/);
    expect(page).toContain('<small><a href="https://example.org/b.png">b.png</a></small>');
    expect(page).not.toContain('epub:');
  });

  it('shows images at the addresses that the caller gives', async () => {
    const imageAddress = async () => 'cid:1';
    const page = await writePage(item('<img src="x:a">', {}, ['x:a']), { imageAddress });
    expect(page).toContain('<img src="cid:1" alt=""/>');
  });

  it('is written for a bookmark without an article', async () => {
    expect(await writePage(item(null))).toContain('<h1>The harbour froze</h1>');
  });
});

describe('the article in an exported page', () => {
  it.each([
    ['a block in a line', '<p><span><div>a</div></span></p>', '<div>a</div>'],
    ['a heading with blocks', '<h2>a<div>b</div></h2>', '<h2>a b </h2>'],
    [
      'a list with other content',
      '<ul>a<li>b</li></ul>',
      '<article>a</article><ul><li>b</li></ul>',
    ],
    ['a list without items', '<ul>a</ul>', '<ul><li>a</li></ul>'],
    [
      'a link in a link',
      '<a href="https://e.org/"><span>a</span></a>',
      '<a href="https://e.org/"><span>a</span></a>',
    ],
    ['a link to a script', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    [
      'a link to an element of the article',
      '<a href="#x">a</a><b id="x">b</b>',
      '<a href="#1">a</a><b id="1">b</b>',
    ],
    ['a link to a missing element', '<a href="#x">a</a>', '<a>a</a>'],
    ['an unknown element', '<x-y>a</x-y>', 'a'],
    ['a handler', '<b onclick="alert(1)">a</b>', '<b>a</b>'],
    [
      'a formula',
      '<math><mi>x</mi></math>',
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
    ],
    ['a broken formula', '<math alttext="1/2"><mfrac><mn>1</mn></mfrac></math>', '1/2'],
  ])('is valid with %s', (_, html, written) => {
    expect(convert(html)).toContain(written);
  });

  it.each([
    '<ul></ul><ul><li>a</li></ul>',
    '<table><tbody></tbody><tbody><tr></tr><tr><td>a</td></tr></tbody></table>',
    '<dl><div><dt>a</dt><dd>b</dd></div></dl>',
    '<p><ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby></p>',
    '<p><a>no address</a> <time>today</time> <data value="1">one</data> <ins>new</ins></p>',
    '<ins><p>a</p></ins>',
  ])('keeps the elements of %s, by which highlights are found', (html) => {
    expect(convert(html)).toBe(html);
  });

  it('keeps the positions of the siblings of an element that is not valid', () => {
    const html = '<section><b><p>a</p></b><div>b</div><span><p>c</p></span><div>d</div></section>';
    expect(convert(html)).toBe(
      '<section><article><p>a</p></article><div>b</div><article><p>c</p></article><div>d</div></section>',
    );
    expect(convert('<details><p>a</p></details><div>b</div>')).toBe(
      '<article><p>a</p></article><div>b</div>',
    );
    expect(convert('<dl><dd>a</dd></dl><div>b</div>')).toBe(
      '<article><div>a</div></article><div>b</div>',
    );
  });

  it('puts content between items into the item before it', () => {
    const html = '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>';
    expect(convert(html)).toBe('<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>');
  });

  it('keeps a list of very many terms and definitions', () => {
    const list = `<dl>${'<dt>a</dt><dd>b</dd>'.repeat(70_000)}</dl>`;
    expect(convert(list)).toBe(list);
  });

  it.each([
    ['well made', RICH_ARTICLE],
    ['badly made', HOSTILE_ARTICLE],
  ])('keeps all text of an article that is %s', (_, html) => {
    const written = convert(html);
    for (const word of wordsOf(html)) expect(written).toContain(word);
  });

  it('has the same tree when it is parsed as HTML', () => {
    const tag = fc.constantFrom(
      ...'p div span b a li ul ol dl dt dd table tr td th figure figcaption h2 pre details summary ruby rt math mfrac mi'.split(
        ' ',
      ),
    );
    const { html } = fc.letrec<{ html: string }>((tie) => ({
      html: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('text', ' & ', '&lt;', '<br>', '<img src="a">', '<!-- c -->'),
        fc
          .tuple(tag, fc.array(tie('html'), { maxLength: 4 }))
          .map(([name, children]) => `<${name}>${children.join('')}</${name}>`),
      ),
    }));
    fc.assert(
      fc.property(html, (article) => {
        const once = convert(article);
        expect(convert(once)).toBe(once);
      }),
      { examples: [['<ruby><p></p><rt></rt></ruby>'], ['<ruby><p><br></p><rt></rt></ruby>']] },
    );
  });
});
