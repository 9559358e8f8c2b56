import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { unixMs } from '../../src/domain/time';
import { highlightRepository, type ImportRepository } from '../../src/library';
import { type ArticleSource, type ImportedArticle, previewImport } from '../../src/transfer';
import { capture, emptyTrash, page, queuedIntents, value } from '../library/library';
import { CHOICES, contentOf, goOn, link, netscape, opened, started, titles } from './import-jobs';

/** The last link counts: browsers list the oldest bookmark last. */
const FILE = netscape([
  link(1),
  '<A HREF="javascript:alert(1)">A script</A>',
  link('here'),
  link(1, 'TAGS="green,tea"'),
  link(2),
]);

describe('the preview of an import', () => {
  it('counts what is new, here, twice and broken, and changes nothing', async () => {
    const test = await opened();
    const before = await contentOf(test);
    const options = { now: test.clock.now, hasLabelsFromFolders: false };
    expect(await previewImport('browser', FILE, test.imports, options)).toEqual({
      format: 'browser',
      folders: 0,
      rows: 5,
      fresh: 2,
      here: 1,
      twice: 1,
      broken: 1,
      articles: 0,
      highlights: 0,
      newLabels: ['green', 'tea'],
      spellings: [],
      table: { columns: [], further: 0 },
      problem: null,
      samples: expect.any(Array),
      unreadable: 0,
      unreadableRows: [],
      brokenRows: [{ row: 2, reason: 'not-a-web-address', text: 'javascript:alert(1)' }],
    });
    expect(await contentOf(test)).toEqual(before);
  });

  it('counts what any row of an address brings', async () => {
    const test = await opened();
    const url = 'https://example.org/twice';
    const lines = [
      'title,url,folder,created,cover,highlights',
      `A,${url},,2020-01-01,,`,
      `A,${url},,2021-01-01,,"Highlight:A quote"`,
    ];
    const options = { now: test.clock.now, hasLabelsFromFolders: false };
    const found = await previewImport(
      'raindrop-csv',
      new Blob([lines.join('\r\n')]),
      test.imports,
      options,
    );
    expect(found).toMatchObject({ fresh: 1, twice: 1, highlights: 1, table: { further: 0 } });
    expect(found.table.columns).toContainEqual({ name: 'cover', use: null });
  });

  it('says why a file cannot be read', async () => {
    const { imports, clock } = await opened();
    const options = { now: clock.now, hasLabelsFromFolders: false };
    const file = new Blob([new Uint8Array([0, 1, 2, 255])]);
    expect(await previewImport('browser', file, imports, options)).toMatchObject({
      rows: 0,
      fresh: 0,
      problem: 'not-text',
    });
  });
});

