import { describe, expect, it } from 'vitest';
import { type EpubOptions, type ExportedItem, writeEpub } from '../../src/formats';
import { filesOf } from './archives';
import { HOSTILE_ARTICLE, RICH_ARTICLE } from './articles';
import { epubcheck } from './epubcheck';
import { bytesOfStream, CREATED, item, PNG } from './items';

const OPTIONS: EpubOptions = { identifier: 'urn:test:book', modified: CREATED };

const bookOf = (items: readonly ExportedItem[], options: Partial<EpubOptions> = {}) =>
  bytesOfStream(writeEpub(items, { ...OPTIONS, ...options }));

const GONE = 'https://nope.invalid';
const LOST_IMAGES =
  `<section><p>Before <img src="${GONE}/a.png" alt="Alt text" width="900" height="600"> after <a href="https://e.org/">inner</a></p>` +
  `<figure><img src="${GONE}/my%20photo.png"><figcaption>Caption</figcaption></figure>` +
  `<p><img src="gone.png"></p><p><img src="${GONE}/a.png" alt="Alt text"></p></section>`;

const FOOTNOTES =
  '<p>Text<sup id="ref1"><a href="#fn1">1</a></sup> <a href="#row">row</a> <a href="#term">term</a></p>' +
  '<ol><li id="fn1" lang="fr" value="7">Note <a href="#ref1">back</a></li></ol>' +
  '<ul><li value="7">Bullet</li></ul>' +
  '<dl><div><dt id="term" dir="rtl">Term</dt><dd title="Words">Meaning</dd></div></dl>' +
  '<table><tbody><tr id="row"><td>Cell</td></tr></tbody></table>';

const RIGHT_TO_LEFT = '<spine toc="ncx" page-progression-direction="rtl">';

