import { describe, expect, it } from 'vitest';
import type { PageSource } from '../../../server/extraction/reading/page-tasks';
import { readPage } from '../../../server/extraction/reading/read-page';

const URL = 'https://a.org/news/story.html';
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (html: string | Uint8Array, more: Partial<PageSource> = {}) =>
  readPage({
    url: URL,
    bytes: typeof html === 'string' ? bytes(html) : html,
    contentType: 'text/html',
    findsMain: true,
    ...more,
  });

const WORDS = 'The quick brown fox jumps over the lazy dog and runs far away from here. ';
const PARAGRAPHS = `<p>${WORDS.repeat(4)}</p>`.repeat(4);
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en-GB"><head><title>A story</title>${head}</head>
  <body><nav><a href="/">Home</a></nav><article>${body}</article></body></html>`;

describe('reading a page', () => {
  it('finds the article, the metadata and the links', () => {
    const reading = read(
      page(
        `<h1>A story</h1>${PARAGRAPHS}<p>See <a class="x" href="/more?a=1&amp;b=2">more of it</a>,
        <a href="https://b.org/paper.PDF">a paper</a>, <a href="#top">above</a> and
        <a href="/more?a=1&amp;b=2">again</a>.</p>`,
        '<meta property="og:site_name" content="A site"><meta name="author" content="Ann Lee">',
      ),
    );
    expect(reading.metadata).toMatchObject({
      title: 'A story',
      siteName: 'A site',
      authors: ['Ann Lee'],
      lang: 'en-GB',
      textDirection: 'ltr',
      type: 'article',
    });
    expect(reading.article?.html).toMatch(/^<section lang="en-GB" dir="ltr"><p>The quick/);
    expect(reading.article?.html).toContain('rel="nofollow noopener noreferrer"');
    expect(reading.article?.html).not.toContain('Home');
    expect(reading.article?.wordCount).toBeGreaterThan(200);
    expect(reading.links).toEqual([
      {
        url: 'https://a.org/more?a=1&b=2',
        domain: 'a.org',
        title: 'more of it',
        is_page: true,
        content_type: 'text/html',
      },
      {
        url: 'https://b.org/paper.PDF',
        domain: 'b.org',
        title: 'a paper',
        is_page: false,
        content_type: 'application/pdf',
      },
    ]);
  });

  it('keeps links up to a length of all addresses together', () => {
    const anchors = Array.from(
      { length: 60 },
      (_, n) => `<a href="https://b.org/${n}?${'x'.repeat(5_000)}">link</a>`,
    );
    const { links } = read(page(`${PARAGRAPHS}<p>${anchors.join(' ')} <a href="/short">s</a></p>`));
    const length = links.reduce((sum, { url }) => sum + url.length, 0);
    expect(length).toBeLessThanOrEqual(100_000);
    expect(links.length).toBeGreaterThan(15);
    expect(links.at(-1)?.url).toBe('https://a.org/short');
  });

  it('keeps the whole page when the sender has chosen the content', () => {
    const chosen = '<p>Just <b>this</b>.</p><nav>and this</nav><script>harm()</script>';
    const { article } = read(chosen, { findsMain: false });
    expect(article?.html).toBe('<section><p>Just <b>this</b>.</p>and this</section>');
    expect(article?.text).toBe('Just this. and this');
  });

  it('finds no article in a page without text and images', () => {
    expect(read('<title>Nothing</title>')).toMatchObject({
      article: null,
      links: [],
      metadata: { title: 'Nothing' },
    });
  });

  it('writes the attributes of images in a fixed order with absolute addresses', () => {
    const { article } = read(
      page(`${PARAGRAPHS}<img class="x" alt="A" data-src="b.png" width="300" src="data:,">${PARAGRAPHS}
        <img src="b.png" alt="B">`),
    );
    const src = 'https://a.org/news/b.png';
    expect(article?.html).toContain(`<img loading="lazy" src="${src}" alt="A" width="300"/>`);
    expect(article?.imageUrls).toEqual([src]);
  });

  it('separates the words of different blocks, and no others', () => {
    const { article } = read(
      '<p>one</p>two<ul><li>th<b>re</b>e</li><li>four</li></ul>five<br>six<img src=a.png>seven',
      { findsMain: false },
    );
    expect(article?.text).toBe('one two three four five six seven');
  });

  it.each([
    ['the header', 'text/html; charset=ISO-8859-2', '<p>', [0xb3], 'ł'],
    [
      'the header rather than the meta element',
      'text/html; charset=shift_jis',
      '<meta charset=utf-8><p>',
      [0x82, 0xa0],
      'あ',
    ],
    ['the meta element', 'text/html', '<meta charset=gbk><p>', [0xc4, 0xe3], '你'],
    [
      'the older meta element',
      'text/html',
      '<meta http-equiv=content-type content="text/html; charset=euc-kr"><p>',
      [0xb0, 0xa1],
      '가',
    ],
    [
      'a meta element late in the head',
      'text/html',
      `<head><style>${'a{}'.repeat(500)}</style><meta charset=gbk></head><p>`,
      [0xc4, 0xe3],
      '你',
    ],
    ['the bytes, which are UTF-8', 'text/html', '<p>', [0xc3, 0xa9], 'é'],
    ['the default, windows-1252', '', '<p>', [0xe9], 'é'],
    ['the default for an unknown name', 'text/html; charset=klingon', '<p>', [0xe9], 'é'],
    ['the header of plain text', 'text/plain; charset=koi8-r', '', [0xc1], 'а'],
  ])('takes the character encoding from %s', (_, contentType, start, letters, expected) => {
    const source = Buffer.concat([Buffer.from(start), Buffer.from(letters)]);
    expect(read(source, { contentType }).article?.text).toBe(expected);
  });

  it.each([
    ['utf-16le', [0xff, 0xfe, 0x3c, 0x00, 0x70, 0x00, 0x3e, 0x00, 0x42, 0x04]],
    ['utf-16be', [0xfe, 0xff, 0x00, 0x3c, 0x00, 0x70, 0x00, 0x3e, 0x04, 0x42]],
    ['utf-8', [0xef, 0xbb, 0xbf, 0x3c, 0x70, 0x3e, 0xd1, 0x82]],
  ])('takes the encoding from a byte order mark first: %s', (_, letters) => {
    const contentType = 'text/html; charset=windows-1252';
    expect(read(Uint8Array.from(letters), { contentType }).article?.text).toBe('т');
  });

  const XHTML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>
    <title>Strict</title><script src="x.js"/></head><body><p>One<br/>two</p></body></html>`;

  it.each(['application/xhtml+xml', 'application/xml', 'text/xml'])('reads %s', (contentType) => {
    const { metadata, article } = read(XHTML, { contentType });
    expect(metadata.title).toBe('Strict');
    expect(article?.html).toBe('<section><p>One<br/>two</p></section>');
  });

  it('parses invalid XML as HTML', () => {
    const contentType = 'application/xhtml+xml';
    expect(read('<title>Loose</title><p>One<br>two', { contentType })).toMatchObject({
      metadata: { title: 'Loose' },
      article: { text: 'One two' },
    });
    const feed = '<rss><channel><title>News</title><item>Today</item></channel></rss>';
    expect(read(feed, { contentType: 'text/xml' }).article?.text).toBe('Today');
  });

  it('shows plain text unchanged', () => {
    const reading = read('a <b>\n  c\n\nd & e', {
      contentType: 'text/plain',
      url: 'https://a.org/notes/read%20me.txt?x',
    });
    expect(reading.metadata.title).toBe('read me');
    expect(reading.article?.html).toContain('a &lt;b&gt;\n  c\n\nd &amp; e');
    expect(reading.article?.html).toMatch(/^<section[^>]*><pre>/);
  });

  describe('of a video', () => {
    const meta = (property: string, content: string) =>
      `<meta property="${property}" content="${content}">`;

    it.each([
      [
        meta('og:video:url', 'https://www.youtube.com/embed/abcdefgh?a=1&amp;b=2'),
        'www.youtube-nocookie.com',
      ],
      [meta('og:video:secure_url', 'https://player.vimeo.com/video/12345'), 'player.vimeo.com'],
      [
        '<meta name="twitter:player" content="https://player.vimeo.com/video/12345">',
        'player.vimeo.com',
      ],
    ])('finds the player of %s', (head, domain) => {
      const { embed } = read(page('', head));
      expect(embed?.domain).toBe(domain);
      expect(embed?.html).toMatch(/^<iframe src="https:\/\/[^"<>]+" width/);
    });

    it.each([
      meta('og:video:url', 'https://evil.example/player'),
      meta('og:video:url', 'http://player.vimeo.com/video/12345'),
      meta('og:video:url', 'javascript:alert(1)'),
      meta('og:video:url', 'https://open.spotify.com/embed/episode/abc'),
    ])('refuses the player of %s', (head) => {
      expect(read(page('', head)).embed).toBeNull();
    });

    it('finds the player by the address of a known video site', () => {
      const url = 'https://www.youtube.com/watch?list=x&v=abcdefgh123';
      expect(read('<title>Before you continue</title>', { url }).embed?.html).toContain(
        'https://www.youtube-nocookie.com/embed/abcdefgh123',
      );
    });

    it.each([
      ['212', 212],
      ['PT3M32S', 212],
      ['P1DT1H0.5S', 90_000],
      ['PT1H2M3S', 3723],
      ['three minutes', 0],
      ['-5', 0],
      ['', 0],
    ])('finds the duration %s', (written, seconds) => {
      expect(read(page('', meta('og:video:duration', written))).durationSeconds).toBe(seconds);
      const item = `<meta itemprop="duration" content="${written}">`;
      expect(read(page('', item)).durationSeconds).toBe(seconds);
    });
  });
});