describe('an import', () => {
  it('adds what is new, and reports the rest', async () => {
    const test = await opened();
    const { imports } = test;
    const id = await started(imports);
    value(await goOn(imports, id, FILE));
    expect(await titles(test)).toEqual(['A page', 'Page 1', 'Page 2']);
    expect(await imports.get(id)).toMatchObject({
      state: 'finished',
      done: 5,
      added: 2,
      notTaken: 3,
      problem: null,
    });
    const report = await Array.fromAsync(imports.notTaken(id));
    expect(report).toEqual([
      { row: 2, reason: 'not-a-web-address', text: 'javascript:alert(1)' },
      { row: null, reason: 'twice', text: 'https://example.org/1' },
      { row: null, reason: 'here-already', text: 'https://example.org/here' },
    ]);
    const outbox = await queuedIntents(test.tables);
    expect(outbox.map(({ intent }) => intent.kind)).toEqual(['create', 'create', 'create']);
    const added = (await test.tables.bookmarks.toArray()).find(({ title }) => title === 'Page 1');
    expect(added).toMatchObject({
      labels: ['green', 'tea'],
      created: 1_600_000_000_000,
      content: { kind: 'address', reason: 'not-included' },
    });
  });

  it('gives all its bookmarks what the person chose', async () => {
    const test = await opened();
    const choices = { label: '  from   there ', isArchived: true, skipsDuplicates: false };
    value(await goOn(test.imports, await started(test.imports, choices), FILE));
    const rows = (await test.tables.bookmarks.toArray()).filter(({ labels }) => labels.length > 0);
    expect(rows.map(({ url }) => url).sort()).toEqual([
      ...['https://example.org/1', 'https://example.org/1', 'https://example.org/2'],
      'https://example.org/here',
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ isArchived: true, readProgress: 100 });
      expect(row.labels).toContain('from there');
    }
  });

  it('keeps the order of a list without dates, whose first line is the newest', async () => {
    const test = await opened();
    const file = new Blob(['https://example.org/b\nhttps://example.org/a\n']);
    const id = value(
      await test.imports.start({
        fileName: 'a.txt',
        format: 'text',
        choices: CHOICES,
        total: 2,
        startedAt: unixMs(1_700_000_001_000),
      }),
    );
    value(await test.imports.resume(id ?? 0));
    value(await goOn(test.imports, id ?? 0, file, { batchRows: 1 }));
    const rows = await test.tables.bookmarks.orderBy('[inAll+id]').toArray();
    expect(rows.map(({ url }) => url.slice(-2))).toEqual(['re', '/a', '/b']);
    const [, oldest, newest] = rows.map(({ created }) => created);
    expect(newest).toBe(1 + (oldest ?? 0));
  });

  it('reports an address that comes twice also when it goes on after the first of them', async () => {
    const test = await opened();
    const { imports } = test;
    const id = await started(imports);
    const file = netscape([link('here'), link('here')]);
    const pausing: ImportRepository = {
      ...imports,
      async add(job, batch) {
        const added = await imports.add(job, batch);
        value(await imports.pause(id, null));
        return added;
      },
    };
    value(await goOn(pausing, id, file, { batchRows: 1 }));
    expect(await imports.get(id)).toMatchObject({ state: 'paused', done: 1 });
    value(await imports.resume(id));
    value(await goOn(imports, id, file));
    const report = await Array.fromAsync(imports.notTaken(id));
    expect(report.map(({ reason }) => reason)).toEqual(['here-already', 'twice']);
  });

  it('waits until another one is finished', async () => {
    const { imports } = await opened();
    await started(imports);
    await expect(started(imports)).rejects.toThrow('another import');
  });

  it('adds no batch twice when two pages go on with it', async () => {
    const test = await opened();
    const id = await started(test.imports);
    const runs = [1, 2].map(() => goOn(test.imports, id, FILE, { batchRows: 1 }));
    for (const run of await Promise.all(runs)) value(run);
    expect(await titles(test)).toEqual(['A page', 'Page 1', 'Page 2']);
    expect(await test.imports.get(id)).toMatchObject({ added: 2, done: 5 });
  });

  it('remembers the addresses of the rows that were done before it was paused', async () => {
    const test = await opened();
    const { imports } = test;
    const id = await started(imports);
    const pausing: ImportRepository['add'] = async (...batch) => {
      const added = await imports.add(...batch);
      value(await imports.pause(id, null));
      return added.ok && added.value
        ? { ok: true, value: { ...added.value, state: 'paused' } }
        : added;
    };
    const list = netscape([link(1), link(2), link(1)]);
    value(await goOn({ ...imports, add: pausing }, id, list, { batchRows: 2 }));
    expect(await imports.get(id)).toMatchObject({ state: 'paused', done: 2 });
    value(await imports.resume(id));
    value(await goOn(imports, id, list));
    expect(await imports.get(id)).toMatchObject({ state: 'finished', added: 2 });
    const twice = { row: null, reason: 'twice', text: 'https://example.org/1' };
    expect(await Array.fromAsync(imports.notTaken(id))).toEqual([twice]);
  });

  it('adds nothing more after it was cancelled, and keeps what it added', async () => {
    const test = await opened();
    const { imports } = test;
    const id = await started(imports);
    const cancel = () => imports.finish(id, { isCancelled: true, problem: null });
    value(
      await goOn(
        { ...imports, add: async (...batch) => cancel().then(() => imports.add(...batch)) },
        id,
        FILE,
        { batchRows: 1 },
      ),
    );
    expect(await imports.get(id)).toMatchObject({ state: 'finished', isCancelled: true, added: 0 });
    expect(await titles(test)).toEqual(['A page']);
  });
});

