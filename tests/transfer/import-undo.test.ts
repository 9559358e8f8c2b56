import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { BOOKMARK_FIELDS, STATE_FIELDS } from '../../src/domain/bookmark-fields';
import { UNKNOWN_STRUCTURE } from '../../src/domain/site-rules/page-structure';
import { unixMs } from '../../src/domain/time';
import {
  articleRequests,
  cleanUpRepository,
  duplicateRepository,
  highlightRepository,
  type ImportRepository,
  wantedPages,
} from '../../src/library';
import { failWrite } from '../library/faults';
import {
  capture,
  page,
  putOnServer,
  queuedIntents,
  type TestLibrary,
  undo,
  value,
} from '../library/library';
import {
  contentOf,
  emptyTrash,
  goOn,
  link,
  netscape,
  opened,
  started,
  titles,
} from './import-jobs';

afterEach(() => vi.restoreAllMocks());

/** Rows of a file: addresses, some of them twice, broken or in the library. */
const anyRows = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 12 }).map((at) => link(at, 'TAGS="tea"')),
    fc.constantFrom(
      link('here'),
      link('here', 'TAGS="tea,ice"'),
      '<A HREF="mailto:a@example.org">A</A>',
    ),
  ),
  { maxLength: 20 },
);

/** The bookmarks without their ids. */
async function namelessOf(test: TestLibrary) {
  const rows = await test.library.bookmarks.page({ view: 'all', limit: 100, after: null });
  return rows.rows.map(({ id, ...rest }) => rest).sort((a, b) => (a.url < b.url ? -1 : 1));
}

describe('an import that was interrupted', () => {
  it('brings the same as one that was not, wherever it was', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.array(fc.nat(4), { maxLength: 4 }), async (rows, stops) => {
        const file = netscape(rows);
        const [whole, broken] = [await opened(), await opened()];
        const batchRows = 3;
        const wholeId = await started(whole.imports);
        value(await goOn(whole.imports, wholeId, file, { batchRows }));
        const id = await started(broken.imports);
        for (const stop of stops) {
          let batches = 0;
          const dying: ImportRepository = {
            ...broken.imports,
            async add(...batch) {
              batches += 1;
              if (batches > stop) throw new Error('killed');
              return broken.imports.add(...batch);
            },
            finish: () => Promise.reject(new Error('killed')),
          };
          await expect(goOn(dying, id, file, { batchRows })).rejects.toThrow('killed');
        }
        value(await goOn(broken.imports, id, file, { batchRows }));
        expect(await namelessOf(broken)).toEqual(await namelessOf(whole));
        const job = await broken.imports.get(id);
        const { parts, ...counts } = (await whole.imports.get(wholeId)) ?? { parts: 0 };
        expect(job).toMatchObject({ ...counts, id });
        expect(await Array.fromAsync(broken.imports.notTaken(id))).toEqual(
          await Array.fromAsync(whole.imports.notTaken(wholeId)),
        );
        whole.close();
        broken.close();
      }),
      { numRuns: 25 },
    );
  });
});

