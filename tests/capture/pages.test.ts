import { describe, expect, it } from 'vitest';
import { captured, openArticlePage, PAGE_ORIGIN } from '../support/article-pages';

const at = (path: string): string => `${PAGE_ORIGIN}${path}`;
const srcs = (article: Element): readonly (string | null)[] =>
  [...article.querySelectorAll('img')].map((image) => image.getAttribute('src'));

describe('a news article with lazy images', () => {
  const { article, text, capture } = captured(openArticlePage('news-lazy-images'));

  it('gives every image the address that the page would have loaded', () => {
    expect(srcs(article)).toEqual([
      at('/photos/first-crossing.jpg'),
      at('/photos/landing-1600.avif'),
      at('/photos/wheelhouse-2400.jpg'),
      at('/photos/timetable.png'),
    ]);
  });

  it('lists the images in order, with the sizes that the page declares', () => {
    expect(capture.article?.images[0]).toEqual({
      url: at('/photos/first-crossing.jpg'),
      width: 1200,
      height: 800,
    });
    expect(capture.article?.images.map(({ url }) => url)).toEqual(srcs(article));
  });

  it('keeps captions with their images and removes tracking pixels', () => {
    expect(article.querySelector('figure figcaption')?.textContent).toContain(
      'The first crossing.',
    );
    expect(capture.article?.html).not.toMatch(/pixel\.gif|facebook/);
  });

  it('contains the article and nothing around it', () => {
    expect(text).toMatch(/^The first boat left.*ordered a flag\.$/);
  });
});

describe('a blog with code', () => {
  const { article } = captured(openArticlePage('blog-code'));
  const blocks = [...article.querySelectorAll('pre')];

  it('has the language of each block that declares one', () => {
    expect(blocks.map((block) => block.getAttribute('data-language'))).toEqual([
      'rust',
      'python',
      'javascript',
      'go',
      'java',
      null,
    ]);
  });

  it('has each program with its own lines, without numbers and buttons', () => {
    expect(blocks.map((block) => block.textContent)).toEqual([
      'for leaf in tree.leaves() {\n    if leaf.is_green() && leaf.area() > 2.0 {\n        press(leaf);\n    }\n}',
      'for leaf in tree.leaves():\n    if leaf.green:\n        press(leaf)\n',
      'for (const leaf of tree.leaves()) {\n  if (leaf.green) press(leaf);\n}',
      'for _, leaf := range tree.Leaves() {\n\tpress(leaf)\n}',
      'for (Leaf leaf : tree.leaves()) {\n    press(leaf);\n}',
      'Not a program,\n  but a poem,\n    with its own breaks.',
    ]);
  });

  it('keeps links and emphasis inside code, and inline code inside lines', () => {
    expect(blocks[4]?.querySelector('a')?.getAttribute('href')).toBe(at('/api/tree#leaves'));
    expect(blocks[4]?.querySelector('mark')?.textContent).toBe('press');
    expect(article.querySelector('p code')?.textContent).toBe('press(leaf)');
  });
});

describe('documentation with formulas and tables', () => {
  const { article } = captured(openArticlePage('docs-math'));

  it('has one MathML element for each formula of every renderer', () => {
    expect([...article.querySelectorAll('math')].map((math) => math.textContent)).toEqual([
      'r',
      'A=r2(θ−sinθ)',
      'c=2rsinθ2',
      'p/A',
      'ex',
    ]);
    expect(article.querySelectorAll('math[display="block"]')).toHaveLength(1);
  });

  it('keeps the TeX of a formula', () => {
    expect(article.querySelector('math')?.getAttribute('alttext')).toBe('r');
    expect(article.querySelector('pre[data-language="tex"]')?.textContent).toBe(
      'k = \\frac{p^2}{4\\pi A}',
    );
  });

  it('keeps a formula inline and removes the output of its renderer', () => {
    expect(article.querySelector('math')?.closest('p')?.textContent).toContain(
      'With the radius r and the angle',
    );
    expect(article.querySelector('img, mjx-container, [class]')).toBeNull();
    expect(article.textContent).not.toContain('p/Ap/A');
  });

  it('keeps a small data table and drops a table of links', () => {
    expect([...article.querySelectorAll('table')].map((table) => table.rows.length)).toEqual([3]);
  });
});

