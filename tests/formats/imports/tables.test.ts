import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../../../src/formats';
import { usesOf } from '../../../src/formats/imports/columns';
import { readTable } from '../../../src/formats/imports/read-table';
import { at, blobOf, entriesOf, importOf } from './run';

const A = 'https://example.org/a';
const B = 'https://example.org/b';

/** Reads a table as it is recognised, in the order of the file. */
async function rowsOf(file: string | Uint8Array<ArrayBuffer>) {
  const format = await recogniseFile(blobOf(file));
  if (!format.ok || format.value === 'bundle') throw new Error(JSON.stringify(format));
  return (await entriesOf(format.value, file)).toReversed();
}

const labelsOf = async (file: string) => (await rowsOf(file)).map(({ labels }) => labels);

describe('the delimiter of a table', () => {
  const cell = (text: string, delimiter: string) => (text.includes(delimiter) ? `"${text}"` : text);
  const rows = [
    ['Title', 'URL', 'Notes'],
    ['Semi;colon, comma | bar\ttab', A, 'x'],
    ['Plain', B, 'a, b; c'],
  ];
  const table = (delimiter: string, end = '\n') =>
    rows.map((row) => row.map((text) => cell(text, delimiter)).join(delimiter) + end).join('');
  const wanted = [
    { url: A, title: 'Semi;colon, comma | bar tab', note: 'x' },
    { url: B, title: 'Plain', note: 'a, b; c' },
  ];

  it.each([',', ';', '\t', '|'])('is found by the content: %j', async (delimiter) => {
    expect(await rowsOf(table(delimiter))).toMatchObject(wanted);
    expect(await rowsOf(`\ufeff${table(delimiter, '\r\n')}`)).toMatchObject(wanted);
    expect(await rowsOf(table(delimiter, '\r'))).toMatchObject(wanted);
  });

  it.each([
    ['sep=;\n', ';'],
    ['\ufeffsep=;\r\n', ';'],
    ['"sep=;"\r\n', ';'],
    ['SEP=\t\n', '\t'],
    ['sep=,,\n', ','],
    ['sep=^\n', '^'],
  ])('may be named in a first line: %j', async (line, delimiter) => {
    expect(await rowsOf(line + table(delimiter))).toMatchObject(wanted);
  });

  it('may be that of a spreadsheet in UTF-16, with and without a byte order mark', async () => {
    for (const text of [`\ufeff${table('\t')}`, table('\t')]) {
      const bytes = new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer);
      expect(await rowsOf(bytes)).toMatchObject(wanted);
    }
  });

  it('does not matter in a table of one column, and in cells with quotes', async () => {
    expect(await rowsOf(`"url"\n"${A}"\n"${B}"\n`)).toMatchObject([{ url: A }, { url: B }]);
    expect(await rowsOf(`"URL";"Title"\n"${A}";"Say ""a; b"", c"\n`)).toMatchObject([
      { title: 'Say "a; b", c' },
    ]);
  });

  it.each([
    `${A};Ice, and snow\n${B};Tea, and cake\n`,
    `${A},Ice; and snow\n${B},Tea; and cake\n`,
    `${A}\tIce, and; snow\n${B}\tTea, and; cake\n`,
  ])('is that behind the addresses if no column has a name: %j', async (file) => {
    const titles = [expect.stringMatching(/^Ice.* snow$/), expect.stringMatching(/^Tea.* cake$/)];
    expect(await rowsOf(file)).toMatchObject([
      { url: A, title: titles[0] },
      { url: B, title: titles[1] },
    ]);
  });

  it('is found for any cells', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab,;|\t"\n ='), maxLength: 8 });
    const delimiters = fc.constantFrom(',', ';', '\t', '|');
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1 }), delimiters, async (notes, delimiter) => {
        const lines = notes.map((note) => [A, `"${note.replaceAll('"', '""')}"`].join(delimiter));
        const file = [['url', 'comments'].join(delimiter), ...lines].join('\r\n');
        const found = [...readTable(file).rows].map(([, note]) => note);
        expect(found).toEqual(notes);
      }),
    );
  });
});

