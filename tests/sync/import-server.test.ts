import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bookmark } from '../../src/domain/bookmark';
import type { Highlight } from '../../src/domain/highlight';
import { DAY_MS } from '../../src/domain/time';
import { highlightRepository, type ImportRepository } from '../../src/library';
import { importedLibrary, previewLibrary, runImport } from '../../src/transfer';
import type { ImportRun } from '../../src/transfer/import-run';
import { emptyTrash, lastChange, page, undo, value } from '../library/library';
import { picture } from '../server/support/pictures';
import { CHOICES, contentOf, importsOf } from '../transfer/import-jobs';
import { asReadeck } from './support/annotated-server';
import { cutAt } from './support/cut-streams';
import { FROZE, HTML, listed, TIDE } from './support/highlighted-page';
import { type ReadServer, readWhole } from './support/import-source';
import { type Device, type Fetch, startWorld, type World } from './support/world';

/** The server with the bookmarks, and a device of another person on it. */
let there: World;
let mine: World;
let here: Device;
let imports: ReturnType<typeof importsOf>;
beforeEach(async () => {
  there = await startWorld();
  mine = await startWorld(there.t);
  here = await mine.device();
  imports = importsOf(here.library);
});
afterEach(async () => {
  await mine.end();
  await there.end();
});

const PHOTO = 'https://pages.example/photo.png';
const ARTICLE = `${HTML}<p>${'The harbour is closed today. '.repeat(20)}</p><p><img src="${PHOTO}"></p>`;

/** Saves pages on a device of the other person, and lets the server have them. */
async function fill(count = 2): Promise<Device> {
  const device = await there.device();
  const { library } = device;
  for (let at = 0; at < count; at += 1) {
    const parts = {
      url: `https://one.example/${at}`,
      title: `Page ${at}`,
      html: ARTICLE,
      images: [PHOTO],
      siteName: 'The harbour',
      authors: ['Ann Author'],
      description: 'About ice',
      published: '2020-01-02T00:00:00Z',
      lang: 'en',
      textDirection: 'ltr' as const,
    };
    const { bookmark } = value(await library.bookmarks.save(page(parts)));
    const bytes = Uint8Array.from(await picture('png', 320, 200));
    const image = { kind: 'loaded', url: PHOTO, bytes, mimeType: 'image/png' } as const;
    value(await library.articles.addImages(bookmark.id, [{ ...image, width: 320, height: 200 }]));
    there.advance(DAY_MS);
  }
  const first = (await device.find('https://one.example/0'))!;
  const edits = { addLabels: ['ice', 'to read'], isFavourite: true, isArchived: true };
  value(await library.bookmarks.edit(first.id, { ...edits, readProgress: 40 }));
  const highlights = library.part(highlightRepository);
  const marks = [
    { quote: FROZE, color: 'red', note: 'cold > warm' },
    { quote: TIDE, color: 'none', note: '' },
  ];
  for (const mark of marks) {
    value(await highlights.add({ ...mark, bookmarkId: first.id, position: null }));
  }
  value(await library.collections.create({ name: 'Cold', labels: 'ice', isFavourite: true }));
  for (let round = 0; round < 3; round += 1) {
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await there.work();
    there.advance(DAY_MS);
  }
  return device;
}

async function start(choices: Partial<typeof CHOICES> = {}, from?: ReadServer) {
  const { library, reader } = from ?? (await readWhole(there));
  const total = await reader.tables.bookmarks.count();
  const job = { fileName: 'read.example', format: 'server', choices: { ...CHOICES, ...choices } };
  const id = value(await imports.start({ ...job, startedAt: there.now(), total }));
  if (id === null) throw new Error('another import is not finished');
  value(await imports.resume(id));
  return { id, library };
}

type Begun = Awaited<ReturnType<typeof start>>;