describe('a page of web components', () => {
  const page = openArticlePage('web-components');
  const before = page.documentElement.outerHTML;
  const { text, article } = captured(page);

  it('has the content in its visible order', () => {
    expect(text).toMatch(
      /^A page may be built.*The paragraphs of this note.*In a greenhouse.*January\. This last paragraph is in the shadow/,
    );
  });

  it('includes shadow content and excludes nodes without a slot', () => {
    expect(srcs(article)).toEqual([at('/greenhouse.jpg')]);
    expect(article.querySelector('figcaption')?.textContent?.trim()).toBe(
      'The greenhouse in January.',
    );
    expect(text).not.toContain('asks for a slot that is not there');
    expect(text).not.toContain('Nothing to see');
  });

  it('leaves the page unchanged', () => {
    expect(page.documentElement.outerHTML).toBe(before);
    expect(page.querySelector('note-page')?.shadowRoot?.querySelectorAll('slot')).toHaveLength(2);
  });
});

describe('pages in other scripts', () => {
  it('captures a Hebrew article with its quotation and its direction', () => {
    const { text, article, capture } = captured(openArticlePage('hebrew'));
    expect(text).toMatch(/^בקצה היער.*ליתר ביטחון\.$/);
    expect(article.querySelector('blockquote')).not.toBeNull();
    expect(article.querySelector('bdi')?.textContent).toBe('Leaf 2.0');
    expect(capture.metadata.textDirection).toBe('rtl');
    expect(capture.article?.wordCount).toBeGreaterThan(100);
  });

  it('captures a Japanese article with its ruby text and counts its words', () => {
    const { text, article, capture } = captured(openArticlePage('japanese'));
    expect(text).toMatch(/^町のはずれに.*「いつでも」と書かれている。$/);
    expect(article.querySelectorAll('ruby rt')).toHaveLength(2);
    expect(capture.article?.wordCount).toBeGreaterThan(150);
    expect(capture.article?.readingTimeMinutes).toBe(2);
    expect(capture.report.warnings).toEqual([]);
  });
});

describe('a page with notes and recordings', () => {
  const { article, text } = captured(openArticlePage('notes-and-media'));
  const target = (href: string | null | undefined) =>
    article.querySelector(`[id="${href?.slice(1)}"]`);

  it('keeps footnotes and the links to and from them', () => {
    const [first, second] = article.querySelectorAll('sup a');
    expect(target(first?.getAttribute('href'))?.textContent).toContain('So the guide says');
    expect(second?.getAttribute('href')).toBe('#user-content-fn:2');
    expect(article.querySelector('[id="user-content-fn:2"]')?.textContent).toContain('leaf 41');
    const back = article.querySelector('li a');
    expect(target(back?.getAttribute('href'))?.localName).toBe('sup');
  });

  it('links to the original page for targets outside the article', () => {
    const hrefs = [...article.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(hrefs).toContain('#user-content-seam');
    expect(hrefs).toContain(at('/#gone'));
    expect(hrefs).toContain(at('/#ref2'));
  });

  it('replaces media by a link with an image', () => {
    const embeds = [...article.querySelectorAll('a[data-embed]')].map((link) => [
      link.getAttribute('data-embed'),
      link.getAttribute('href'),
      link.querySelector('img')?.getAttribute('src') ?? link.textContent,
    ]);
    expect(embeds).toEqual([
      [
        'video',
        'https://www.youtube.com/watch?v=a1B2c3D4e5F',
        'https://i.ytimg.com/vi/a1B2c3D4e5F/hqdefault.jpg',
      ],
      ['audio', at('/sound/bell.mp3'), 'The bell, with owls'],
      ['video', at('/film/tower.webm'), at('/img/tower.jpg')],
    ]);
    expect(article.querySelector('iframe, video, audio')).toBeNull();
  });

  it('keeps collapsed content and boxes', () => {
    expect(article.querySelector('details[open]')?.textContent).toContain('Poured on the Tuesday');
    expect(text).toContain('Where to hear it.');
  });
});

describe('a page whose boxes have misleading names', () => {
  const { article, text } = captured(openArticlePage('dropped-by-class'));

  it('keeps the image, the heading and the table between its paragraphs', () => {
    expect(srcs(article)).toEqual([at('/garden/gate.jpg')]);
    expect(article.querySelector('h2')?.textContent).toBe('What grows where');
    expect(article.querySelectorAll('td')).toHaveLength(2);
    expect(text).toMatch(
      /not there\. The gate.*behind them\. ?What grows where ?Bed ?Plant.*The beds/,
    );
  });

  it('drops content that links elsewhere', () => {
    expect(text).not.toContain('Related');
    expect(text).not.toContain('Ferns and how to ask them');
  });
});

describe('a page without an article', () => {
  it('is captured with its best text and reported', () => {
    const { text, capture } = captured(openArticlePage('not-an-article'));
    expect(text).toContain('High 04:12');
    expect(text).not.toMatch(/Moon|Buy boots|Refresh/);
    expect(capture.report.warnings).toEqual(['not-readable']);
  });
});
