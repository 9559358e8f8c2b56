import { describe, expect, it } from 'vitest';
import { readPage } from '../../../server/extraction/reading/read-page';

const YEARS = Array.from(
  { length: 12 },
  (_, at) =>
    `<p>In year ${at + 1} the keeper wrote that ${at + 1} gulls had come to the rock, and that the lamp was dry.</p>`,
);
const [START, END] = [YEARS.slice(0, 6).join(''), YEARS.slice(6).join('')];
const LONG = 'Gulls of the north rest on the rock in winter, and nobody counts them. '.repeat(4);
const IMAGE = '<img src="/rock.jpg" alt="The rock" width="600" height="400">';

/** Reads a page on the server, with a part amid its text. */
function read(part: string, { head = '', byline = '' } = {}) {
  const page = `<!doctype html><html lang="en"><head><title>The rock</title>${head}</head>
    <body><main><article><h1>The rock</h1>${byline}${START}${part}${END}</article></main></body></html>`;
  const url = 'https://rock.example/log';
  const bytes = Buffer.from(page);
  const { article, metadata } = readPage({ url, contentType: 'text/html', bytes, findsMain: true });
  return { html: (article?.html ?? '').replace(/\s+/g, ' '), metadata };
}

describe('an article that the server reads has', () => {
  it.each([
    ['in italics below it', `<p>${IMAGE}</p><p><em>The rock in 1965</em></p>`],
    ['in the middle below it', `<p>${IMAGE}</p><center>The rock in 1965</center>`],
    [
      'of a class below its figure',
      `<figure>${IMAGE}</figure><p class="wide caption">The rock in 1965</p>`,
    ],
    ['in a figure above it', `<figure><figcaption>The rock in 1965</figcaption></figure>${IMAGE}`],
    ['in its line', `<p>${IMAGE}<br><span class="pb-caption">The rock in 1965</span></p>`],
  ])('the caption of an image that is %s', (_, part) => {
    const { html } = read(part);
    expect(html).toMatch(/<figure\b[^>]*>.*<img .*<figcaption\b[^>]*>.*The rock in 1965/);
    expect(html.match(/The rock in 1965/g)).toHaveLength(1);
  });

  it.each([
    ['a quote', '<blockquote><p>It stands.</p><p>It will.</p></blockquote>', 'It will.'],
    ['a table', '<table><tr><th>Year</th><td>1965</td></tr></table>', '1965'],
    ['a list', '<ul><li>The mast</li><li>The jib</li></ul>', 'The jib'],
  ])('%s of a figure with its caption', (_, content, text) => {
    const { html } = read(`<figure>${content}<figcaption>From the log</figcaption></figure>`);
    expect(html).toMatch(new RegExp(`<figure\\b.*${text}.*<figcaption\\b[^>]*>.*From the log`));
  });

  it.each([
    ['for readers of screens', '<p class="note sr-only">Print this page</p>'],
    ['without a size', '<p style="font-size: 0">Print this page</p>'],
    ['in the colour of its background', '<p style="color: #fff; background: #fff">Print this</p>'],
    ['beside the page', '<p style="position: absolute; left: -9999px">Print this page</p>'],
    ['that is hidden', '<p hidden>Print this page</p>'],
    ['of a list to share it', '<ul class="share-tools"><li><a href="/s">Print this</a></li></ul>'],
  ])('no text %s', (_, part) => {
    expect(read(part).html).not.toContain('Print this');
  });

  it.each([
    ['of a tab', '<div role="tabpanel" hidden><p>Gulls of the north</p></div>'],
    [
      'below its button',
      '<button aria-expanded="false">Which?</button><p hidden>Gulls of the north</p>',
    ],
    [
      'named by its button',
      '<button aria-controls="g">Which?</button><hr><p id="g" hidden>Gulls of the north</p>',
    ],
    ['that only screen readers skip', `<p aria-hidden="true">${LONG}</p>`],
  ])('a text %s', (_, part) => {
    expect(read(part).html).toContain('Gulls of the north');
  });

  it('a heading without the mark of its link', () => {
    const { html } = read('<h2>Rust<a id="rust" href="#rust" class="anchor">¶</a></h2>');
    expect(html).toMatch(/<h2\b[^>]*>Rust<\/h2>/);
  });
});

describe('a page that the server reads has', () => {
  const FOUND = { authors: ['Ann Lee'], published: '2024-05-03' };

  it.each([
    ['a line of text', { byline: '<p>By Ann Lee, 3 May 2024</p>' }],
    [
      'elements with classes',
      {
        byline:
          '<p class="meta byline">By <a rel="author" href="/ann">Ann Lee</a></p><time datetime="2024-05-03">Friday</time>',
      },
    ],
    [
      'marks of its head',
      {
        head: '<meta name="author" content="Ann Lee"><meta property="article:published_time" content="2024-05-03">',
      },
    ],
    [
      'data',
      {
        head: '<script type="application/ld+json">{"@type":"Article","headline":"The rock","author":{"name":"Ann Lee"},"datePublished":"2024-05-03"}</script>',
      },
    ],
    [
      'microdata',
      {
        byline:
          '<div itemscope itemtype="https://schema.org/Article"><span itemprop="author">Ann Lee</span> <meta itemprop="datePublished" content="2024-05-03"></div>',
      },
    ],
  ])('the author and the date of %s', (_, more) => {
    expect(read('', more).metadata).toMatchObject({ title: 'The rock', ...FOUND });
  });
});