describe('an EPUB', () => {
  it('states its type in its first bytes', async () => {
    const book = await bookOf([item('<p>Text</p>')]);
    const start = new TextDecoder('latin1').decode(book.subarray(30, 58));
    expect(start).toBe('mimetypeapplication/epub+zip');
  });

  it('has the same bytes each time it is written', async () => {
    const make = () => bookOf([item(RICH_ARTICLE, {}, ['https://example.org/a.png'])]);
    expect(await make()).toEqual(await make());
  });

  it('is written to its end while readers of other books have stalled', async () => {
    const stopped = Array.from({ length: navigator.hardwareConcurrency + 1 }, () =>
      writeEpub([item(RICH_ARTICLE)], OPTIONS).getReader(),
    );
    for (const reader of stopped) await reader.read();
    expect((await bookOf([item('<p>Text</p>')])).length).toBeGreaterThan(0);
    for (const reader of stopped) await reader.cancel();
  });

  it('is accepted by epubcheck with one bookmark, from right to left', {
    tags: ['full'],
  }, async () => {
    const images = ['https://example.org/a.png', 'https://example.org/b.png'];
    const direction = { lang: 'ar', textDirection: 'rtl' } as const;
    const one = item(RICH_ARTICLE, direction, images, { leadImage: 'https://example.org/b.png' });
    const book = await bookOf([one]);
    expect((await filesOf(book)).get('EPUB/package.opf')).toContain(RIGHT_TO_LEFT);
    expect(await epubcheck(book)).toEqual([]);
  });

  it('is accepted by epubcheck with many bookmarks and any content', async () => {
    const pages = [
      item(RICH_ARTICLE, {}, ['https://example.org/a.png']),
      item(HOSTILE_ARTICLE, {
        title: '<b>"Title" & \u0000 \ud800</b>\n]]>',
        authors: ['A & B', '<i>'],
        labels: ['"quoted"', '& more'],
        lang: 'not a language',
        url: 'https://example.org/a b?q={x|y}&r=[1]#a#b',
      }),
      item(null, { title: '', lang: '', textDirection: null, published: null, authors: [] }),
      item('نص', { lang: 'ar', textDirection: 'rtl' }),
      item('', { type: 'video' }, ['x:lead'], { leadImage: 'x:lead' }),
      item(LOST_IMAGES),
      item(LOST_IMAGES),
      item(FOOTNOTES),
    ];
    expect(await epubcheck(await bookOf(pages, { title: 'A & <b>' }))).toEqual([]);
  });

  it('has the picture of its first page with one as its cover, for new and old readers', async () => {
    const lead = { leadImage: 'x:lead' };
    const book = [item('<p>No picture</p>'), item('<p>A</p>', {}, ['x:a', 'x:lead'], lead)];
    const manifest = (await filesOf(await bookOf(book))).get('EPUB/package.opf') ?? '';
    expect(manifest).toMatch(/ id="image-2" href="images\/2.png" [^<]*properties="cover-image">/);
    expect(manifest.match(/cover-image/g)).toHaveLength(1);
    expect(manifest).toContain('<meta name="cover" content="image-2"/>');
  });

  it('turns its pages from right to left if all of its chapters are written so', async () => {
    const arabic = item('<p>نص</p>', { lang: 'ar', textDirection: 'rtl', title: 'أوراق' });
    const chinese = item('<p>葉は二度色を失う。</p>', { lang: 'ja', title: '葉を押す' });
    const book = await bookOf([arabic]);
    const packageOf = async (some: Uint8Array) => (await filesOf(some)).get('EPUB/package.opf');
    expect(await packageOf(book)).toContain(RIGHT_TO_LEFT);
    expect(await packageOf(await bookOf([arabic, chinese]))).toContain('<spine toc="ncx">');
  });

  it('has a chapter for each bookmark, with its title and labels at the top', async () => {
    const files = await filesOf(
      await bookOf([item('<p>One</p>', { title: 'First & last' }), item('<p>Two</p>')]),
    );
    expect(files.get('EPUB/chapter-1.xhtml')).toContain('<h1>First &amp; last</h1>');
    expect(files.get('EPUB/chapter-1.xhtml')).toContain('<span>ice</span> <span>to read</span>');
    expect(files.get('EPUB/chapter-2.xhtml')).toContain('<p>Two</p>');
    expect(files.get('EPUB/nav.xhtml')).toContain('<a href="chapter-1.xhtml">First &amp; last</a>');
    expect(files.get('EPUB/toc.ncx')).toContain('<text>First &amp; last</text>');
    expect(files.get('EPUB/package.opf')).toContain(
      '<meta property="dcterms:modified">2026-02-03T04:05:06Z</meta>',
    );
  });

  it('contains each image that it shows once, and lists it in the manifest', async () => {
    const html = '<p><img src="x:a"> <img src="x:a"> <img src="x:gone" alt="Lost"></p>';
    const files = await filesOf(await bookOf([item(html, {}, ['x:a'])]));
    expect(files.get('EPUB/chapter-1.xhtml')).toContain(
      '<p><img src="images/1.png" alt=""/> <img src="images/1.png" alt=""/> <img src="images/missing.svg" alt="Lost"/></p>',
    );
    const manifest = files.get('EPUB/package.opf') ?? '';
    expect(manifest.match(/images\/[^"]+/g)).toEqual(['images/1.png', 'images/missing.svg']);
  });

  it('leaves out images that e-readers need not support unless they can be converted', async () => {
    const html = '<p><img src="x:a" alt="Boat"></p>';
    const webp = { src: 'x:a', read: async () => ({ bytes: PNG, type: 'image/webp' }) };
    const page = item(html, {}, [], { images: [webp] });
    const without = await filesOf(await bookOf([page]));
    expect(without.get('EPUB/chapter-1.xhtml')).toContain(
      '<p><img src="images/missing.svg" alt="Boat"/></p></main>',
    );
    expect(without.get('EPUB/chapter-1.xhtml')).toContain('<li>Boat</li>');
    const convertImage = async (bytes: Uint8Array) => ({ bytes, type: 'image/png' as const });
    const converted = await filesOf(await bookOf([page], { convertImage }));
    expect(converted.get('EPUB/chapter-1.xhtml')).toContain('src="images/1.png" alt="Boat"');
  });

  it('keeps the position of missing images and links to them after the article', async () => {
    const book = await bookOf([item(LOST_IMAGES), item(LOST_IMAGES), item('<p>Text</p>')]);
    const files = await filesOf(book);
    const missing = (alt: string) => `<img src="images/missing.svg" alt="${alt}"/>`;
    const chapter = files.get('EPUB/chapter-1.xhtml');
    expect(chapter).toContain(
      `<main class="content"><section><p>Before ${missing('Alt text')} after <a href="https://e.org/">inner</a></p>` +
        `<figure>${missing('')}<figcaption>Caption</figcaption></figure>` +
        `<p>${missing('')}</p><p>${missing('Alt text')}</p></section></main>`,
    );
    expect(chapter?.split('</main>')[1]).toContain(
      `<ul><li><a href="${GONE}/a.png">Alt text</a></li><li><a href="${GONE}/my%20photo.png">my photo.png</a></li></ul>`,
    );
    expect(files.get('EPUB/package.opf')?.match(/missing\.svg/g)).toHaveLength(1);
    expect(files.get('EPUB/images/missing.svg')).toMatch(/^<svg /);
    const whole = await filesOf(await bookOf([item('<p>Text</p>')]));
    expect(whole.has('EPUB/images/missing.svg')).toBe(false);
    expect(whole.get('EPUB/package.opf')).not.toContain('missing.svg');
  });

  it('has links to footnotes and back, and roles for its parts', async () => {
    const files = await filesOf(await bookOf([item(FOOTNOTES)]));
    const chapter = files.get('EPUB/chapter-1.xhtml');
    expect(chapter).toContain('<sup id="c1-1"><a href="#c1-2">1</a></sup>');
    expect(chapter).toContain(
      '<li lang="fr" xml:lang="fr" value="7" id="c1-2">Note <a href="#c1-1">back</a></li>',
    );
    expect(chapter).toContain('<ul><li>Bullet</li></ul>');
    expect(chapter).toContain('<dt dir="rtl" id="c1-3">Term</dt><dd title="Words">Meaning</dd>');
    expect(chapter).toContain('<tr id="c1-4"><td>Cell</td></tr>');
    expect(chapter).toContain('<a href="#c1-4">row</a> <a href="#c1-3">term</a>');
  });

  it('shows highlights as plain marks and their notes after the text', async () => {
    const html = `<p>One <rd-annotation id="annotation-x" data-annotation-id-value="x"
      data-annotation-color="blue">two</rd-annotation><rd-annotation data-annotation-id-value="x"
      data-annotation-note="" title="Why?" data-annotation-color="blue"></rd-annotation></p>`;
    const chapter = (await filesOf(await bookOf([item(html)]))).get('EPUB/chapter-1.xhtml');
    expect(chapter).toContain(
      '<mark>two</mark><a epub:type="noteref" href="#c1-1" role="doc-noteref">1</a></p></main>',
    );
    expect(chapter).toContain('<aside role="doc-footnote" epub:type="footnote" id="c1-1">');
    expect(chapter).toContain('<p>1. Why?</p>');
  });

  it('has only the article in its main part', async () => {
    const html = '<section><p>Text</p></section>';
    const lead = { leadImage: 'x:lead' };
    const files = await filesOf(await bookOf([item(html, {}, ['x:lead'], lead)]));
    expect(files.get('EPUB/chapter-1.xhtml')).toMatch(
      /<body><header>.*<\/header><p><img [^>]*\/><\/p><main class="content"><section><p>Text<\/p><\/section><\/main><\/body>/,
    );
  });

  it('shows a photo, and a video as an image and a link', async () => {
    const picture = { leadImage: 'x:lead' };
    const photo = item('', { type: 'photo' }, ['x:lead'], picture);
    const url = 'https://video.example/v?a=1&b=2';
    const video = item('', { type: 'video', domain: 'video.example', url }, ['x:lead'], picture);
    const files = await filesOf(await bookOf([photo, video]));
    expect(files.get('EPUB/chapter-1.xhtml')).toMatch(
      /<\/header><p><img src="images\/1.png" alt=""\/><\/p><main class="content"><\/main><\/body>/,
    );
    expect(files.get('EPUB/chapter-2.xhtml')).toContain(
      '<p><img src="images/2.png" alt=""/></p>' +
        '<p><a href="https://video.example/v?a=1&amp;b=2">Video on video.example</a></p>' +
        '<main class="content"></main>',
    );
  });

  it('fails for its reader if an article cannot be loaded', async () => {
    const broken: ExportedItem = {
      ...item(''),
      loadArticle: async () => {
        throw new Error('The disk is gone');
      },
    };
    await expect(bookOf([broken])).rejects.toThrow('The disk is gone');
  });
});
