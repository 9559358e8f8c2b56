import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ExportedItem, markdownOf, writeMarkdown, writeMarkdownZip } from '../../src/formats';
import { filesOf } from './archives';
import { HOSTILE_ARTICLE, RICH_ARTICLE, wordsOf } from './articles';
import { bookmark, bytesOfStream, CREATED, item, textOfStream } from './items';

const KEPT = 'https://e.org/a.png';

/** Returns the Markdown of an article without its metadata. Only the image `KEPT` is stored. */
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
    ['no links that run scripts', '<p><a href="javascript:alert(1)">A</a></p>', 'A'],
    ['images', `<p><img src="${KEPT}" alt="A"></p>`, `![A](${KEPT})`],
    [
      'links to images that are not stored',
      '<p><img src="https://e.org/b.png" alt="B"> <img src="https://e.org/my%20photo.png"></p>',
      '[B](https://e.org/b.png) [my photo.png](https://e.org/my%20photo.png)',
    ],
    [
      'the description of an image that is not stored and is in a link',
      '<p><a href="https://e.org/"><img src="https://e.org/b.png" alt="B"></a></p>',
      '[B](https://e.org/)',
    ],
    ['the description of an image without an address', '<p><img src="gone.png" alt="B"></p>', 'B'],
    ['code', '<pre data-language="js"><code>a;\n</code></pre>', '```js\na;\n```'],
    ['code with fences', '<pre><code>```</code></pre>', '````\n```\n````'],
    ['elements without a Markdown equivalent as HTML', '<p>H<sub>2</sub>O</p>', 'H<sub>2</sub>O'],
    ['formulas', '<p><math alttext="x^2"><mi>x</mi></math> for $1</p>', '$x^2$ for \\$1'],
    ['block formulas', '<math alttext="x" display="block"></math>', '$$x$$'],
    [
      'formulas of unknown source as TeX',
      '<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>, <math><msup><mrow></mrow><mn>2</mn></msup></math></p>',
      '$\\frac{a}{b}$, $^{2}$',
    ],
    [
      'formulas of unknown source with several lines',
      '<math display="block"><mtable><mtr><mtd><mi>x</mi><mo>&le;</mo><mtext>a b</mtext></mtd></mtr><mtr><mtd><msqrt><mi>n</mi></msqrt></mtd></mtr></mtable></math>',
      '$$\\begin{matrix}x \\leq \\text{a b} \\\\ \\sqrt{n}\\end{matrix}$$',
    ],
    ['formulas that are not valid as text', '<p><math><mfrac><mi>a</mi></mfrac></math></p>', 'a'],
    [
      'formulas that are too long as text',
      `<p><math>${'<mn>1</mn>'.repeat(2_000)}</math></p>`,
      '1'.repeat(2_000),
    ],
    ['lists', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    [
      'tables',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td>3</td></tr></table>',
      '| a | b |\n| - | - |\n| 1\\|2 | 3 |',
    ],
    ['emphasis once', '<p><em>a <i>b</i></em><i> c</i></p>', '*a b c*'],
    ['no empty emphasis', '<p>a<b> </b>b<i></i><a href="https://e.org/"></a></p>', 'a b'],
    ['quoted text', '<p>A <q>b</q></p>', 'A "b"'],
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

describe('the Markdown of a large article', { tags: ['full'] }, () => {
  const CHARACTERS = 40_000;
  /** CPU time of the thread. Without simplification the libraries take up to 80 s. */
  const MAX_MS = 2_000;

  const fill = (unit: string) => unit.repeat(Math.ceil(CHARACTERS / unit.length));
  const nested = (depth: number, tag: string, text: string) =>
    `<${tag}>`.repeat(depth) + text + `</${tag}>`.repeat(depth);

  it.each<[string, string]>([
    ['elements without text', `<p>${fill('<span></span>')}</p>`],
    ['white space in bold', fill('<b> </b>')],
    ['notes on one piece of code', `<pre>${fill(`x${noted('Why?')}`)}</pre>`],
    ['nested emphasis', `<p>${fill(nested(90, 'em', 'a'))}</p>`],
    [
      'bold and emphasis nested in each other',
      fill(nested(45, 'em><b', 'a').replaceAll('b></em', 'em></b')),
    ],
    ['nested struck blocks', fill(nested(90, 'del', '<p>a</p>b'))],
    ['unclosed emphasis', `${'<em>'.repeat(90)}${fill('<br>a')}`],
    ['adjacent emphasis of different kinds', `<p>${fill('x<em>a</em><b>b</b><del>c</del>y')}</p>`],
    ['wide cells', fill('<table><tr><td colspan="1000">a</td></tr></table>')],
    ['cells of many rows', `<table>${fill('<tr><td rowspan="65000">a</td></tr>')}</table>`],
    ['rows of different lengths', `<table>${fill('<tr><td>a')}<tr>${fill('<td>a')}</table>`],
    ['nested quotes', `${'<blockquote>'.repeat(90)}${fill('<p>a</p>')}`],
    ['nested lists', `${'<ul><li>'.repeat(45)}${fill('<p>a</p>')}`],
    ['places for a line break', `<p>${fill('a<wbr>')}</p>`],
  ])('takes little time and stays short with %s', (_, html) => {
    const before = process.threadCpuUsage();
    const { length } = body(html);
    const { user } = process.threadCpuUsage(before);
    expect(user / 1000).toBeLessThan(MAX_MS);
    expect(length).toBeLessThan(10 * html.length);
  });
});

describe('an article with very many elements in one parent', { tags: ['full'] }, () => {
  /** More than the arguments with which JavaScript can call a function. */
  const MANY = 130_000;
  /** For each kind of parent. `npm run soak -- markdown` has as many for all. */
  const count = Number(process.env.LEAFMARK_MARKDOWN ?? MANY / 10);
  const inParents = (size: number): readonly (readonly [string, number, string])[] => {
    const many = (markup: string) => markup.repeat(size);
    return [
      ['a section', size, `<section>${many('<hr>')}</section>`],
      ['a link', size, `<a href="https://example.org/">${many('<hr>')}</a>`],
      ['a group of definitions', size, `<dl><div>${many('<hr>')}</div></dl>`],
      ['a nested section', size, `<div><section>${many('<hr>')}</section></div>`],
      ['a list without items', size, `<ul>${many('<hr>')}</ul>`],
      ['struck text', size, `<del>${many('<hr>')}</del>`],
      ['a table', size, `<table>${many('<tr><td>a')}</table>`],
      ['superscript', size, `<p><sup>${many('<br>a')}</sup></p>`],
    ];
  };
  // The first three are a parent of blocks, of text and of definitions.
  it.each([...inParents(MANY).slice(0, 3), ...inParents(count).slice(3)])(
    'is converted to Markdown if the parent is %s',
    (_, size, html) => {
      const text = body(html);
      expect(text.split(/---|^\| a \|$|a/m).length).toBeGreaterThan(size);
    },
  );
});

describe('highlights in Markdown', () => {
  it.each<[string, string, string]>([
    ['marked', `<p>One ${marked('two')}</p>`, 'One ==two=='],
    ['joined where they are adjacent', `<p>${marked('one')}${marked('two')}</p>`, '==onetwo=='],
    ['once where they overlap', `<p>${marked(`one ${marked('two')}`)}</p>`, '==one two=='],
    ['without the white space around them', `<p>a${marked(' b ')}c</p>`, 'a ==b== c'],
    [
      'within other emphasis',
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

  it('keep a note on code, which follows the code', () => {
    expect(body(`<pre><code>${marked('a')}${noted('Why?')}</code></pre>`)).toBe(
      '```\na\n```\n\n[^1]\n\n[^1]: Why?\n',
    );
  });
});

describe('a Markdown file', () => {
  const fileOf = (...items: ExportedItem[]) => textOfStream(writeMarkdown(items));

  it('has front matter, title and image if it has one bookmark', async () => {
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

  it.each(['1.1', '1.2'] as const)(
    'has front matter whose values are strings in YAML %s',
    async (version) => {
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
    },
  );

  it('has the cover first even if the text has it later, and only once if the text begins with it', async () => {
    const picture = '<p><img src="x:in-text" alt="Ice"></p>';
    const cover = { leadImage: 'x:cover', leadInText: 'x:in-text' };
    const kept = Object.values(cover);
    const below = await fileOf(item(`<p>Text</p>${picture}`, {}, kept, cover));
    expect(below).toContain('# The harbour froze\n\n![](x:cover)\n\nText\n\n![Ice](x:in-text)\n');
    const first = await fileOf(item(`<section>${picture}<p>Text</p></section>`, {}, kept, cover));
    expect(first).toContain('# The harbour froze\n\n![Ice](x:in-text)\n\nText\n');
  });

  it('links to images that are not stored, and loads nothing from elsewhere', async () => {
    const html = `<p><img src="${KEPT}" alt="A"> <img src="https://e.org/b.png" alt="B"></p>`;
    const lead = { leadImage: 'https://e.org/lead.png' };
    const file = await fileOf(item(html, {}, [KEPT], lead));
    expect(file).toContain(`# The harbour froze\n\n![A](${KEPT}) [B](https://e.org/b.png)\n`);
  });

  it('has the image of a photo, and the image and link of a video', async () => {
    const picture = { leadImage: 'x:cover' };
    const photo = await fileOf(item('', { type: 'photo' }, ['x:cover'], picture));
    expect(photo).toMatch(/# The harbour froze\n\n!\[\]\(x:cover\)\n$/);
    const video = await fileOf(item('', { type: 'video' }, ['x:cover'], picture));
    expect(video).toMatch(
      /\n!\[\]\(x:cover\)\n\n\[Video on example.org\]\(https:\/\/example.org\/harbour\)\n$/,
    );
  });

  it('has no front matter, dashes as separators and one numbering of footnotes for several bookmarks', async () => {
    const noteOn = (text: string) =>
      item(`<p>${marked(text)}${noted(`On ${text}`)}</p>`, { title: text });
    const file = await fileOf(noteOn('A'), noteOn('B'));
    expect(file).toBe(
      `# A\n\n==A==[^1]\n\n[^1]: On A\n\n${'-'.repeat(36)}\n\n# B\n\n==B==[^2]\n\n[^2]: On B\n`,
    );
  });

  it('has the notes of several bookmarks, each below its title', async () => {
    const file = await fileOf(
      item('<p>One</p>', { title: 'A', note: 'For *Ada*\n\nsoon' }),
      item('<p>Two</p>', { title: 'B' }),
    );
    expect(file).toBe(
      `# A\n\n> For \\*Ada\\*\n>\n> soon\n\nOne\n\n${'-'.repeat(36)}\n\n# B\n\nTwo\n`,
    );
  });

  it('has only the title of a bookmark without an article', async () => {
    expect(await fileOf(item(null, { title: '' }))).toMatch(
      /\n# https:\/\/example.org\/harbour\n$/,
    );
  });

  it('has front matter that YAML reads back with any title', () => {
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

  it.each([RICH_ARTICLE, HOSTILE_ARTICLE])('contains all words of the article', (html) => {
    const text = body(html);
    // Drawings have no text in Markdown.
    const withoutDrawings = html.replace(/<svg.*<\/svg>/, '');
    for (const word of wordsOf(withoutDrawings)) expect(text).toContain(word);
  });
});

describe('a zip of Markdown', () => {
  it('has a folder for each bookmark with its images', async () => {
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