describe('a table below other lines', () => {
  it.each([
    ['a comment', `# exported by X\nurl,title,tags\n${A},One,fern\n`],
    ['a title as wide as the table', `My bookmarks;;\nTitle;URL;Tags\nOne;${A};fern\n`],
    [
      'a title, the day and a blank line',
      `My links\r\n3 May 2024\r\n\r\nName\tLink\tTags\r\nOne\t${A}\tfern`,
    ],
    [
      'the address of a program',
      `\ufeff# From https://app.example/\n"url","title","tags"\n"${A}","One","fern"`,
    ],
    ['a line with the name of one column', `Notes, of Ann\ntitle,url,tags\nOne,${A},fern\n`],
  ])('is read, with its columns: %s', async (_, file) => {
    expect(await rowsOf(file)).toMatchObject([{ url: A, title: 'One', labels: ['fern'] }]);
  });

  it('does not begin at a row that has the names of columns as its words', async () => {
    const file = `title,url\nOne,${A}\nname,link\nTwo,${B}\n`;
    const steps = await importOf('csv', file);
    expect(steps.map(({ kind }) => kind)).toEqual(['entry', 'skipped', 'entry']);
  });
});

describe('the columns of a table', () => {
  it.each([
    ['link', 'name', 'tags', 'date_added', 'notes'],
    ['href', 'Title', 'Keywords', 'date', 'comment'],
    ['Web Address', 'headline', 'labels', 'created_at', 'My notes'],
    ['URI', 'Page Title', 'Categories', 'Added at', 'remarks'],
    ['Adresse', 'Titel', 'Schlagwörter', 'Datum', 'Notizen'],
    ['resolved_url', 'resolved_title', 'tag', 'time added', 'memo'],
  ])('are known by their names in other programs: %s, %s, %s, %s, %s', async (...names) => {
    const file = `${names.join(',')}\n${A},One,"x, y",2026-01-01 00:00:00,Why\n`;
    expect(await rowsOf(file)).toMatchObject([
      { url: A, title: 'One', labels: ['x', 'y'], created: at('2026-01-01'), note: 'Why' },
    ]);
  });

  it.each([
    ['state', 'archived', 'archived'],
    ['status', 'Read', 'archived'],
    ['status', '1', 'archived'],
    ['status', 'unread', 'unread'],
    ['is_archived', 'TRUE', 'archived'],
    ['archived', '0', 'unread'],
    ['archived_at', '2026-01-01', 'archived'],
    ['is_read', 'yes', 'archived'],
    ['read', '', 'unread'],
    ['toread', 'no', 'archived'],
    ['unread', '1', 'unread'],
    ['folder', 'Archive', 'archived'],
    ['state', 'starred', 'favourite'],
    ['starred', '1', 'favourite'],
    ['is_favourite', 'true', 'favourite'],
    ['liked', 'false', 'unread'],
  ])('say the state of a page: %s %s', async (name, value, state) => {
    const [row] = await rowsOf(`url,title,${name}\n${A},One,${value}\n`);
    const found = row?.isArchived ? 'archived' : row?.isFavourite ? 'favourite' : 'unread';
    expect(found).toBe(state);
  });

  it('may say that a page is in the trash, which is reported', async () => {
    expect(await importOf('csv', `url,status\n${A},deleted\n`)).toMatchObject([
      { kind: 'skipped', reason: 'in-trash', text: A },
    ]);
  });

  it('may have numbers for states, whose meaning only a known program tells', async () => {
    expect(await rowsOf(`url,status,stars\n${A},2,5\n`)).toMatchObject([{ url: A }]);
    const pocket = `title,url,time_added,tags,status\nOne,${A},1700000000,,2\n`;
    expect(await importOf('pocket-file', pocket)).toMatchObject([{ reason: 'in-trash' }]);
  });

  it('may have addresses without a scheme beside those of pictures', async () => {
    const file = `url,title,cover\nwww.example.org/a,One,https://img.example/1.jpg\n`;
    expect(await rowsOf(file)).toMatchObject([{ url: 'https://www.example.org/a', title: 'One' }]);
  });

  it('may have addresses without a scheme beside names of sites, and no header', async () => {
    const article = 'https://www.example.org/2024/a';
    const sites = `Domain,Artikel-Link\nwww.example.org,${article}\n`;
    expect(await rowsOf(sites)).toMatchObject([{ url: article }]);
    const website = `website,Item URL\nwww.example.org,${article}\n`;
    expect(await rowsOf(website)).toMatchObject([{ url: article }]);
    const bare = 'www.example.org/x,First page\nwww.example.com/y,Second page\n';
    expect(await rowsOf(bare)).toMatchObject([
      { url: 'https://www.example.org/x', title: 'First page' },
      { url: 'https://www.example.com/y', title: 'Second page' },
    ]);
  });

  it('are found by their cells if no name is known, or a name misleads', async () => {
    expect(await rowsOf(`Č,Popis stránky,Kde\n1,One,${A}\n2,Two,${B}\n`)).toMatchObject([
      { url: A, title: 'One' },
      { url: B, title: 'Two' },
    ]);
    expect(await rowsOf(`source,title,page\nNewspaper,One,${A}\n`)).toMatchObject([{ url: A }]);
  });

  it('have the better one of two names, and all labels and notes', () => {
    const uses = (names: string, cells: string) => usesOf(readTable(`${names}\n${cells}\n`));
    expect(uses('link,url,tags,category,notes,comment', `${A},${A},a,b,c,d`)).toEqual([
      ...[null, 'url', 'labels', 'labels', 'note', 'note'],
    ]);
    expect(uses('href,description,extended,x', `${A},One,Why,`)).toEqual([
      ...['url', 'title', 'note', null],
    ]);
  });

  it('may have numbers in a table without a header, which are found by the cells', async () => {
    expect(await entriesOf('csv', `${A},One\n${B},Two\n`)).toMatchObject([
      { url: B, title: 'Two' },
      { url: A, title: 'One' },
    ]);
  });

  it('are those that a person chooses', async () => {
    const file = `a,b,c,d\nOne,${A},Why,x;y\n`;
    const columns = ['note', 'url', 'title', 'labels'] as const;
    expect(await entriesOf('csv', file, { columns })).toMatchObject([
      { url: A, title: 'Why', note: 'One', labels: ['x', 'y'] },
    ]);
    expect(await importOf('csv', file, { columns: [null, null, 'url', null] })).toMatchObject([
      { kind: 'skipped', row: 1, reason: 'not-a-web-address', text: 'Why' },
    ]);
  });
});