/** An article with one highlight, as a page makes it. */
const MADE: ImportedArticle = {
  article: {
    html: '<p>A lamp shines.</p>',
    textLength: 14,
    wordCount: 3,
    readingTimeMinutes: 1,
    images: [{ url: 'https://example.org/a.png', width: 10, height: 10 }],
  },
  places: [
    {
      quote: { exact: 'lamp', prefix: 'A ', suffix: ' shines.' },
      position: { start: 2, end: 6, textLength: 14, textHash: 'h' },
    },
    null,
  ],
};

const WALLABAG = JSON.stringify([
  {
    url: 'https://example.org/lamp',
    title: 'Lamp',
    is_archived: 0,
    is_starred: 1,
    content: '<p>A lamp shines.</p>',
    created_at: '2020-05-01T10:00:00+0000',
    annotations: [
      { quote: 'lamp', text: 'a note' },
      { quote: 'gone', text: '' },
    ],
  },
  { url: 'https://example.org/empty', title: 'Empty', is_archived: 1, content: '<p></p>' },
]);

async function wallabagJob({ imports }: { readonly imports: ImportRepository }) {
  const job = { fileName: 'wallabag.json', format: 'wallabag-json', choices: CHOICES, total: 2 };
  const id = value(await imports.start({ ...job, startedAt: unixMs(1_700_000_001_000) })) ?? 0;
  value(await imports.resume(id));
  return id;
}

