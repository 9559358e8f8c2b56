import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../../../src/formats';
import { at, blobOf, entriesOf } from './run';

const A = 'https://example.org/a';
const B = 'https://example.org/b';
const SAVED = '2023-11-14T22:13:20Z';
const NETSCAPE = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n';

/** Reads a file as it is recognised, in the order of the file. */
async function read(file: string) {
  const format = await recogniseFile(blobOf(file));
  if (!format.ok || format.value === 'bundle') throw new Error(JSON.stringify(format));
  return (await entriesOf(format.value, file)).toReversed();
}

describe('the export of a program keeps what a person made:', () => {
  it('Diigo: tags in quotes, comments and annotations', async () => {
    const file = `title,url,tags,description,comments,annotations,created_at
"One","${A}","fern ""north wall""","Of the page","My comment","Highlight:First words.
Comment:Mine
Highlight:Other words.",2023-11-14 22:13:20\n`;
    const [one] = await read(file);
    expect(one).toMatchObject({ labels: ['fern', 'north wall'], note: 'My comment' });
    expect(one).toMatchObject({ description: 'Of the page', created: at(SAVED) });
    expect(one?.highlights).toMatchObject([
      { quote: 'First words.', note: 'Mine' },
      { quote: 'Other words.', note: '' },
    ]);
  });

  it('Matter: tags, favourites and what was read', async () => {
    const file = `Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read
One,Ada Lee,The Fern,${A},fern;wall,1200,True,True,False
Two,Ada Lee,The Fern,${B},,900,False,False,True\n`;
    expect(await read(file)).toMatchObject([
      { labels: ['fern', 'wall'], authors: ['Ada Lee'], isFavourite: true, isArchived: false },
      { labels: [], isFavourite: false, isArchived: true },
    ]);
  });

  it('Instapaper: folders, lists and tags', async () => {
    const file = `URL,Title,Selection,Folder,Timestamp,Tags
${A},One,Some words,Ferns,1700000000,"[""fern"",""wall""]"
${B},Two,,Archive,1700000000,[]\n`;
    expect(await read(file)).toMatchObject([
      { labels: ['fern', 'wall', 'Ferns'], excerpt: 'Some words', created: at(SAVED) },
      { labels: [], isArchived: true },
    ]);
  });

  it.each(['linkding:bookmarks.archived', 'linkding:archived'])(
    'linkding: notes, and the archive as the tag %s',
    async (tag) => {
      const file = `${NETSCAPE}<DL><p>
<DT><A HREF="${A}" ADD_DATE="1700000000" LAST_MODIFIED="1700000000" PRIVATE="1" TOREAD="0" TAGS="fern,${tag}">One</A>
<DD>Of the page[linkding-notes]Mine\nand more[/linkding-notes]\n</DL><p>`;
      expect(await read(file)).toMatchObject([
        { labels: ['fern'], isArchived: true, description: 'Of the page', note: 'Mine\nand more' },
      ]);
    },
  );

  it('Zotero: tags, notes and abstracts', async () => {
    const file = `"Key","Item Type","Author","Title","Url","Abstract Note","Date Added","Manual Tags","Notes"
"K1","webpage","Lee, Ada","One","${A}","Of the page","2023-11-14 22:13:20","fern; wall","Mine"\n`;
    expect(await read(file)).toMatchObject([
      { labels: ['fern', 'wall'], description: 'Of the page', note: 'Mine', created: at(SAVED) },
    ]);
  });

  it('Notion and spreadsheets: dates in words, states and notes', async () => {
    const file = `Name,URL,Tags,Created,Status,Notes
One,${A},"fern, wall","November 14, 2023 10:13 PM",To Read,Mine
Two,${B},,"November 15, 2023 10:13 PM",Done,\n`;
    expect(await read(file)).toMatchObject([
      { labels: ['fern', 'wall'], note: 'Mine', isArchived: false },
      { isArchived: true, created: at('2023-11-15T22:13:00Z') },
    ]);
  });
});

describe('a list in Markdown', () => {
  it.each(['Links', 'Bookmarks', 'Page', 'URL'])('may have the heading %s', async (heading) => {
    const file = `# ${heading}\n- [One](${A})\n- [Two](${B})\n`;
    expect(await recogniseFile(blobOf(file))).toEqual({ ok: true, value: 'text' });
  });

  it('may begin with a link', async () => {
    expect(await read(`[One](${A})\n[Two](${B})`)).toMatchObject([
      { url: A, title: 'One' },
      { url: B, title: 'Two' },
    ]);
  });

  it('has the words of a link as its title, whatever is before it', async () => {
    const lines = [
      `> As [One](${A}) says`,
      `- [[Some note]] [Two [2]](${B})`,
      `- [ ] [Three](https://example.org/c)`,
    ];
    const titles = (await read(lines.join('\n'))).map(({ title }) => title);
    expect(titles).toEqual(['One', 'Two [2]', 'Three']);
  });
});

describe('a list in Org mode', () => {
  it('has the addresses and the titles of its links', async () => {
    const lines = [
      `* TODO [[${A}][One]] :fern:`,
      `** [[${B}][Two [2]]]`,
      '- [ ] [[https://example.org/c]]',
      'See [[https://example.org/d_(x)][Four]] and [[https://example.org/e?f=1][Five]] too',
    ];
    const file = lines.join('\n');
    expect(await recogniseFile(blobOf(file))).toEqual({ ok: true, value: 'text' });
    const found = await read(file);
    expect(found.map(({ url, title }) => [url, title])).toEqual([
      [A, 'One'],
      [B, 'Two [2]'],
      ['https://example.org/c', ''],
      ['https://example.org/d_(x)', 'Four'],
      ['https://example.org/e?f=1', 'Five'],
    ]);
  });

  it('keeps the address of a link that has no end', async () => {
    const found = await read(`[[${A}\n[[Some note]] ${B} Two`);
    expect(found.map(({ url, title }) => [url, title])).toEqual([
      [A, ''],
      [B, 'Some note'],
    ]);
  });
});
