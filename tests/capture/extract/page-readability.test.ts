import { Readability } from '@mozilla/readability';
import { describe, expect, it, vi } from 'vitest';
import { PageReadability } from '../../../src/capture/extract/page-readability';
import { sanitiseArticle } from '../../../src/capture/index';
import { htmlOf } from '../../support/article-html';

const SENTENCE = 'Ferns grow where little light falls, and they have done so for very long times. ';
const paragraphs = (count: number, attributes = '') =>
  `<p ${attributes}>${SENTENCE.repeat(3)}</p>`.repeat(count);

const PAGES: Readonly<Record<string, string>> = {
  'an article': `<nav><a href="/">Home</a></nav><article><h1>Ferns</h1>${paragraphs(8)}</article>`,
  'a byline and a heading that repeats the title': `<article><h1>Ferns in shade</h1>
    <p class="byline">By Ann Lee</p>${paragraphs(6)}</article>`,
  'parts that are not shown': `<article>${paragraphs(5)}
    ${paragraphs(1, 'hidden')}${paragraphs(1, 'style="display: none"')}
    ${paragraphs(1, 'style="visibility:hidden"')}${paragraphs(1, 'aria-hidden="true"')}
    ${paragraphs(1, 'aria-hidden="true" class="fallback-image"')}
    ${paragraphs(1, 'style="color: red"')}</article>`,
  'line breaks, fonts, scripts and styles': `<div>${SENTENCE.repeat(4)}<br><br>
    <font>${SENTENCE.repeat(4)}</font><script>1</script><style>p{}</style>${paragraphs(3)}</div>`,
  'looks in attributes': `<article bgcolor="red"><table border="1" width="9"><tr><td align="left">
    ${paragraphs(4, 'class="lead" align="left"')}</td></tr></table></article>`,
  'an article in a box that its name speaks against': `<div class="sidebar comment">
    ${paragraphs(4)}</div><footer>end</footer>`,
  'too little text for the first attempts': `<div class="related"><p>${SENTENCE}</p><br><br>
    <font>Short</font><script>1</script></div>`,
  'no text': '<div></div>',
};

function parse(body: string): Document {
  const html = `<title>Ferns in shade</title><base href="https://garden.example/a/">${body}`;
  return new DOMParser().parseFromString(html, 'text/html');
}

/** Returns the sanitised article, because attributes that the sanitiser removes may differ. */
function kept(article: Element | null | undefined): string | null {
  if (!article) return null;
  const fragment = document.createDocumentFragment();
  fragment.append(article);
  return htmlOf(sanitiseArticle(fragment));
}

function answerOf(body: string) {
  const again = vi.fn(() => parse(body));
  const article = new PageReadability(parse(body), 'Ferns in shade', again).parseElement();
  return { html: kept(article), attempts: again.mock.calls.length + 1 };
}

describe('PageReadability', () => {
  it.each(Object.entries(PAGES))(
    'returns the same article as Readability for %s',
    (_name, body) => {
      const parsed = new Readability<Element | null>(parse(body), {
        serializer: (node) => (node as Element).firstElementChild,
      }).parse();
      expect(answerOf(body).html).toBe(kept(parsed?.content));
    },
  );

  it('keeps a sentence next to a link that replaces a player, and drops it next to another link', () => {
    const page = (mark: string) => `<article>${paragraphs(5)}<div><p>Ferns, as they grow.</p>
      <p><a href="https://videos.example/ferns" ${mark}>videos.example/ferns</a></p></div>
      ${paragraphs(3)}</article>`;
    expect(answerOf(page('data-embed="video"')).html).toContain('Ferns, as they grow.');
    expect(answerOf(page('')).html).not.toContain('Ferns, as they grow.');
  });

  it('drops a box with links to other pages, and keeps one with links in the page', () => {
    const line = (href: string) =>
      `<p>Ferns, as they grow: <a href="${href}">leaf and root</a></p>`;
    const page = (href: string) =>
      `<article>${paragraphs(5)}<div>${line(href).repeat(2)}</div>${paragraphs(3)}</article>`;
    expect(answerOf(page('#root')).html).toContain('leaf and root');
    expect(answerOf(page('/root')).html).not.toContain('leaf and root');
  });

  it.each([
    'By <span rel="author">Ann Lee</span>, <time>4 October</time>',
    '<a class="author" href="/ann" itemprop="author">Ann Lee</a> · 3 min',
  ])('removes a byline as a whole line: %s', (line) => {
    const { html } = answerOf(
      `<article><h1>Ferns in shade</h1><p>${line}</p>${paragraphs(6)}</article>`,
    );
    expect(html).toContain('Ferns grow');
    expect(html).not.toMatch(/Ann Lee|By|October|3 min/);
  });

  it("keeps an author's name inside a sentence", () => {
    const sentence = `The best book about them is by <a rel="author" href="/ann">Ann Lee</a>, who walked through all the woods of the north and drew each of its ferns.`;
    expect(
      answerOf(`<article>${paragraphs(3)}<p>${sentence}</p>${paragraphs(4)}</article>`).html,
    ).toContain('Ann Lee');
  });

  it('keeps headings whose class says header or whose id repeats the text, with their ids', () => {
    const headings = `<h2 class="section-header" id="moss">Moss</h2>${paragraphs(2)}
      <h3 id="related-work">Related work</h3>${paragraphs(2)}`;
    const { html } = answerOf(`<article>${paragraphs(3)}${headings}</article>`);
    expect(html).toContain('id="user-content-moss">Moss</h2>');
    expect(html).toContain('id="user-content-related-work">Related work</h3>');
  });

  it('drops a heading with a name of another part of the page, such as a sponsor', () => {
    const headings = `<h2 class="sponsor-header">Moss</h2>${paragraphs(2)}
      <h3 id="social">Follow the garden</h3>${paragraphs(2)}`;
    const { html } = answerOf(`<article>${paragraphs(3)}${headings}</article>`);
    expect(html).not.toMatch(/<h[23]/);
  });

  it('copies the page again only when the first attempt finds too little', () => {
    expect(answerOf(PAGES['an article'] ?? '').attempts).toBe(1);
    const short = PAGES['too little text for the first attempts'] ?? '';
    expect(answerOf(short).attempts).toBeGreaterThan(1);
  });
});