describe('the undo of an import', () => {
  it('leaves the library as it was before, also when it was interrupted', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.boolean(), async (rows, isInterrupted) => {
        const test = await opened();
        const { imports } = test;
        const before = await contentOf(test);
        const id = await started(imports);
        value(await goOn(imports, id, netscape(rows), { batchRows: 3 }));
        const { added, joined = 0 } = (await imports.get(id)) ?? { added: 0 };
        const hasBrought = added + joined > 0;
        if (isInterrupted) {
          // One step, and then no more.
          const [first, then] = [new AbortController().signal, AbortSignal.abort()];
          let asked = 0;
          const signal = new Proxy(first, {
            get: () => {
              asked += 1;
              return asked > 1 ? then.aborted : false;
            },
          });
          value(await imports.undo(id, signal));
        }
        value(await imports.undo(id));
        await emptyTrash(test);
        expect(await contentOf(test)).toEqual(before);
        // One that has brought nothing has nothing to undo.
        const state = hasBrought ? 'undone' : 'finished';
        expect(await imports.get(id)).toMatchObject({ state, group: null, added: 0, kept: 0 });
        test.close();
      }),
      { numRuns: 15 },
    );
  });

  it('moves pages that were never sent to the trash, from where they come back whole', async () => {
    const test = await opened();
    const { imports, library, tables } = test;
    test.clock.now = unixMs(1_700_000_001_000);
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1, 'TAGS="tea"'), link(2)])));
    const before = await contentOf(test);
    value(await imports.undo(id));
    expect(await titles(test)).toEqual(['A page']);
    const trashed = await tables.bookmarks
      .filter(({ trashedAt }) => trashedAt !== null)
      .primaryKeys();
    expect(trashed).toHaveLength(2);
    value(await library.bookmarks.restore(trashed));
    expect(await contentOf(test)).toEqual(before);
  });

  it('leaves what a person has changed since, and counts it', async () => {
    const test = await opened();
    const { imports, library, tables } = test;
    const id = await started(imports);
    const file = netscape([1, 2, 3, 4, 5].map((at) => link(at)));
    value(await goOn(imports, id, file));
    const ids = new Map((await tables.bookmarks.toArray()).map((row) => [row.title, row.id]));
    const idOf = (title: string) => ids.get(title) as BookmarkId;
    test.clock.now = unixMs(test.clock.now + 60_000);
    value(await library.bookmarks.edit(idOf('Page 1'), { addLabels: ['mine'] }));
    value(await library.bookmarks.edit(idOf('Page 2'), { title: 'My title' }));
    const quote = { exact: 'a', prefix: '', suffix: '' };
    const highlight = { quote, color: 'red', position: null, bookmarkId: idOf('Page 3') };
    value(await library.part(highlightRepository).add(highlight));
    value(await library.bookmarks.save(page({ url: 'https://example.org/4' })));
    value(await imports.undo(id));
    expect(await titles(test)).toEqual(['A page', 'My title', 'Page 1', 'Page 3', 'Page 4']);
    expect(await imports.get(id)).toMatchObject({ state: 'undone', added: 0, kept: 4 });
  });

  it.each(STATE_FIELDS.filter((field) => field !== 'readAnchor'))(
    'leaves a page whose %s a person has changed since',
    async (field) => {
      const test = await opened();
      const { imports, library, tables } = test;
      const id = await started(imports);
      value(await goOn(imports, id, netscape([link(1), link(2)])));
      const changed = (await tables.bookmarks.toArray()).find(({ title }) => title === 'Page 1');
      const values = { flag: true, percent: 50, text: 'Mine' };
      const patch = { [field]: values[BOOKMARK_FIELDS[field].kind] };
      value(await library.bookmarks.edit(changed?.id as BookmarkId, patch));
      value(await imports.undo(id));
      expect(await titles(test)).toEqual(['A page', 'Page 1']);
    },
  );

  it('takes back the pages of two imports of one file, the last one first', async () => {
    const test = await opened();
    const { imports } = test;
    const file = netscape([link(1), link(2)]);
    const one = await started(imports);
    value(await goOn(imports, one, file));
    test.clock.now = unixMs(test.clock.now + 60_000);
    const two = await started(imports, { label: 'second' });
    value(await goOn(imports, two, file));
    value(await imports.undo(two));
    expect(await titles(test)).toEqual(['A page', 'Page 1', 'Page 2']);
    value(await imports.undo(one));
    expect(await titles(test)).toEqual(['A page']);
    expect(await imports.get(one)).toMatchObject({ state: 'undone', kept: 0 });
  });

  it('leaves the pages that a later import has brought back, until that one is undone', async () => {
    const test = await opened();
    const { imports, library, tables } = test;
    const file = netscape([link(1), link(2), link(3)]);
    const one = await started(imports);
    value(await goOn(imports, one, file, { batchRows: 2 }));
    const idsOf = async (...names: string[]) =>
      (await tables.bookmarks.toArray())
        .filter(({ title }) => names.includes(title))
        .map(({ id }) => id);
    value(await library.bookmarks.trash(await idsOf('Page 1', 'Page 3')));
    const two = await started(imports);
    value(await goOn(imports, two, file));
    expect(await imports.get(two)).toMatchObject({ added: 2 });
    value(await imports.undo(one));
    expect(await titles(test)).toEqual(['A page', 'Page 1', 'Page 3']);
    expect(await imports.get(one)).toMatchObject({ state: 'undone', added: 0, kept: 2 });
    value(await imports.undo(two));
    const shown = await tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).toArray();
    expect(shown.map(({ title }) => title)).toEqual(['A page']);
    expect(await idsOf('Page 1', 'Page 3')).toHaveLength(2);
    expect(await imports.get(two)).toMatchObject({ state: 'undone', added: 0, kept: 0 });
  });

  it('takes back pages that a later import brought back and whose undo took them again', async () => {
    const test = await opened();
    const { imports, library, tables } = test;
    const file = netscape([link(1)]);
    const one = await started(imports);
    value(await goOn(imports, one, file));
    const added = (await tables.bookmarks.toArray()).find(({ title }) => title === 'Page 1');
    const ids = [added?.id as BookmarkId];
    value(await library.bookmarks.trash(ids));
    const two = await started(imports);
    value(await goOn(imports, two, file));
    value(await imports.undo(two));
    value(await library.bookmarks.restore(ids));
    value(await imports.undo(one));
    expect(await titles(test)).toEqual(['A page']);
    expect(await imports.get(one)).toMatchObject({ state: 'undone', kept: 0 });
  });

  it('takes back pages whose articles were got since, but not one that was cleaned up', async () => {
    const test = await opened();
    const { imports, library } = test;
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1), link(2)])));
    test.clock.now = unixMs(test.clock.now + 60_000);
    const [requests, wanted] = [library.part(articleRequests), library.part(wantedPages)];
    const options = { isSignedIn: false, isAsked: false, isBorrowed: false };
    value(await requests.start(await requests.ofImport(id), options));
    for (let left = 2; left > 0; left -= 1) {
      const next = (await wanted.next(new Set()))!;
      value(await wanted.begin(next.page.bookmarkId));
      value(await wanted.keep(next.page, capture({ url: next.page.url })));
    }
    const cleaned = (await test.tables.bookmarks.toArray()).find(({ title }) => title === 'Page 2');
    const article = capture({ html: '<p>The rest</p>' }).article!;
    const edit = { article, structure: UNKNOWN_STRUCTURE, rule: null, dropped: null };
    value(await library.part(cleanUpRepository).edit(cleaned?.id as BookmarkId, edit));
    value(await imports.undo(id));
    expect(await titles(test)).toEqual(['A page', 'Page 2']);
    expect(await imports.get(id)).toMatchObject({ state: 'undone', kept: 1 });
  });

  it('takes back a page whose join was undone, unless it was captured in between', async () => {
    const test = await opened();
    const { imports, library, tables, clock } = test;
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1), link(2)])));
    const rows = await tables.bookmarks.toArray();
    const idOf = (title: string) => rows.find((row) => row.title === title)?.id as BookmarkId;
    const others = [idOf('A page')];
    const duplicates = library.part(duplicateRepository);
    for (const title of ['Page 1', 'Page 2']) {
      clock.now = unixMs(clock.now + 60_000);
      const joined = value(await duplicates.join([{ keep: idOf(title), others }]));
      clock.now = unixMs(clock.now + 60_000);
      const url = 'https://example.org/2';
      if (title === 'Page 2')
        value(await library.bookmarks.recapture(idOf(title), capture({ url })));
      await undo(test, joined);
    }
    value(await imports.undo(id));
    await emptyTrash(test);
    expect((await tables.bookmarks.toArray()).map((row) => row.id).sort()).toEqual(
      [...others, idOf('Page 2')].sort(),
    );
  });

  it('takes back the others when a person has deleted some for good', async () => {
    const test = await opened();
    const { imports, library } = test;
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1), link(2)])));
    const gone = (await test.tables.bookmarks.toArray()).find(({ title }) => title === 'Page 1');
    const ids = [gone?.id as BookmarkId];
    value(await library.bookmarks.trash(ids));
    value(await library.bookmarks.purge(ids));
    value(await imports.undo(id));
    expect(await titles(test)).toEqual(['A page']);
    expect(await imports.get(id)).toMatchObject({ state: 'undone', added: 0, kept: 0 });
  });

  it('moves bookmarks that the server has to the trash', async () => {
    const test = await opened();
    const { imports, tables } = test;
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1), link(2)])));
    const sent = (await tables.bookmarks.toArray()).find(({ title }) => title === 'Page 1');
    await putOnServer(tables);
    value(await imports.undo(id));
    const rows = await tables.bookmarks.toArray();
    expect(rows.map(({ title, trashedAt }) => [title, trashedAt === null]).sort()).toEqual([
      ['A page', true],
      ['Page 1', false],
      ['Page 2', false],
    ]);
    const outbox = (await queuedIntents(tables)).filter((one) => one.bookmarkId === sent?.id);
    expect(outbox.map(({ intent }) => intent.kind)).toEqual(['delete']);
  });

  it('stops when a write fails, and goes on later', async () => {
    const test = await opened();
    const { imports } = test;
    const before = await contentOf(test);
    const id = await started(imports);
    value(await goOn(imports, id, netscape([link(1), link(2)])));
    failWrite(1, 'quota-on-request', 'bookmarks', true);
    expect(await imports.undo(id)).toMatchObject({ ok: false, error: { kind: 'quota' } });
    expect(await imports.get(id)).toMatchObject({ state: 'finished', added: 2 });
    vi.restoreAllMocks();
    value(await imports.undo(id));
    await emptyTrash(test);
    expect(await contentOf(test)).toEqual(before);
  });
});
