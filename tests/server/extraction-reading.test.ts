import { describe, expect, it } from 'vitest';
import type { PageSource } from '../../server/extraction/reading/page-reading';
import { readPage } from '../../server/extraction/reading/read-page';
import { createSanitisers } from '../../server/extraction/reading/server-dom';

const sanitisers = createSanitisers();
const URL = 'https://a.org/news/story.html';
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (html: string | Uint8Array, more: Partial<PageSource> = {}) =>
  readPage(
    {
      url: URL,
      bytes: typeof html === 'string' ? bytes(html) : html,
      contentType: 'text/html',
      findsMain: true,
      ...more,
    },
    sanitisers,
  );

const WORDS = 'The quick brown fox jumps over the lazy dog and runs far away from here. ';
const PARAGRAPHS = `<p>${WORDS.repeat(4)}</p>`.repeat(4);
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en-GB"><head><title>A story</title>${head}</head>
  <body><nav><a href="/">Home</a></nav><article>${body}</article></body></html>`;

describe('reading a page', () => {
  it('finds the article, what the page says of itself and where it leads', () => {
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
});