describe('the cells of a table', () => {
  it.each([
    ['a, b c', 'd', [['a', 'b c'], ['d']]],
    [
      'a; b, c',
      'd;e',
      [
        ['a', 'b, c'],
        ['d', 'e'],
      ],
    ],
    ['a|b', 'c', [['a', 'b'], ['c']]],
    ['["a","b,c"]', '[]', [['a', 'b,c'], []]],
    ["['a', 'b']", '[]', [['a', 'b'], []]],
    ['#a #b', '#c', [['a', 'b'], ['c']]],
    ['slow food', 'C#', [['slow food'], ['C#']]],
    ['a\nb', 'c', [['a', 'b'], ['c']]],
  ])('have labels with the separator of the column: %s', async (first, second, wanted) => {
    const quoted = [first, second].map((text) => `"${text.replaceAll('"', '""')}"`);
    expect(await labelsOf(`url,tags\n${A},${quoted[0]}\n${B},${quoted[1]}\n`)).toEqual(wanted);
  });

  it.each([
    ['26/03/2021 10:11:12', '02/03/2021', ['2021-03-26T10:11:12Z', '2021-03-02']],
    ['03/26/2021', '03/02/2021', ['2021-03-26', '2021-03-02']],
    ['26-03-2021', '02-03-2021', ['2021-03-26', '2021-03-02']],
    ['26.03.2021', '2.3.2021', ['2021-03-26', '2021-03-02']],
    ['44281', '44257.5', ['2021-03-26', '2021-03-02T12:00Z']],
    ['1616716800.123', '1614643200', ['2021-03-26', '2021-03-02']],
  ])('have dates in the order of the column: %s', async (first, second, wanted) => {
    const rows = await rowsOf(`url,date\n${A},${first}\n${B},${second}\n`);
    expect(rows.map(({ created }) => created)).toEqual(wanted.map((date) => at(date)));
  });

  it('of Diigo have tags with blanks, and highlights', async () => {
    const file = `title,url,tags,description,comments,annotations,created_at
"One",${A},"garden ""to read""","About it","I think","Highlight: Cut in winter",2014-03-02 10:11:12
`;
    expect(await rowsOf(file)).toMatchObject([
      {
        created: at('2014-03-02T10:11:12Z'),
        labels: ['garden', 'to read'],
        description: 'About it',
        note: 'I think',
        highlights: [{ quote: 'Cut in winter' }],
      },
    ]);
  });

  it.each([
    'href,description,extended,meta,hash,time,shared,toread,tags',
    'url,title,note,meta,hash,time,shared,toread,tags',
    'href,description,extended,hash,meta,time,shared,replace,tags',
  ])('of Pinboard have tags with blanks: %s', async (names) => {
    const file = `${names}
https://example.org/a,One,Mine,x,y,2024-05-03T10:00:00Z,yes,no,fern  wall
https://example.org/b,Two,,x,y,2024-05-04T10:00:00Z,yes,no,fern\n`;
    expect(await rowsOf(file)).toMatchObject([
      { title: 'One', note: 'Mine', labels: ['fern', 'wall'], created: at('2024-05-03T10:00:00Z') },
      { title: 'Two', labels: ['fern'] },
    ]);
  });

  it('have German names, dates and answers', async () => {
    const file = `Titel;Adresse/URL;Datum;Schlagwörter;Notizen;Gelesen;Favorit
Farne;https://example.org/a;03.05.2024;Wald, Schatten;Von Ada;ja;nein
Moos;https://example.org/b;14.05.2024 10:30;Wald;;nein;ja\n`;
    expect(await rowsOf(file)).toMatchObject([
      {
        title: 'Farne',
        created: at('2024-05-03T00:00:00Z'),
        labels: ['Wald', 'Schatten'],
        note: 'Von Ada',
        isArchived: true,
        isFavourite: false,
      },
      { title: 'Moos', created: at('2024-05-14T10:30:00Z'), isArchived: false, isFavourite: true },
    ]);
    const other = `Überschrift,Webadresse,Hinzugefügt am,Stichwörter,Kommentar,Ordner,Autor,Lesefortschritt
Farne,https://example.org/a,13.05.2024,Wald; Schatten,Von Ada,Garten,Ada Lund,40 %\n`;
    expect(await rowsOf(other)).toMatchObject([
      {
        title: 'Farne',
        created: at('2024-05-13T00:00:00Z'),
        labels: ['Wald', 'Schatten', 'Garten'],
        note: 'Von Ada',
        authors: ['Ada Lund'],
        readProgress: 40,
      },
    ]);
  });

  it('of Readwise Reader have tags, state and progress, with and without an identifier', async () => {
    const rows = [
      `One,https://example.org/a,"['fern', 'wall']",2024-05-03 10:00:00+00:00,0.5,later,True`,
      'Two,https://example.org/b,,2024-05-03 10:00:00+00:00,1,archive,True',
    ];
    const file = `Title,URL,Document tags,Saved date,Reading progress,Location,Seen\n${rows.join('\n')}\n`;
    expect(await recogniseFile(blobOf(file))).toEqual({ ok: true, value: 'readwise' });
    expect(await rowsOf(file)).toMatchObject([
      {
        labels: ['fern', 'wall'],
        isArchived: false,
        readProgress: 50,
        created: at('2024-05-03T10:00:00Z'),
      },
      { isArchived: true, readProgress: 100 },
    ]);
  });

  it('of wallabag have the article, tags, language and date', async () => {
    const file = `Title;URL;Content;Tags;"MIME Type";Language;"Creation date"
One;${A};"<p>Cut; ""never"" in rain.</p>";"a, b c";text/html;en_GB;"02/03/2021 10:11:12"
`;
    expect(await rowsOf(file)).toMatchObject([
      {
        title: 'One',
        html: '<p>Cut; "never" in rain.</p>',
        labels: ['a', 'b c'],
        lang: 'en-GB',
        created: at('2021-03-02T10:11:12Z'),
      },
    ]);
  });

  it('with a text that is no HTML become paragraphs', async () => {
    const [row] = await rowsOf(`url,content\n${A},"One < two\n\nThree"\n`);
    expect(row?.html).toBe('<p>One &lt; two</p><p>Three</p>');
  });
});

