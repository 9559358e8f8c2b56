import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ExportedItem, markdownOf, writeMarkdown, writeMarkdownZip } from '../../src/formats';
import { filesOf } from './archives';
import { HOSTILE_ARTICLE, RICH_ARTICLE, wordsOf } from './articles';
import { bookmark, bytesOfStream, CREATED, item, textOfStream } from './items';

const KEPT = 'https://e.org/a.png';

/** The Markdown of an article alone, of whose images `KEPT` is kept. */
const body = (html: string) =>
  markdownOf({
    bookmark: bookmark(),
    article: { html, leadImage: null, leadInText: null },
    hasFrontMatter: false,
    hasHeading: false,
    images: new Map([[KEPT, KEPT]]),
  }).text;

const marked = (text: string, id = 'a') =>
  `<rd-annotation data-annotation-id-value="${id}" data-annotation-color="red">${text}</rd-annotation>`;
const noted = (note: string) =>
  `<rd-annotation data-annotation-id-value="a" data-annotation-note="" title="${note}"></rd-annotation>`;

describe('an article as Markdown', () => {
  it.each<[string, string, string]>([
    ['words', '<p>A <em>b</em> <strong>c</strong> <del>d</del></p>', 'A *b* **c** ~~d~~'],
    ['links', '<p><a href="https://example.org/">A</a></p>', '[A](https://example.org/)'],
    ['links within it', '<p><a href="#a">A</a></p>', 'A'],
    ['links that run', '<p><a href="javascript:alert(1)">A</a></p>', 'A'],
    ['images', `<p><img src="${KEPT}" alt="A"></p>`, `![A](${KEPT})`],
    [
      'links to images that are not kept',
      '<p><img src="https://e.org/b.png" alt="B"> <img src="https://e.org/my%20photo.png"></p>',
      '[B](https://e.org/b.png) [my photo.png](https://e.org/my%20photo.png)',
    ],
    [
      'the words of an image that is not kept and is in a link',
      '<p><a href="https://e.org/"><img src="https://e.org/b.png" alt="B"></a></p>',
      '[B](https://e.org/)',
    ],
    ['the words of an image without an address', '<p><img src="gone.png" alt="B"></p>', 'B'],
    ['code', '<pre data-language="js"><code>a;\n</code></pre>', '```js\na;\n```'],
    ['code with fences', '<pre><code>```</code></pre>', '````\n```\n````'],
    ['what it has no sign for', '<p>H<sub>2</sub>O</p>', 'H<sub>2</sub>O'],
    ['formulas', '<p><math alttext="x^2"><mi>x</mi></math> for $1</p>', '$x^2$ for \\$1'],
    ['formulas by themselves', '<math alttext="x" display="block"></math>', '$$x$$'],
    ['formulas of unknown source', '<p><math><mi>x</mi></math></p>', 'x'],
    ['lists', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    [
      'tables',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td>3</td></tr></table>',
      '| a | b |\n| - | - |\n| 1\\|2 | 3 |',
    ],
    ['emphasis once', '<p><em>a <i>b</i></em><i> c</i></p>', '*a b c*'],
    ['no emphasis of nothing', '<p>a<b> </b>b<i></i><a href="https://e.org/"></a></p>', 'a b'],
    ['quoted words', '<p>A <q>b</q></p>', 'A "b"'],
    [
      'cells of several columns',
      '<table><tr><th colspan="2">a</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '| a | |\n| - | - |\n| 1 | 2 |',
    ],
    [
      'very wide cells as one',
      '<table><tr><th colspan="200">a</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '| a | |\n| - | - |\n| 1 | 2 |',
    ],
  ])('has %s', (_, html, markdown) => {
    expect(body(html)).toBe(`${markdown}\n`);
  });

  it.each(['# no heading', '1. no list', '<script>', '[no](link)', '*no*', 'a == b', '`no`'])(
    'keeps %s as text',
    (text) => {
      const escaped = body(`<p>${text.replace('<', '&lt;')}</p>`).trim();
      expect(escaped).not.toBe(text);
      expect(escaped.replaceAll('\\', '')).toBe(text);
    },
  );
});

describe('a large article as Markdown', () => {
  const CHARACTERS = 40_000;
  /** Of the thread. Libraries alone take up to 80 s for these. */
  const MAX_MS = 2_000;

  const fill = (unit: string) => unit.repeat(Math.ceil(CHARACTERS / unit.length));
  const nested = (depth: number, tag: string, text: string) =>
    `<${tag}>`.repeat(depth) + text + `</${tag}>`.repeat(depth);

  it.each<[string, string]>([
    ['elements without a text', `<p>${fill('<span></span>')}</p>`],
    ['blanks in bold', fill('<b> </b>')],
    ['notes on one piece of code', `<pre>${fill(`x${noted('Why?')}`)}</pre>`],
    ['emphasis in emphasis', `<p>${fill(nested(90, 'em', 'a'))}</p>`],
    [
      'bold in emphasis, each in the other',
      fill(nested(45, 'em><b', 'a').replaceAll('b></em', 'em></b')),
    ],
    ['struck blocks in one another', fill(nested(90, 'del', '<p>a</p>b'))],
    ['emphasis that is never ended', `${'<em>'.repeat(90)}${fill('<br>a')}`],
    ['different emphases beside each other', `<p>${fill('x<em>a</em><b>b</b><del>c</del>y')}</p>`],
    ['wide cells', fill('<table><tr><td colspan="1000">a</td></tr></table>')],
    ['cells of many rows', `<table>${fill('<tr><td rowspan="65000">a</td></tr>')}</table>`],
    ['rows of different lengths', `<table>${fill('<tr><td>a')}<tr>${fill('<td>a')}</table>`],
    ['quotes in one another', `${'<blockquote>'.repeat(90)}${fill('<p>a</p>')}`],
    ['lists in one another', `${'<ul><li>'.repeat(45)}${fill('<p>a</p>')}`],
    ['places for a line break', `<p>${fill('a<wbr>')}</p>`],
  ])('takes no longer, and is not much longer itself, for %s', (_, html) => {
    const before = process.threadCpuUsage();
    const { length } = body(html);
    const { user } = process.threadCpuUsage(before);
    expect(user / 1000).toBeLessThan(MAX_MS);
    expect(length).toBeLessThan(10 * html.length);
  });
});

describe('an article with very many elements in one', () => {
  const many = (markup: string) => markup.repeat(130_000);
  it.each([
    ['a section', `<section>${many('<hr>')}</section>`],
    ['a section in others', `<div><section>${many('<hr>')}</section></div>`],
    ['a list without items', `<ul>${many('<hr>')}</ul>`],
    ['a link', `<a href="https://example.org/">${many('<hr>')}</a>`],
    ['struck text', `<del>${many('<hr>')}</del>`],
    ['a group of definitions', `<dl><div>${many('<hr>')}</div></dl>`],
    ['a table', `<table>${many('<tr><td>a')}</table>`],
    ['a raised text', `<p><sup>${many('<br>a')}</sup></p>`],
  ])('is converted to Markdown when they are in %s', { timeout: 120_000 }, (_, html) => {
    const text = body(html);
    expect(text.split(/---|^\| a \|$|a/m).length).toBeGreaterThan(130_000);
  });
});

describe('highlights in Markdown', () => {
  it.each<[string, string, string]>([
    ['marked', `<p>One ${marked('two')}</p>`, 'One ==two=='],
    ['as one where they touch', `<p>${marked('one')}${marked('two')}</p>`, '==onetwo=='],
    ['once where they overlap', `<p>${marked(`one ${marked('two')}`)}</p>`, '==one two=='],
    ['without the blanks around them', `<p>a${marked(' b ')}c</p>`, 'a ==b== c'],
    [
      'in other words',
      `<p><b>${marked('a')}</b>${marked(' ')}<i>${marked('b')}</i></p>`,
      '**==a==** *==b==*',
    ],
    ['not in code', `<pre><code>${marked('a')}</code></pre>`, '```\na\n```'],
  ])('are %s', (_, html, markdown) => {
    expect(body(html)).toBe(`${markdown}\n`);
  });

  it('have their notes as footnotes, line breaks kept', () => {
    expect(body(`<p>One ${marked('two')}${noted('Why?&#10;&#10;*Really*')} three</p>`)).toBe(
      'One ==two==[^1] three\n\n[^1]: Why?\n\n    \\*Really\\*\n',
    );
  });

  it('keep a note that is on code behind it', () => {
    expect(body(`<pre><code>${marked('a')}${noted('Why?')}</code></pre>`)).toBe(
      '```\na\n```\n\n[^1]\n\n[^1]: Why?\n',
    );
  });
});

describe('a Markdown file', () => {
  const fileOf = (...items: ExportedItem[]) => textOfStream(writeMarkdown(items));

  it('of one bookmark has front matter, title and image', async () => {
    const leadImage = 'https://example.org/lead.png';
    expect(await fileOf(item('<p>Text</p>', {}, [leadImage], { leadImage }))).toBe(
      [
        ...['---', 'title: "The harbour froze"', 'saved: "2026-02-03"'],
        ...[
          'published: "2026-01-02"',
          'website: "example.org"',
          'source: "https://example.org/harbour"',
        ],
        ...['authors:', '  - "Ann Author"', 'labels:', '  - "ice"', '  - "to read"', '---', ''],
        ...['# The harbour froze', '', '![](https://example.org/lead.png)', '', 'Text', ''],
      ].join('\n'),
    );
  });

  it.each(['1.1', '1.2'] as const)('has front matter that is texts to YAML %s', async (version) => {
    const file = await fileOf(item('', { siteName: 'Yes', domain: 'no', title: '2026-01-01' }));
    const front = parse(file.split('\n---\n')[0] ?? '', { version });
    expect(front).toEqual({
      title: '2026-01-01',
      saved: '2026-02-03',
      published: '2026-01-02',
      website: 'no',
      source: 'https://example.org/harbour',
      authors: ['Ann Author'],
      labels: ['ice', 'to read'],
    });
  });

  it('has the cover first, where the text has it further down, and once where it begins with it', async () => {
    const picture = '<p><img src="x:in-text" alt="Ice"></p>';
    const cover = { leadImage: 'x:cover', leadInText: 'x:in-text' };
    const kept = Object.values(cover);
    const below = await fileOf(item(`<p>Text</p>${picture}`, {}, kept, cover));
    expect(below).toContain('# The harbour froze\n\n![](x:cover)\n\nText\n\n![Ice](x:in-text)\n');
    const first = await fileOf(item(`<section>${picture}<p>Text</p></section>`, {}, kept, cover));
    expect(first).toContain('# The harbour froze\n\n![Ice](x:in-text)\n\nText\n');
  });

  it('links to images that are not kept, and loads nothing from elsewhere', async () => {
    const html = `<p><img src="${KEPT}" alt="A"> <img src="https://e.org/b.png" alt="B"></p>`;
    const lead = { leadImage: 'https://e.org/lead.png' };
    const file = await fileOf(item(html, {}, [KEPT], lead));
    expect(file).toContain(`# The harbour froze\n\n![A](${KEPT}) [B](https://e.org/b.png)\n`);
  });

  it('has the picture of a photo, and the picture and link of a video', async () => {
    const picture = { leadImage: 'x:cover' };
    const photo = await fileOf(item('', { type: 'photo' }, ['x:cover'], picture));
    expect(photo).toMatch(/# The harbour froze\n\n!\[\]\(x:cover\)\n$/);
    const video = await fileOf(item('', { type: 'video' }, ['x:cover'], picture));
    expect(video).toMatch(
      /\n!\[\]\(x:cover\)\n\n\[Video on example.org\]\(https:\/\/example.org\/harbour\)\n$/,
    );
  });

  it('of several has none, dashes between them, and footnotes in one count', async () => {
    const noteOn = (text: string) =>
      item(`<p>${marked(text)}${noted(`On ${text}`)}</p>`, { title: text });
    const file = await fileOf(noteOn('A'), noteOn('B'));
    expect(file).toBe(
      `# A\n\n==A==[^1]\n\n[^1]: On A\n\n${'-'.repeat(36)}\n\n# B\n\n==B==[^2]\n\n[^2]: On B\n`,
    );
  });

  it('has the title alone of a bookmark without an article', async () => {
    expect(await fileOf(item(null, { title: '' }))).toMatch(
      /\n# https:\/\/example.org\/harbour\n$/,
    );
  });

  it('has front matter that YAML reads back, whatever the title', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, fc.array(text), (title, labels) => {
        const written = markdownOf({
          bookmark: bookmark({ title, labels }),
          article: null,
          hasFrontMatter: true,
          hasHeading: false,
          images: new Map(),
        }).text;
        const front = parse(written.split('\n---\n')[0] ?? '');
        expect(front.labels ?? []).toEqual(labels);
        expect(front.title).toBe(title.replace(/\s+/g, ' ').trim() || bookmark().url);
      }),
    );
  });

  it.each([RICH_ARTICLE, HOSTILE_ARTICLE])('says all that the article says', (html) => {
    const text = body(html);
    // Drawings have no words in Markdown.
    const said = html.replace(/<svg.*<\/svg>/, '');
    for (const word of wordsOf(said)) expect(text).toContain(word);
  });
});

describe('a zip of Markdown', () => {
  it('has a folder for each bookmark, with the images that it shows', async () => {
    const picture = '<p><img src="https://example.org/x/y.png" alt="Boat"></p>';
    const zip = writeMarkdownZip(
      [
        item(picture, {}, ['https://example.org/x/y.png']),
        item('<p><img src="https://example.org/gone.png"></p>', { id: 'b2', title: 'CON' }),
        item(null, { id: 'c3', title: '../../etc/passwd' }),
      ],
      { modified: CREATED },
    );
    const files = await filesOf(await bytesOfStream(zip));
    expect([...files.keys()]).toEqual([
      'the-harbour-froze-a1/1.png',
      'the-harbour-froze-a1/index.md',
      'bookmark-b2/index.md',
      'etc-passwd-c3/index.md',
    ]);
    expect(files.get('the-harbour-froze-a1/index.md')).toContain('![Boat](1.png)');
    expect(files.get('bookmark-b2/index.md')).toContain(
      '\n[gone.png](https://example.org/gone.png)\n',
    );
  });
});
