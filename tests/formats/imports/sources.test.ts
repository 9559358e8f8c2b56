import { describe, expect, it } from 'vitest';
import { at, entriesOf, entry, highlight, importOf } from './run';
import { zipOf } from './zips';

const A = 'https://example.org/a';
const B = 'https://example.org/b';

describe('browser', () => {
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- comment --><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><H3 ADD_DATE="1700000000">News &amp; more</H3>
  <DL><p>
    <DT><A HREF="${A}?x=1&amp;y=2" ADD_DATE="1767225600" TAGS="one, two,,one" TOREAD="0">First <b>page</b></A>
    <DD>What it is
    about
    <DT><H3>Deep</H3>
    <DL><p><DT><a href="${B}" add_date="1767225600000000">Second</a></DL><p>
  </DL><p>
  <DT><A HREF="javascript:alert(1)">Bookmarklet</A>
</DL><p>`;

  it('has links with dates, tags and descriptions, and comes last link first', async () => {
    expect(await importOf('browser', file)).toEqual([
      { kind: 'skipped', row: 3, reason: 'not-a-web-address', text: 'javascript:alert(1)' },
      {
        kind: 'entry',
        entry: entry({
          url: B,
          title: 'Second',
          created: at('2026-01-01'),
          folders: ['News & more/Deep'],
        }),
      },
      {
        kind: 'entry',
        entry: entry({
          url: `${A}?x=1&y=2`,
          title: 'First page',
          created: at('2026-01-01'),
          labels: ['one', 'two'],
          folders: ['News & more'],
          description: 'What it is about',
          isArchived: true,
          readProgress: 100,
        }),
      },
    ]);
  });

  it('has its folders as labels if the option is set', async () => {
    const steps = await importOf('browser', file, { hasLabelsFromFolders: true });
    const labels = steps.map((step) => (step.kind === 'entry' ? step.entry.labels : []));
    expect(labels).toEqual([[], ['News & more/Deep'], ['one', 'two', 'News & more']]);
  });

  it.each([
    ['a byte order mark', `\ufeff<!DOCTYPE NETSCAPE-Bookmark-file-1><A HREF="${A}">A</A>`],
    ['no doctype', `<dl><dt><a href="${A}">A</a></dl>`],
    ['a comment first', `<!-- x --><dl><dt><a href="${A}">A</a></dl>`],
    ['odd line breaks', `<DL><p>\n\r<DT><A HREF="${A}">\n\rA</A>\n\r</DL><p>\n\r`],
    ['a list of another kind', `<ul><li><a href="${A}" time_added="1767225600">A</a></li></ul>`],
  ])('may have %s', async (_, text) => {
    expect(await entriesOf('browser', text)).toMatchObject([{ url: A, title: 'A' }]);
  });

  it('has no bookmarks in an empty file and refuses another kind of file', async () => {
    expect(await importOf('browser', '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL></DL>')).toEqual([]);
    const failed = [{ kind: 'failed', failure: { kind: 'other-format' } }];
    expect(await importOf('browser', '{"not": "html"}')).toEqual(failed);
  });
});

describe('csv', () => {
  it('may have its columns in any order and case, and comes last row first', async () => {
    const file = `TITLE,Url,State,Created,Labels\r\n"A, ""a""",${A},archive,2026-01-01,"[""x"",""y,z""]"\r\n,${B},,1767225600,\r\n`;
    expect(await entriesOf('csv', file)).toEqual([
      entry({ url: B, created: at('2026-01-01') }),
      entry({
        url: A,
        title: 'A, "a"',
        created: at('2026-01-01'),
        labels: ['x', 'y,z'],
        isArchived: true,
        readProgress: 100,
      }),
    ]);
  });

  it('of Raindrop has one line break for each of a cell, also between highlights', async () => {
    const cells = ['One\r\n\r\ntwo', 'Highlight:x\r\ny\r\nNote:n\r\n\r\nHighlight:z'];
    const [note, highlights] = cells.map((cell) => `"${cell}"`);
    const file = `title,note,excerpt,url,folder,created,cover,highlights\r\nA,${note},,${A},,,,${highlights}\r\n`;
    const [row] = await entriesOf('raindrop-csv', file);
    expect(row?.note).toBe('One\n\ntwo');
    expect(row?.highlights).toMatchObject([
      { quote: 'x\ny', note: 'n' },
      { quote: 'z', note: '' },
    ]);
  });

  it('of Raindrop has a note that is the same as the excerpt once', async () => {
    const file = `title,note,excerpt,url,folder,created,cover\nA,About,About,${A},,2026-01-01,\n`;
    expect(await entriesOf('csv', file)).toMatchObject([{ description: 'About' }]);
  });

  it('reads the files of Instapaper and Raindrop', async () => {
    const instapaper = `URL,Title,Selection,Folder,Timestamp,Tags\n${A},A,,Starred,1767225600,"[""t""]"\n${B},B,,Cooking,1767225600,\n`;
    expect(await entriesOf('csv', instapaper)).toMatchObject([
      { url: B, labels: ['Cooking'], isFavourite: false },
      { url: A, labels: ['t'], isFavourite: true },
    ]);
    const raindrop = `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,A,,About,${A},Unsorted,"a, b",2026-01-01T00:00:00.000Z,,"x\n\ny",true\n`;
    expect(await entriesOf('csv', raindrop)).toMatchObject([
      { labels: ['a', 'b'], created: at('2026-01-01'), isFavourite: true, description: 'About' },
    ]);
  });

  it('requires a column of addresses', async () => {
    const failed = [{ kind: 'failed', failure: { kind: 'other-format' } }];
    expect(await importOf('csv', 'title,words\na,b\n')).toEqual(failed);
    expect(await importOf('csv', '')).toEqual(failed);
  });
});

describe('goodlinks', () => {
  it('has links, oldest first', async () => {
    const links = [
      {
        url: A,
        title: 'A',
        addedAt: 1767225600.123,
        tags: ['x'],
        starred: true,
        readAt: 1767225700,
      },
      { url: B, title: null, addedAt: 1767225600, tags: [] },
      'nothing',
    ];
    expect(await importOf('goodlinks', JSON.stringify(links))).toEqual([
      {
        kind: 'entry',
        entry: entry({
          url: A,
          title: 'A',
          created: at('2026-01-01'),
          labels: ['x'],
          isFavourite: true,
          readProgress: 100,
        }),
      },
      { kind: 'entry', entry: entry({ url: B, created: at('2026-01-01') }) },
      { kind: 'skipped', row: 3, reason: 'not-a-bookmark', text: '"nothing"' },
    ]);
  });
});

describe('pinboard', () => {
  it('has posts, archived unless they are to be read', async () => {
    const posts = [
      {
        href: A,
        description: 'A',
        extended: 'More',
        time: '2026-01-01T00:00:00Z',
        tags: 'x  y',
        toread: 'yes',
      },
      { href: B, description: 'B', extended: '', time: '', tags: '', toread: 'no' },
    ];
    expect(await entriesOf('pinboard', JSON.stringify(posts))).toEqual([
      entry({
        url: A,
        title: 'A',
        note: 'More',
        created: at('2026-01-01'),
        labels: ['x', 'y'],
      }),
      entry({ url: B, title: 'B', isArchived: true, readProgress: 100 }),
    ]);
  });
});

describe('linkwarden', () => {
  it('has the links of all collections with unescaped names', async () => {
    const link = (url: string, name: string) => ({
      url,
      name,
      type: 'url',
      createdAt: '2026-01-01T00:00:00.000Z',
      tags: [{ name: 'x &amp; y' }],
    });
    const backup = {
      collections: [
        { name: 'One', links: [link(A, 'A &lt;a&gt; &amp; b')] },
        { name: 'Two', links: [link(B, 'B < C'), null] },
        {},
      ],
      pinnedLinks: [{ url: B }],
    };
    expect(await importOf('linkwarden', JSON.stringify(backup))).toMatchObject([
      { entry: { url: A, title: 'A <a> & b', labels: ['x & y'], isFavourite: false } },
      { entry: { url: B, title: 'B < C', created: at('2026-01-01'), isFavourite: true } },
      { kind: 'skipped', row: 3, reason: 'not-a-bookmark' },
    ]);
  });
});

describe('pocket-file', () => {
  const PART_0 = `title,url,time_added,cursor,tags,status\nA,${A},1767225600,,x|y,unread\n`;
  const PART_1 = `title,url,time_added,cursor,tags,status\n${B},${B},1767225600,,,archive\n`;
  const expected = [
    entry({ url: B, created: at('2026-01-01'), isArchived: true, readProgress: 100 }),
    entry({ url: A, title: 'A', created: at('2026-01-01'), labels: ['x', 'y'] }),
  ];

  it('may be one part by itself', async () => {
    expect(await entriesOf('pocket-file', PART_0)).toEqual(expected.slice(1));
  });

  it('may be a zip of all parts, read in the order of their numbers', async () => {
    const file = await zipOf({
      'part_000001.csv': PART_1,
      'part_000000.csv': PART_0,
      'x.txt': '?',
    });
    expect(await entriesOf('pocket-file', file)).toEqual(expected);
  });

  it('includes the highlights', async () => {
    const pages = [
      { url: A, title: 'A', highlights: [{ quote: 'Words', created_at: 1767225600 }, {}] },
    ];
    const file = await zipOf({
      'part_000000.csv': PART_0,
      'annotations/part_000000.json': JSON.stringify(pages),
    });
    const [first] = await entriesOf('pocket-file', file);
    expect(first?.highlights).toEqual([highlight({ quote: 'Words', created: at('2026-01-01') })]);
  });

  it('gives the highlights to the first row of an address, not a copy to each', async () => {
    const pages = [{ url: A, highlights: [{ quote: 'Words' }] }];
    const file = await zipOf({
      'part_000000.csv': PART_0,
      'part_000001.csv': PART_0,
      'annotations/part_000000.json': JSON.stringify(pages),
    });
    const entries = await entriesOf('pocket-file', file);
    expect(entries.map(({ highlights }) => highlights.length)).toEqual([0, 1]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no part in it', { 'readme.txt': 'x' }, 'other-format'],
    ['other columns', { 'part_000000.csv': 'a,b\n' }, 'other-format'],
    ['broken highlights', { 'annotations/part_000000.json': '[' }, 'not-json'],
  ])('is refused with %s', async (_, files, kind) => {
    expect(await importOf('pocket-file', await zipOf(files))).toEqual([
      { kind: 'failed', failure: { kind } },
    ]);
  });
});

describe('readwise', () => {
  it('has saved articles, without feed items', async () => {
    const file = `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
A,${A},1,"['x', ""it's"", 'a, b']",2026-01-01 00:00:00+00:00,0.256,new,True
F,${B},2,[],2026-01-01 00:00:00+00:00,0,feed,False
B,${B},3,[],,1,archive,True
M,mailto:reader-forwarded-email/x,4,[],,0,later,True
`;
    expect(await importOf('readwise', file)).toEqual([
      {
        kind: 'skipped',
        row: 4,
        reason: 'not-a-web-address',
        text: 'mailto:reader-forwarded-email/x',
      },
      { kind: 'entry', entry: entry({ url: B, title: 'B', isArchived: true, readProgress: 100 }) },
      { kind: 'skipped', row: 2, reason: 'only-a-feed-item', text: B },
      {
        kind: 'entry',
        entry: entry({
          url: A,
          title: 'A',
          created: at('2026-01-01'),
          labels: ['x', "it's", 'a, b'],
          readProgress: 26,
        }),
      },
    ]);
  });
});

describe('text', () => {
  it('has one address per line, and comes last line first', async () => {
    expect(await importOf('text', `\ufeff${A}\r\n\r\n  ${B}  \nnot an address`)).toEqual([
      { kind: 'skipped', row: 3, reason: 'not-a-web-address', text: 'not an address' },
      { kind: 'entry', entry: entry({ url: B }) },
      { kind: 'entry', entry: entry({ url: A }) },
    ]);
  });

  it.each([
    [`${A} | The first tab`, [[A, 'The first tab']]],
    [`${A}?q=a|b | Title with | bars`, [[`${A}?q=a|b`, 'Title with | bars']]],
    [`${A}\tThe first tab`, [[A, 'The first tab']]],
    [`The first tab\t${A}`, [[A, 'The first tab']]],
    [`The first tab: ${A}`, [[A, 'The first tab']]],
    [`- ${A}`, [[A, '']]],
    [`• The first tab – ${A}`, [[A, 'The first tab']]],
    [`3.5 things: ${A}`, [[A, '3.5 things']]],
    [`-5 degrees: ${A}`, [[A, '5 degrees']]],
    [`12. <${A}>`, [[A, '']]],
    [`- [x] [The first tab](${A}) read it`, [[A, 'The first tab']]],
    [`* [Report (2024)](${A})`, [[A, 'Report (2024)']]],
    [`Report (2024) (${A})`, [[A, 'Report (2024)']]],
    [
      `${A} ${B}`,
      [
        [A, ''],
        [B, ''],
      ],
    ],
    [
      `${A} The first, ${B} the second`,
      [
        [A, 'The first'],
        [B, 'the second'],
      ],
    ],
    [
      `[One](${A}), [Two](${B})`,
      [
        [A, 'One'],
        [B, 'Two'],
      ],
    ],
    [`读这篇文章${A}，很好`, [[A, '读这篇文章']]],
    [`${A}[The first page]`, [[A, 'The first page']]],
    [`* link:${A}[The first page]`, [[A, 'The first page']]],
    [`* [${A} The first page]`, [[A, 'The first page']]],
    [`[1]: ${A} "The first page"`, [[A, 'The first page']]],
    [`The first page => ${A}`, [[A, 'The first page']]],
    [`第一页（${A}）`, [[A, '第一页']]],
    [`*** ${A} The first page`, [[A, 'The first page']]],
    [`2024-05-03 ${A} The first page`, [[A, 'The first page']]],
    [`[03.05.24, 10:12] ${A} The first page`, [[A, 'The first page']]],
    [`3. Mai 2024: ${A} The first page`, [[A, 'The first page']]],
    [`2024年5月3日 ${A} The first page`, [[A, 'The first page']]],
    [`10:12 ${A}`, [[A, '']]],
    [`${A} 2024-05-03T10:12:00Z`, [[A, '']]],
    // Titles that have numbers, brackets or quotes.
    [`1984 ${A} by Ann`, [[A, '1984']]],
    [`May 2024 in pictures ${A}`, [[A, 'May 2024 in pictures']]],
    [`[Tea] and "cake" (1) ${A}`, [[A, '[Tea] and "cake" (1)']]],
    [`"Tea" and "cake" ${A}`, [[A, '"Tea" and "cake"']]],
    [`🍵 ${A}`, [[A, '🍵']]],
  ])('has each address of a line with its title: %s', async (line, wanted) => {
    const steps = await importOf('text', `${line}\n`);
    const found = steps.map((step) =>
      step.kind === 'entry' ? [step.entry.url, step.entry.title] : step,
    );
    expect(found.toSorted()).toEqual(wanted.toSorted());
  });

  it('reads a line of separators and addresses in a time that grows with its length', async () => {
    const line = `${'- '.repeat(20_000)}${A}${' |'.repeat(10_000)}${')'.repeat(9_000)}a${'(['.repeat(9_000)}b`;
    expect(await importOf('text', line)).toHaveLength(1);
  });
});