describe('a hostile table', () => {
  it('may have 10,000 columns, whose number is known', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `column ${at}`);
    const cells = Array.from({ length: 10_000 }, () => 'x');
    const file = `url,${names.join(',')}\n${A},${cells.join(',')}\n`;
    expect(await entriesOf('csv', file)).toMatchObject([{ url: A }]);
    const table = readTable(file);
    expect(table.names.length + table.further).toBe(10_001);
    expect(await importOf('csv', `${names.join(';')}\n`)).toMatchObject([{ kind: 'failed' }]);
  });

  it('may have 100,000 rows, of which odd ones cost only themselves', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) =>
      at % 10_000 === 5 ? 'none;x";;;;;;;' : `${A}/${at};"Title ${at}"`,
    );
    const steps = await importOf('csv', `link;name\n${rows.join('\n')}`);
    expect(steps.filter(({ kind }) => kind === 'skipped')).toHaveLength(10);
    expect(steps).toHaveLength(100_000);
  });

  it('is read in a time that grows with its length, whatever its cells are', async () => {
    const cells = [
      '"'.repeat(300_001),
      '#'.repeat(300_000),
      '1/'.repeat(150_000),
      '<a'.repeat(99_999),
    ];
    for (const cell of [...cells, "['".repeat(100_000), `"${'Highlight:\n'.repeat(30_000)}"`]) {
      const names = 'url,tags,date,content,annotations,progress';
      const steps = await importOf('csv', `${names}\n${A},${`${cell},`.repeat(5)}\n`);
      expect(steps).toHaveLength(1);
    }
  });
});