async function goOn({ id, library }: Begun, more: Partial<ImportRun> = {}) {
  const job = await imports.get(id);
  if (job === null) throw new Error('no job');
  const run = { imports, makeArticle: async () => null, readDocument: async () => null };
  return runImport(job, library, { ...run, ...more });
}

/** The fields of a bookmark that an import keeps (docs/transfer.md). */
const keptOf = ({ id, serverId, icon, image, updated, ...kept }: Bookmark) => ({
  ...kept,
  labels: [...kept.labels].sort(),
});

const reportOf = async ({ id }: Begun) =>
  (await Array.fromAsync(imports.notTaken(id))).map(({ row, reason, text }) => [row, reason, text]);

describe('the preview of an import from a server', () => {
  it('counts what is new, here and broken, with texts, highlights and labels, and changes nothing', async () => {
    await fill(3);
    value(await here.library.bookmarks.save(page({ url: 'https://one.example/2' })));
    const before = await contentOf(here);
    // The articles are read once the import has begun.
    const reader = await there.device();
    const round = await reader.sync({ isReadOnly: true }).round({ articles: 'none' });
    expect(round).toMatchObject({ kind: 'done' });
    const library = await importedLibrary(reader.library);
    expect(await previewLibrary(library, imports, there.now())).toMatchObject({
      rows: 3,
      fresh: 2,
      here: 1,
      twice: 0,
      articles: 3,
      highlights: 2,
      broken: 0,
      brokenRows: [],
      newLabels: ['ice', 'to read'],
      spellings: [],
    });
    expect(await contentOf(here)).toEqual(before);
  });

  it('counts the bookmarks of one address once', async () => {
    const url = 'https://one.example/';
    for (const one of [url, `${url}#ice`, 'https://two.example/'])
      value(await there.client.bookmarks.create({ url: one }));
    const { library } = await readWhole(there);
    expect(await previewLibrary(library, imports, there.now())).toMatchObject({
      rows: 3,
      fresh: 2,
      twice: 1,
      here: 0,
    });
  });
});

