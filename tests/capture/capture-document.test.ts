import { describe, expect, it, vi } from 'vitest';
import { captureDocument } from '../../src/capture';
import { captured, documentOf, pageWith } from '../support/article-pages';

const SENTENCE = 'Ferns grow where little light falls, and they have done so for very long times. ';

describe('captureDocument', () => {
  it('leaves the document unchanged', () => {
    const document = pageWith(
      '<img data-src="/a.png"><pre><code>x</code></pre><details>y</details><base href="/b/"><iframe src="https://www.youtube.com/embed/a1B2c3D4e5F"></iframe>',
    );
    const before = document.documentElement.outerHTML;
    const seen = vi.fn();
    const observer = new MutationObserver(seen);
    observer.observe(document, { attributes: true, childList: true, subtree: true });
    captured(document);
    expect(observer.takeRecords()).toEqual([]);
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('reports the words, the kind of the page and what is missing, and nothing else', () => {
    const { capture } = captured(pageWith('<p>More.</p>'));
    expect(capture.report).toEqual({
      words: capture.article?.wordCount,
      imagesKept: 0,
      imagesDropped: 0,
      warnings: [],
      kind: 'article',
    });
  });

  it('repairs the page before the article is looked for, and removes marks of links', () => {
    const { article } = captured(
      pageWith(
        `<img data-src="/a.png"><img data-src="/b.png"><img src="/c.png">
        <iframe src="https://www.youtube.com/embed/a1B2c3D4e5F"></iframe>
        <p><math><mi>x</mi></math></p><pre><code>x</code></pre><aside class="note">${SENTENCE}</aside>
        <p class="sr-only">${SENTENCE}</p><h2>Shade <a href="#shade">#</a></h2><p>${SENTENCE}</p>`,
      ),
    );
    const files = [...article.querySelectorAll('img')].map(({ src }) => src.replace(/^.*\//, ''));
    expect(files).toEqual(expect.arrayContaining(['a.png', 'b.png', 'c.png']));
    expect(article.querySelector('a[data-embed="video"]')).not.toBeNull();
    expect(article.querySelector('math')).not.toBeNull();
    expect(article.querySelector('pre code')?.textContent).toBe('x');
    expect(article.querySelector('h2')?.textContent?.trim()).toBe('Shade');
    expect(article.querySelector('.sr-only')).toBeNull();
  });

  it('keeps the questions of an accordion in an article that Readability finds at its second attempt', () => {
    const part = (at: number) =>
      `<h3><button aria-expanded="false">May we visit tree ${at}?</button></h3><div><p>${at}. ${SENTENCE.repeat(3)}</p></div>`;
    const { text } = captured(
      documentOf(`<body><div class="sidebar">${[1, 2, 3, 4].map(part).join('')}</div></body>`),
    );
    expect(text).toContain('4. Ferns grow');
    expect(text).toContain('May we visit tree 2?');
  });

  it('stores the selected text as the excerpt, up to a maximum length', () => {
    const { capture } = captured(pageWith(''), { selection: `  ${'fern '.repeat(5000)}` });
    expect(capture.excerpt).toHaveLength(10_000);
    expect(capture.excerpt).toMatch(/^fern/);
    expect(captured(pageWith('')).capture.excerpt).toBe('');
  });

  it('returns plain data that survives JSON', () => {
    const outcome = captureDocument(pageWith('<img src="/a.png" width="10">'));
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  });

  it.each(['application/xml', 'image/svg+xml', 'text/xml'] as const)('is not for %s', (type) => {
    const document = new DOMParser().parseFromString(
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      type,
    );
    expect(captureDocument(document)).toMatchObject({ kind: 'not-capturable', reason: 'not-html' });
  });

  it.each([
    ['its first line', 'ice.txt', '\n\n  The ice log\n\nDay one.', 'The ice log'],
    [
      'its first line without the mark of a heading',
      'ice.txt',
      '# The ice log\nDay one.',
      'The ice log',
    ],
    [
      'the name of its file when the first line is a paragraph',
      'The%20log%201.2.txt',
      'Ice. '.repeat(50),
      'The log 1.2',
    ],
    [
      'the name of its file when the first line has no words',
      'The%20log%201.2.txt',
      '-----\nIce',
      'The log 1.2',
    ],
    ['the name of its file with its number', 'notes-2.0', '-----\nIce', 'notes-2.0'],
  ])('titles a page of plain text with %s', (_, file, text, title) => {
    const document = documentOf('<pre></pre>');
    const url = `https://pages.example/notes/${file}`;
    vi.spyOn(Document.prototype, 'URL', 'get').mockReturnValue(url);
    document.querySelector('pre')!.textContent = text;
    vi.spyOn(Document.prototype, 'contentType', 'get').mockReturnValue('text/plain');
    expect(captured(document).capture.metadata.title).toBe(title);
  });

  it("reports that a PDF can't be captured", () => {
    const document = documentOf('<title>Ferns</title><embed type="application/pdf">');
    vi.spyOn(Document.prototype, 'contentType', 'get').mockReturnValueOnce('application/pdf');
    expect(captureDocument(document)).toMatchObject({
      kind: 'not-capturable',
      reason: 'pdf',
      title: 'Ferns',
    });
    vi.restoreAllMocks();
  });

  it('reads XHTML, whose element names are in lower case', () => {
    const document = new DOMParser().parseFromString(
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Ferns</title></head><body><div>
       <p>${SENTENCE.repeat(5)}</p><p>${SENTENCE.repeat(5)}<a href="#n">1</a></p></div></body></html>`,
      'application/xhtml+xml',
    );
    const { capture, text } = captured(document);
    expect(text).toMatch(/^Ferns grow/);
    expect(capture.report.warnings).toEqual([]);
  });

  it.each([
    ['within the limits', 1000],
    ['beyond the limits', 2],
  ])('keeps the CDATA sections of XHTML %s as text', (_, depth) => {
    const nested = `<div><div><p>${SENTENCE.repeat(5)}</p></div></div>`;
    const document = new DOMParser().parseFromString(
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Ferns</title></head><body>${nested}
       <p>${SENTENCE.repeat(5)}</p><p>Moss <![CDATA[< fern & leaf]]>.</p></body></html>`,
      'application/xhtml+xml',
    );
    const limits = { elements: 1000, textLength: 100_000, depth, nestedText: 10_000_000 };
    const { text } = captured(document, { limits });
    expect(text).toContain('Moss < fern & leaf.');
  });

  it('returns no article when the page has no text and no image', () => {
    expect(captured(documentOf('<title>Empty</title><body></body>')).capture.article).toBeNull();
    expect(captured(documentOf('<nav>Home</nav>')).capture.article).toBeNull();
  });

  it('returns an article that consists of one image', () => {
    const { capture } = captured(documentOf('<main><img src="/fern.jpg" alt="A fern"></main>'));
    expect(capture.article?.images).toEqual([
      { url: `${location.origin}/fern.jpg`, width: null, height: null },
    ]);
    expect(capture.article?.wordCount).toBe(0);
  });

  it('reads a page with an iframe element inside an SVG', () => {
    const { text } = captured(pageWith('<p>Between.</p><svg><iframe src="a"></iframe></svg>'));
    expect(text).toContain('Between.');
  });

  it('reads a document of another window', () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const other = frame.contentWindow as Window & typeof globalThis;
    other.document.body.innerHTML = `<article><p>${SENTENCE.repeat(8)}</p></article>`;
    const { text } = captured(other.document, { window: other });
    frame.remove();
    expect(text).toContain('Ferns grow');
  });
});

describe('a failing step', () => {
  it('keeps the plain text when the article cannot be completed', () => {
    const inlineImages = new Map<string, string>();
    inlineImages.set = () => {
      throw new Error('broken');
    };
    const page = pageWith('<p>Between.</p><img src="blob:https://a.example/1" alt="Fern">');
    const { capture, text, article } = captured(page, { inlineImages });
    expect(capture.report.warnings).toEqual(['text-only']);
    expect(text).toContain('Between.');
    expect(article.querySelectorAll('p').length).toBeGreaterThan(0);
  });
});
