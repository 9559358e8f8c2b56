import { parse, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { addressOfFile } from '../../src/domain/added-file';
import type { BookmarkId } from '../../src/domain/bookmark';
import type { HighlightPosition } from '../../src/domain/highlight';
import { unixMs } from '../../src/domain/time';
import { highlightRepository, transferRepository } from '../../src/library';
import { type ExportChoice, exportFile } from '../../src/transfer';
import { filesOf } from '../formats/archives';
import { epubcheck } from '../formats/epubcheck';
import { loaded, page, type TestLibrary, testLibrary, value } from '../library/library';
import { png } from '../support/png';

/** A picture of one colour, from 0 to 255. */
const picture = (color: number) => new Uint8Array(png(Buffer.alloc(64 * 64 * 4, color), 64, 64));

const NOW = unixMs(Date.UTC(2026, 1, 3));
const RED = 'https://example.org/red.png';
const LEAD = 'https://example.org/lead.png';
const CHOICE: ExportChoice = {
  format: 'markdown',
  ids: null,
  title: null,
  settings: {},
  markdown: { highlights: 'marks', layout: 'properties' },
};

async function exported({ library }: TestLibrary, choice: Partial<ExportChoice>) {
  const progress: number[] = [];
  const file = await exportFile(
    library.part(transferRepository),
    { ...CHOICE, ...choice },
    { now: NOW, onProgress: (done) => progress.push(done) },
  );
  if (file === null) return null;
  const bytes = Buffer.concat(await Array.fromAsync(file.body));
  return {
    ...file,
    pages: file.pages(),
    leftOut: file.leftOut(),
    bytes,
    text: new TextDecoder().decode(bytes),
    progress,
  };
}

/** Like `exported`, for a choice that gives a file. */
async function written(test: TestLibrary, choice: Partial<ExportChoice>) {
  const file = await exported(test, choice);
  if (file === null) throw new Error('There is no file');
  return file;
}

/** Saves an article with two images, labels and highlights. */
async function saveLeaves(test: TestLibrary): Promise<BookmarkId> {
  const { library } = test;
  const html = `<p>Leaves lose <b>their</b> colour twice.</p><p><img src="${RED}" alt="Red"></p>`;
  const saved = page({
    url: 'https://example.org/leaves',
    title: 'Leaves',
    html,
    images: [RED],
    imageUrl: LEAD,
  });
  const { id } = value(await library.bookmarks.save(saved)).bookmark;
  const images = [RED, LEAD].map((url, at) => ({ ...loaded(url, ''), bytes: picture(at) }));
  value(await library.articles.addImages(id, images));
  value(await library.bookmarks.edit(id, { addLabels: ['plants'] }));
  return id;
}

async function highlight(
  test: TestLibrary,
  id: BookmarkId,
  exact: string,
  note = '',
  start = 0,
  more: Partial<HighlightPosition> = {},
) {
  const known = { start, end: start + 1, textLength: 30, textHash: 'other' };
  const position: HighlightPosition = { ...known, ...more };
  const quote = { exact, prefix: '', suffix: '' };
  const highlights = test.library.part(highlightRepository);
  value(await highlights.add({ bookmarkId: id, quote, color: 'green', position, note }));
}

const savePlain = async ({ library }: TestLibrary, title: string) => {
  const url = `https://example.org/${encodeURIComponent(title)}`;
  return value(await library.bookmarks.save(page({ url, title, html: `<p>${title}.</p>` })))
    .bookmark.id;
};

describe('an article that is exported as Markdown', () => {
  it('has its metadata, its images at their addresses, and its highlights with their notes', async () => {
    const test = await testLibrary();
    const id = await saveLeaves(test);
    await highlight(test, id, 'lose their colour', 'Why?', 7);
    const { name, text, progress } = await written(test, {});
    expect(name).toBe('leaves-2023-11-14.md');
    expect(text).toContain('labels:\n  - "plants"\n---\n\n# Leaves\n');
    expect(text).toContain('Leaves ==lose== **==their==** ==colour==[^1] twice.');
    expect(text).toContain(`![Red](${RED})`);
    expect(text).toMatch(/\n\[\^1\]: Why\?\n$/);
    expect(progress).toEqual([1]);
  });

  it('keeps highlights without a place in the text as quotes after it', async () => {
    const test = await testLibrary();
    const id = await saveLeaves(test);
    await highlight(test, id, 'Something that the page has lost', 'Gone?');
    const { text } = await written(test, {});
    expect(text).toMatch(
      /\n---\n\n> Something that the page has lost\[\^1\]\n\n\[\^1\]: Gone\?\n$/,
    );
  });

  it('has highlights only as quotes, in the order of the text, if a person wants it', async () => {
    const test = await testLibrary();
    const id = await saveLeaves(test);
    await highlight(test, id, 'twice', 'Really?', 20);
    await highlight(test, id, 'Leaves', '', 0);
    const markdown = { highlights: 'quotes', layout: 'text' } as const;
    const { text } = await written(test, { markdown });
    expect(text).toContain('Leaves lose **their** colour twice.\n');
    expect(text).toMatch(/\n---\n\n> Leaves\n\n> twice\[\^1\]\n\n\[\^1\]: Really\?\n$/);
  });

  it('has quotes with the page of their document', async () => {
    const test = await testLibrary();
    const id = await saveLeaves(test);
    await highlight(test, id, 'twice', 'Really?', 20, { page: 3 });
    await highlight(test, id, 'Leaves', '', 0);
    const markdown = { highlights: 'quotes', layout: 'text' } as const;
    const { text } = await written(test, { markdown });
    expect(text).toMatch(/\n> Leaves\n\n> twice\[\^1\]\n>\n> — page 3\n\n\[\^1\]: Really\?\n$/);
  });

  it('has the highlights of a bookmark without an article', async () => {
    const test = await testLibrary();
    const saved = page({ url: 'https://example.org/a', title: 'A', html: null });
    const { id } = value(await test.library.bookmarks.save(saved)).bookmark;
    await highlight(test, id, 'Only this');
    expect((await written(test, {})).text).toMatch(/# A\n\n> Only this\n$/);
  });

  it('leaves out pages with neither a text nor highlights, and counts them', async () => {
    const test = await testLibrary();
    const bare = page({ url: 'https://example.org/bare', title: 'Bare', html: null });
    const { id } = value(await test.library.bookmarks.save(bare)).bookmark;
    expect(await exported(test, {})).toBe(null);
    await saveLeaves(test);
    const { text, pages, leftOut } = await written(test, {});
    expect(text).not.toContain('Bare');
    expect([pages, leftOut]).toEqual([1, 1]);
    expect(await written(test, { format: 'csv', ids: [id] })).toMatchObject({
      pages: 1,
      leftOut: 0,
      text: expect.stringContaining('Bare'),
    });
  });

  it('is in a folder with its images, whose name no other page has', async () => {
    const test = await testLibrary();
    await saveLeaves(test);
    await savePlain(test, 'LEAVES?');
    await savePlain(test, '../../etc/CON');
    const { name, bytes } = await written(test, { format: 'markdown-zip' });
    expect(name).toBe('leafmark-2026-02-03.md.zip');
    const files = await filesOf(bytes);
    expect([...files.keys()]).toEqual([
      ...['leaves/1.png', 'leaves/2.png', 'leaves/index.md'],
      ...['leaves-2/index.md', 'etc-con/index.md'],
    ]);
    expect(files.get('leaves/index.md')).toContain('# Leaves\n\n![](2.png)\n');
    expect(files.get('leaves/index.md')).toContain('![Red](1.png)');
  });
});

describe('an article that is exported as a web page', () => {
  it('needs no other file, has no script, and is valid HTML', async () => {
    const test = await testLibrary();
    const id = await saveLeaves(test);
    await highlight(test, id, 'lose their colour', '<script>alert(1)</script>');
    const { name, text } = await written(test, { format: 'html' });
    expect(name).toBe('leaves-2023-11-14.html');
    const errors: string[] = [];
    parse(text, { onParseError: ({ code }) => errors.push(code) });
    expect(errors).toEqual([]);
    expect(text).not.toMatch(/<script/);
    expect(text.match(/<img [^>]*>/g)?.map((image) => image.slice(0, 32))).toEqual([
      '<img src="data:image/png;base64,',
      '<img src="data:image/png;base64,',
    ]);
    expect(text).toContain('<mark class="green">lose </mark>');
    expect(text).toContain('prefers-color-scheme: dark');
    expect(text).toContain('&lt;script&gt;alert(1)');
  });

  it('is one of several pages in a zip', async () => {
    const test = await testLibrary();
    await savePlain(test, 'One');
    await savePlain(test, 'Two');
    const { name, bytes } = await written(test, { format: 'html' });
    expect(name).toBe('leafmark-2026-02-03.html.zip');
    const files = await filesOf(bytes);
    expect([...files.keys()]).toEqual(['one.html', 'two.html']);
    expect(files.get('two.html')).toContain('<p>Two.</p>');
  });

  it('has none of the scripts and styles of an article that was never sanitised', async () => {
    const test = await testLibrary();
    const html = '<p>Text<script>alert(1)</script><style>b { color: red }</style></p>';
    value(await test.library.bookmarks.save(page({ title: 'A', html })));
    for (const format of ['html', 'markdown', 'epub'] as const) {
      const { text, bytes } = await written(test, { format });
      const shown = format === 'epub' ? (await filesOf(bytes)).get('EPUB/chapter-1.xhtml') : text;
      expect(shown).toMatch(/Text(?:<\/p>|\n)/);
      expect(shown).not.toMatch(/alert|b { color/);
    }
  });
});

describe('bookmarks that are exported as a book', () => {
  it('are accepted by epubcheck, with a chapter for each and the picture of one as the cover', {
    tags: ['full'],
  }, async () => {
    const test = await testLibrary();
    const id = await saveLeaves(test);
    await highlight(test, id, 'lose their colour', 'Why?');
    await savePlain(test, 'أوراق');
    await savePlain(test, '葉を押す');
    const { name, bytes } = await written(test, { format: 'epub' });
    expect(name).toBe('leafmark-2026-02-03.epub');
    const files = await filesOf(bytes);
    expect(files.get('EPUB/package.opf')).toContain('properties="cover-image"');
    expect(files.get('EPUB/chapter-1.xhtml')).toContain('<mark>lose </mark>');
    expect(files.get('EPUB/nav.xhtml')).toContain('葉を押す');
    expect(await epubcheck(bytes)).toEqual([]);
  });

  it('have the same identifier when they are exported again', async () => {
    const test = await testLibrary();
    const ids = [await savePlain(test, 'One'), await savePlain(test, 'Two')];
    const idOf = async (chosen: readonly BookmarkId[] | null) => {
      const { bytes } = await written(test, { format: 'epub', ids: chosen });
      const text = (await filesOf(bytes)).get('EPUB/package.opf') ?? '';
      return /<dc:identifier[^>]*>([^<]*)/.exec(text)?.[1];
    };
    expect(await idOf(ids)).toBe(await idOf(ids));
    expect(new Set([await idOf(null), await idOf(ids), await idOf(ids.slice(1))]).size).toBe(3);
  });
});

describe('an export', () => {
  it('has bookmarks in the trash only if they were selected', async () => {
    const test = await testLibrary();
    const kept = await savePlain(test, 'Kept');
    const trashed = await savePlain(test, 'Trashed');
    value(await test.library.bookmarks.trash([trashed]));
    for (const format of ['markdown', 'csv', 'browser'] as const) {
      const all = await written(test, { format });
      const selected = await written(test, { format, ids: [trashed, kept] });
      expect([all.text.includes('Trashed'), selected.text.includes('Trashed')]).toEqual([
        false,
        true,
      ]);
    }
  });

  it('leaves a file from a disk out of a file for browsers, and counts it', async () => {
    const test = await testLibrary();
    const url = addressOfFile('ab'.repeat(32), 'ice.pdf');
    value(await test.library.bookmarks.save(page({ url, title: 'Ice' })));
    await savePlain(test, 'Leaves');
    const { text, pages, leftOut, progress } = await written(test, { format: 'browser' });
    expect(text).not.toContain('Ice');
    expect([pages, leftOut, progress]).toEqual([1, 1, [2]]);
    const { text: rows } = await written(test, { format: 'csv' });
    expect(rows).toMatch(/\n,Ice,/);
  });

  it('gives no book, page or text if there is nothing to write', async () => {
    const test = await testLibrary();
    for (const format of ['markdown', 'markdown-zip', 'html', 'epub'] as const) {
      expect(await exported(test, { format })).toBe(null);
    }
    expect(parseFragment((await written(test, { format: 'browser' })).text).childNodes).not.toEqual(
      [],
    );
  });
});

describe('the name of a file', () => {
  it.each([
    ['bundle', 'zip'],
    ['browser', 'html'],
    ['csv', 'csv'],
    ['markdown', 'md'],
    ['markdown-zip', 'md.zip'],
    ['html', 'html.zip'],
    ['epub', 'epub'],
  ] as const)('has the name of the list or of the selection: %s', async (format, extension) => {
    const test = await testLibrary();
    const ids = [await savePlain(test, 'First'), await savePlain(test, 'Second')];
    const nameOf = async (choice: Partial<ExportChoice>) =>
      (await written(test, { format, ...choice })).name;
    expect(await nameOf({})).toBe(`leafmark-2026-02-03.${extension}`);
    expect(await nameOf({ ids, title: 'Label: Büro/später' })).toBe(
      `leafmark-label-büro-später-2026-02-03.${extension}`,
    );
    // A long word without a space is cut, but never left out.
    expect(await nameOf({ ids, title: '葉'.repeat(60) })).toBe(
      `leafmark-${'葉'.repeat(20)}-2026-02-03.${extension}`,
    );
  });

  it('and the title of a book have the name of the list', async () => {
    const test = await testLibrary();
    const ids = [await savePlain(test, 'First'), await savePlain(test, 'Second')];
    const { bytes } = await written(test, { format: 'epub', ids, title: 'Archive' });
    const files = await filesOf(bytes);
    expect([...files.values()].join()).toContain('>Archive 2026-02-03</dc:title>');
  });
});