describe('an import from a server', () => {
  it('keeps every documented field, and brings it to the own server as new bookmarks', async () => {
    const device = await fill();
    const begun = await start();
    value(await goOn(begun));
    expect(await imports.get(begun.id)).toMatchObject({ state: 'finished', added: 2, notTaken: 0 });
    for (const url of ['https://one.example/0', 'https://one.example/1']) {
      const [theirs, ours] = [(await device.find(url))!, (await here.find(url))!];
      expect(keptOf(ours)).toEqual(keptOf(theirs));
      expect(ours).toMatchObject({ serverId: null, content: { kind: 'article' } });
      const article = await here.library.articles.get(ours.id);
      expect(article?.html).toContain('The harbour froze in January');
      expect(article?.html).not.toContain('rd-annotation');
      expect(article?.images).toMatchObject([{ hash: expect.any(String) }]);
    }
    const first = 'https://one.example/0';
    const look = ({ quote, color, note }: Highlight) => ({ quote, color, note });
    const [ours, onDevice] = [await listed(here, first), await listed(device, first)];
    expect(ours.map(look).sort(byNote)).toEqual(onDevice.map(look).sort(byNote));
    const marked = (await there.bookmarks()).find(({ url }) => url === first)!;
    const infos = value(await there.client.highlights.list(marked.id)).body;
    // The service has no field for the time at which a highlight was made elsewhere.
    expect(ours.map(({ created }) => created).sort()).toEqual(
      infos.map(({ created }) => Date.parse(created)).sort(),
    );
    const [collection] = await here.tables.collections.toArray();
    expect(collection).toMatchObject({ name: 'Cold', labels: 'ice', isFavourite: true });

    for (let round = 0; round < 3; round += 1) {
      expect(await here.round()).toMatchObject({ kind: 'done' });
      await mine.work();
      mine.advance(DAY_MS);
    }
    const [mineThere, theirs] = [await mine.bookmarks(), await there.bookmarks()];
    const sent = (infos: typeof theirs) =>
      infos
        .map(({ url, labels, ...info }) => {
          const { created, is_marked, is_archived, read_progress, title } = info;
          const states = { is_marked, is_archived, read_progress };
          return { url, created, title, labels: [...labels].sort(), ...states };
        })
        .sort((a, b) => (a.url < b.url ? -1 : 1));
    expect(sent(mineThere)).toEqual(sent(theirs));
    const ids = new Set(theirs.map(({ id }) => id));
    expect(mineThere.filter(({ id }) => ids.has(id))).toEqual([]);
    const annotated = mineThere.find(({ url }) => url === first)!;
    const annotations = value(await mine.client.highlights.list(annotated.id)).body;
    expect(annotations.map(({ text, color, note }) => [text, color, note]).sort()).toEqual([
      ['March 🚢 with the tide', 'none', ''],
      ['harbour froze in January', 'red', 'cold > warm'],
    ]);
  });

  it('takes the same from a server that does not send highlights with its bookmarks', async () => {
    await fill();
    const begun = await start({}, await readWhole(there, asReadeck));
    value(await goOn(begun));
    const [tide, froze] = [...(await listed(here, 'https://one.example/0'))].sort(byNote);
    expect(froze).toMatchObject({ color: 'red', note: 'cold > warm' });
    expect([tide?.quote.exact, froze?.quote.exact]).toEqual([TIDE.exact, FROZE.exact]);
    // The context comes from the article.
    expect(tide?.quote.prefix).toMatch(/The ice went out in $/);
    expect(froze?.quote.suffix).toMatch(/^, and the boats stayed\./);
  });

  it('gives all its bookmarks what the person chose', async () => {
    await fill();
    const { bookmark } = value(await here.library.bookmarks.save(page()));
    value(await here.library.bookmarks.edit(bookmark.id, { addLabels: ['Ice'] }));
    const begun = await start({ label: ' from  there', isRead: true, hasOneSpelling: true });
    value(await goOn(begun));
    expect((await here.find('https://one.example/0'))?.labels).toContain('Ice');
    for (const at of [0, 1]) {
      const given = { labels: expect.arrayContaining(['from there']), readProgress: 100 };
      expect(await here.find(`https://one.example/${at}`)).toMatchObject(given);
    }
  });

  it('goes on where it was killed, and has each page once', async () => {
    await fill(5);
    const begun = await start();
    let batches = 0;
    const dying: ImportRepository = {
      ...imports,
      async add(...batch) {
        batches += 1;
        if (batches > 2) throw new Error('killed');
        return imports.add(...batch);
      },
    };
    await expect(goOn(begun, { imports: dying, batchRows: 1 })).rejects.toThrow('killed');
    expect(await imports.get(begun.id)).toMatchObject({ state: 'running', done: 2, added: 2 });
    value(await goOn(begun, { batchRows: 2 }));
    expect(await imports.get(begun.id)).toMatchObject({ state: 'finished', done: 5, added: 5 });
    const urls = (await here.tables.bookmarks.toArray()).map(({ url }) => url).sort();
    expect(urls).toEqual([0, 1, 2, 3, 4].map((at) => `https://one.example/${at}`));
    expect(await here.tables.collections.count()).toBe(1);
  });

  it('leaves nothing after its undo, not even collections and images', async () => {
    await fill();
    value(await here.library.bookmarks.save(page({ url: 'https://two.example/' })));
    const before = await contentOf(here);
    const begun = await start();
    value(await goOn(begun));
    expect(await here.tables.assets.count()).toBeGreaterThan(0);
    value(await imports.undo(begun.id));
    await emptyTrash(here);
    expect(await contentOf(here)).toEqual(before);
    expect(await here.tables.collections.count()).toBe(0);
  });

  it('lists the collections that its undo has deleted, which can be restored', async () => {
    await fill();
    const begun = await start();
    value(await goOn(begun));
    const [collection] = await here.tables.collections.toArray();
    const { id, name } = collection!;
    value(await imports.undo(begun.id));
    expect(await here.library.collections.get(id)).toBeNull();
    await undo(here, await lastChange(here.library));
    expect(await here.library.collections.get(id)).toMatchObject({ name, labels: 'ice' });
  });

  it('keeps a collection that was changed since in its undo', async () => {
    await fill();
    const begun = await start();
    value(await goOn(begun));
    const [collection] = await here.tables.collections.toArray();
    value(await here.library.collections.edit(collection!.id, { name: 'Mine' }));
    value(await imports.undo(begun.id));
    expect((await here.tables.collections.toArray()).map(({ name }) => name)).toEqual(['Mine']);
  });

  it('reports what is here already and what is broken, and takes the rest', async () => {
    await fill(4);
    value(await here.library.bookmarks.save(page({ url: 'https://one.example/0' })));
    value(await here.library.collections.create({ name: 'Cold' }));
    const all = await there.bookmarks();
    const [local, odd] = ['/1', '/2'].map((end) => all.find(({ url }) => url.endsWith(end))!);
    const through = changed((text) =>
      text
        .replaceAll(local!.url, 'javascript:alert(1)')
        .replace(`"url":"${odd!.url}"`, '"url":{"no":"text"}'),
    );
    const { reader, library } = await readWhole(there, through);
    // The next rounds say it again.
    for (const at of [1, 2]) {
      there.advance(at * DAY_MS);
      const round = await reader.sync({ isReadOnly: true }).round({ articles: 'all' });
      expect(round).toMatchObject({ kind: 'done' });
    }
    expect(await importedLibrary(reader.library)).toMatchObject({ notRead: library.notRead });
    const begun = await start({}, { reader, library, round: { kind: 'done', nextAt: null } });
    value(await goOn(begun));
    expect(await imports.get(begun.id)).toMatchObject({ state: 'finished', added: 1, notTaken: 4 });
    expect(await reportOf(begun)).toEqual(
      expect.arrayContaining([
        [null, 'broken', odd!.id],
        [null, 'broken', local!.id],
        [null, 'here-joined', 'https://one.example/0'],
        [null, 'collection-here', 'Cold'],
      ]),
    );
  });

  it('takes only the address of a page whose article breaks the connection', async () => {
    await fill(3);
    const victim = (await there.bookmarks()).find(({ url }) => url.endsWith('/1'))!;
    const begun = await start({}, await readWhole(there, cutAt(victim.id)));
    value(await goOn(begun));
    expect(await imports.get(begun.id)).toMatchObject({ state: 'finished', added: 3 });
    const row = await here.find('https://one.example/1');
    expect(row?.content).toEqual({ kind: 'address', reason: 'not-included' });
    expect(await reportOf(begun)).toEqual([[null, 'article-not-sent', victim.url]]);
  });

  it('takes no article that is nested deeper than a browser can parse quickly', async () => {
    await fill(1);
    const read = await readWhole(there);
    const { bundle } = read.library;
    const html = '<div>'.repeat(500);
    async function* pages() {
      for await (const { items, highlights } of bundle.pages()) {
        const deep = items.map(({ bookmark, loadArticle }) => ({
          bookmark,
          loadArticle: async () => ({ ...(await loadArticle())!, html }),
        }));
        yield { highlights, items: deep };
      }
    }
    const library = { ...read.library, bundle: { ...bundle, pages } };
    const begun = await start({}, { ...read, library });
    value(await goOn(begun));
    expect(await reportOf(begun)).toEqual([[null, 'too-deep', 'https://one.example/0']]);
  });
});

const byNote = (a: { readonly note: string }, b: { readonly note: string }) =>
  a.note < b.note ? -1 : 1;

/** Changes the texts of the answers. */
const changed =
  (change: (text: string) => string) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.status === 304) return answer;
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = change(bytes.toString('latin1'));
    return new Response(Buffer.from(text, 'latin1'), answer);
  };