describe('an import of articles', () => {
  it('adds long articles in several transactions', async () => {
    const { imports } = await opened();
    const rows: number[] = [];
    const counting: ImportRepository = {
      ...imports,
      add(job, batch) {
        rows.push(batch.rows);
        return imports.add(job, batch);
      },
    };
    const article = { ...MADE.article, html: `<p>${'a'.repeat(2_500_000)}</p>` };
    const entries = [1, 2, 3, 4].map((at) => ({
      url: `https://example.org/${at}`,
      is_archived: 0,
      content: 'A',
    }));
    const file = new Blob([JSON.stringify(entries)]);
    const id = await started(imports, {}, 'wallabag-json');
    value(await goOn(counting, id, file, { makeArticle: async () => ({ article, places: [] }) }));
    expect(rows).toEqual([2, 2]);
  });

  it('has highlights without doubt where there is no text to look for them', async () => {
    const test = await opened();
    value(await goOn(test.imports, await wallabagJob(test), new Blob([WALLABAG])));
    const highlights = await test.tables.highlights.toArray();
    expect(highlights.map(({ doubt }) => doubt)).toEqual([undefined, undefined]);
  });

  it('keeps the texts, and the highlights at their places or without one', async () => {
    const test = await opened();
    const { imports, tables, library } = test;
    const id = await wallabagJob(test);
    const makeArticle = async ({ url }: ArticleSource) => (url.endsWith('/lamp') ? MADE : null);
    value(await goOn(imports, id, new Blob([WALLABAG]), { makeArticle }));
    const rows = await tables.bookmarks.toArray();
    const lamp = rows.find(({ title }) => title === 'Lamp');
    expect(lamp).toMatchObject({ isFavourite: true, wordCount: 3, content: { kind: 'article' } });
    const article = await library.articles.get(lamp?.id as BookmarkId);
    expect(article).toMatchObject({
      html: MADE.article.html,
      images: [{ url: 'https://example.org/a.png', hash: null, reason: 'not-readable' }],
    });
    const highlights = await library.part(highlightRepository).ofBookmark(lamp?.id as BookmarkId);
    expect(highlights).toMatchObject([
      { quote: { exact: 'lamp', prefix: 'A ' }, note: 'a note', position: { start: 2, end: 6 } },
      { quote: { exact: 'gone' }, position: null, doubt: 'detached', color: 'yellow' },
    ]);
    // They have no dates of their own here.
    expect(highlights.map(({ created }) => created)).toEqual([lamp?.created, lamp?.created]);
    expect(lamp?.created).toBe(Date.parse('2020-05-01T10:00:00Z'));
    expect(await tables.highlightShadows.count()).toBe(2);
    const empty = rows.find(({ title }) => title === 'Empty');
    expect(empty).toMatchObject({
      isArchived: true,
      readProgress: 100,
      content: { kind: 'address' },
    });
    const reasons = (await Array.fromAsync(imports.notTaken(id))).map(({ reason, text }) => [
      reason,
      text,
    ]);
    expect(reasons).toEqual([
      ['highlight-not-found', 'https://example.org/lamp'],
      ['no-text', 'https://example.org/empty'],
    ]);
  });

  it('takes no article that is nested deeper than a browser can parse quickly', async () => {
    const test = await opened();
    const id = await wallabagJob(test);
    const content = `${'<div>'.repeat(100_000)}Deep`;
    const entry = { url: 'https://example.org/deep', title: 'Deep', is_archived: 0, content };
    const makeArticle = async () => MADE;
    value(await goOn(test.imports, id, new Blob([JSON.stringify([entry])]), { makeArticle }));
    expect(await Array.fromAsync(test.imports.notTaken(id))).toEqual([
      { row: null, reason: 'too-deep', text: 'https://example.org/deep' },
    ]);
    const row = (await test.tables.bookmarks.toArray()).find(({ title }) => title === 'Deep');
    expect(row?.content.kind).toBe('address');
  });

  it('leaves nothing after its undo but what is in the trash', async () => {
    const test = await opened();
    const before = await contentOf(test);
    const id = await wallabagJob(test);
    const makeArticle = async () => MADE;
    value(await goOn(test.imports, id, new Blob([WALLABAG]), { makeArticle }));
    value(await test.imports.undo(id));
    await emptyTrash(test);
    expect(await contentOf(test)).toEqual(before);
  });

  it('brings the beginning of a file that breaks off, and says so', async () => {
    const test = await opened();
    const id = await wallabagJob(test);
    const file = new Blob([WALLABAG.slice(0, WALLABAG.indexOf('Empty'))]);
    value(await goOn(test.imports, id, file));
    expect(await titles(test)).toEqual(['A page', 'Lamp']);
    expect(await test.imports.get(id)).toMatchObject({ state: 'finished', problem: 'incomplete' });
  });

  it('changes nothing when the file has another format', async () => {
    const test = await opened();
    const before = await contentOf(test);
    const id = await wallabagJob(test);
    value(await goOn(test.imports, id, new Blob(['url,title\nhttps://example.org/x,X\n'])));
    expect(await contentOf(test)).toEqual(before);
    const job = await test.imports.get(id);
    expect([job?.state, job?.added]).toEqual(['finished', 0]);
    expect(job?.problem).not.toBe(null);
  });
});

describe('an imported page that is saved or captured later', () => {
  const url = 'https://example.org/1';
  const imported = async (line: string) => {
    const { library, imports } = await opened();
    value(await goOn(imports, await started(imports), netscape([line])));
    return library;
  };

  it('keeps the title that it had in the file', async () => {
    const library = await imported(link(1));
    const saved = value(
      await library.bookmarks.save(page({ url, title: 'Form 7', siteName: 'Ex' })),
    );
    expect(saved.bookmark).toMatchObject({ title: 'Page 1', siteName: 'Ex' });
    const { id } = saved.bookmark;
    value(
      await library.bookmarks.recapture(id, capture({ url, title: 'Form 8', siteName: 'Exam' })),
    );
    expect(await library.bookmarks.get(id)).toMatchObject({ title: 'Page 1', siteName: 'Exam' });
  });

  it("gets the page's title if the file had none", async () => {
    const library = await imported(`<A HREF="${url}">${url}</A>`);
    const saved = value(await library.bookmarks.save(page({ url, title: 'Form 7' })));
    expect(saved.bookmark.title).toBe('Form 7');
  });
});
