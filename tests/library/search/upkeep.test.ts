import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { unixMs } from '../../../src/domain/time';
import { searchIndexer, searchRepository } from '../../../src/library';
import { parseTextQuery } from '../../../src/query';
import { failWrite } from '../faults';
import { page, value } from '../library';
import { scan, withSearch } from './library';

afterEach(() => vi.restoreAllMocks());

/** Different words for each number, which share few letters. */
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const number = Math.imul(from + at, 0x9e3779b1) >>> 0;
    return `${number.toString(36)}w${from + at}`;
  }).join(' ');

async function withPages() {
  const world = await withSearch();
  const save = async (name: string, html: string) => {
    world.clock.now = unixMs(world.clock.now + 1000);
    const saved = await world.library.bookmarks.save(
      page({ url: `https://example.org/${name}`, title: name, html }),
    );
    return value(saved).bookmark.id;
  };
  const segments = async (family: 'fields' | 'text') =>
    (await world.tables.searchSegments.toArray())
      .filter((row) => row.family === family)
      .map(({ documents }) => documents);
  const agree = async (...queries: string[]) => {
    for (const query of queries) {
      expect((await world.find(query)).toSorted(), query).toEqual(await scan(world, query));
    }
  };
  const step = async () => value(await world.indexer.step());
  return { ...world, save, segments, agree, step };
}

/** Indexes pages one by one until the next step begins a merge of texts. */
async function untilMerge(world: Awaited<ReturnType<typeof withPages>>, texts: readonly string[]) {
  await world.index();
  const ids: BookmarkId[] = [];
  for (const [at, text] of texts.entries()) {
    ids.push(await world.save(`page${at}`, `<p>${text}</p>`));
    await world.step();
  }
  return ids;
}

const EIGHT = Array.from(
  { length: 8 },
  (_, at) => `ice text${at} ${at % 2 === 0 ? 'even' : 'odd'}`,
);

describe('building', () => {
  it('goes on with a second segment when the first one has no more room', async () => {
    const world = await withPages();
    const long = `<p>${'ice '.repeat(61_000)}</p>`;
    // A hundred are read at once, and the next hundred while these are added.
    for (let at = 0; at < 100; at += 1) await world.save(`long${at}`, long);
    for (let at = 0; at < 100; at += 1) await world.save(`short${at}`, '<p>water</p>');
    await world.save('last', '<p>steam</p>');
    await world.index();
    expect(await world.segments('text')).toEqual([200, 1]);
    expect(await world.find('steam')).toHaveLength(1);
    expect(await world.find('water')).toHaveLength(100);
  });
});

describe('merging', () => {
  it('keeps few segments however many pages are saved one by one', async () => {
    const world = await withPages();
    await world.index();
    for (let at = 0; at < 70; at += 1) {
      await world.save(`page${at}`, `<p>text${at} ice</p>`);
      await world.index();
    }
    expect(await world.segments('text')).toHaveLength(1 + 6);
    expect(await world.segments('fields')).toHaveLength(1 + 6);
    await world.agree('ice', 'text7', 'page69', '-text1', 'text*');
  });

  it('drops deleted bookmarks and older versions', async () => {
    const world = await withPages();
    const [first, second] = await untilMerge(world, EIGHT.slice(0, 5));
    value(await world.library.bookmarks.trash([first!]));
    value(await world.library.bookmarks.purge([first!]));
    await world.step();
    for (const title of ['New', 'Newer', 'Newest']) {
      value(await world.library.bookmarks.edit(second!, { title }));
      await world.step();
    }
    await world.agree('ice', 'new*', 'page*');
    await world.index();
    expect(await world.segments('fields')).toEqual([4]);
    await world.agree('ice', 'new*', 'page*', 'text0', 'even');
    expect(await world.tables.searchDocs.count()).toBe(4);
  });

  it('keeps a deletion as long as an older segment has the bookmark', async () => {
    const world = await withPages();
    await world.index();
    const ids = [];
    for (let at = 0; at < 12; at += 1) ids.push(await world.save(`old${at}`, '<p>ice</p>'));
    await world.index();
    value(await world.library.bookmarks.trash([ids[0]!]));
    await world.step();
    for (let at = 0; at < 7; at += 1) {
      await world.save(`new${at}`, '<p>ice</p>');
      await world.step();
    }
    await world.index();
    expect(await world.segments('fields')).toEqual([12, 8]);
    await world.agree('ice', 'old*', 'new*');
  });

  it('finds the same at each step, and continues in a new worker after a kill', async () => {
    const world = await withPages();
    const texts = Array.from({ length: 8 }, (_, at) => `ice ${words(at * 9_000, 10_000)}`);
    await untilMerge(world, texts);
    const queries = ['ice', words(9_500, 1), words(63_000, 1), 'page3', '-ice'];
    let steps = 0;
    let worker = world.indexer;
    while (value(await worker.step()) === 'more') {
      steps += 1;
      await world.agree(...queries);
      worker = (await world.another()).part(searchIndexer);
    }
    expect(steps).toBeGreaterThan(4);
    expect(await world.segments('text')).toEqual([8]);
    expect(await world.tables.searchMerges.count()).toBe(0);
    const stored = await world.tables.searchBlocks.toCollection().primaryKeys();
    const known = await world.tables.searchSegments.toCollection().primaryKeys();
    expect(new Set(stored.map(([segment]) => segment))).toEqual(new Set(known));
  });

  it('leaves the index as it was if any of its writes fails', { tags: ['full'] }, async () => {
    const queries = ['ice', 'text3', 'odd', 'page5'];
    for (let number = 1; ; number += 1) {
      const world = await withPages();
      await untilMerge(world, EIGHT);
      const failure = failWrite(number, 'killed');
      for (let more = true; more; ) {
        const done = await world.indexer.step();
        more = done.ok && done.value === 'more';
      }
      const writes = failure.writes();
      vi.restoreAllMocks();
      await world.agree(...queries);
      await world.index();
      await world.agree(...queries);
      expect(await world.segments('text')).toEqual([8]);
      world.close();
      if (writes < number) break;
    }
  });
});

describe('a segment with many blocks', () => {
  const LONG = words(1, 90_000);

  it('is found only when all of it is stored, and is stored again after a kill', async () => {
    const world = await withPages();
    await world.index();
    await world.save('long', `<p>${LONG}</p>`);
    failWrite(50, 'killed');
    expect(await world.indexer.step()).toMatchObject({ ok: false });
    vi.restoreAllMocks();
    expect(await world.segments('text')).toEqual([]);
    expect(await world.tables.searchBlocks.count()).toBeGreaterThan(0);
    await world.index();
    await world.agree(words(1, 1), words(80_000, 1), 'long');
    const [segment, ...others] = await world.tables.searchSegments.toArray();
    const blocks = await world.tables.searchBlocks.toCollection().primaryKeys();
    const ids = [segment, ...others].map((row) => row?.id);
    expect(blocks.length).toBeGreaterThan(33);
    expect(blocks.filter(([id]) => !ids.includes(id))).toEqual([]);
  });
});

describe('a build of many bookmarks', () => {
  const MANY = 600;

  async function withMany() {
    const world = await withPages();
    const pages = Array.from({ length: MANY }, (_, at) => ({
      page: {
        ...({ kind: 'address', url: `https://example.org/${at}`, title: `ice page${at}` } as const),
        ...({ excerpt: '', reason: 'on-server' } as const),
      },
      created: unixMs(1_000 * at),
      labels: [],
      isArchived: false,
      isFavourite: false,
    }));
    value(await world.library.bookmarks.addMany(pages, { outbox: false }));
    /** Fails unless exactly the numbered bookmarks are in the index. */
    const isWhole = async () => {
      await world.index();
      await world.agree('page599', '-ice', 'page1*');
      expect(await world.tables.searchDocs.count()).toBe(MANY);
      expect((await world.segments('fields')).reduce((sum, count) => sum + count)).toBe(MANY);
      expect(await world.tables.searchMerges.count()).toBe(0);
    };
    return { ...world, isWhole };
  }

  it('lets a save wait for a short transaction only', async () => {
    const { isWhole } = await withMany();
    const add = vi.spyOn(IDBObjectStore.prototype, 'add');
    await isWhole();
    const numbered = (add.mock.contexts as IDBObjectStore[]).filter(
      ({ name }) => name === 'searchDocs',
    );
    expect(numbered).toHaveLength(MANY);
    const stores = numbered.map(({ transaction }) => [...transaction.objectStoreNames]);
    expect(new Set(stores.flat())).toEqual(new Set(['searchDocs', 'searchMerges']));
  });

  it.each([3, 300, 607])('is repeated after a kill at write %i', async (write) => {
    const { isWhole, indexer, search, segments, step } = await withMany();
    await step();
    const { writes } = failWrite(write, 'killed');
    expect(await indexer.run(new AbortController().signal)).toMatchObject({ ok: false });
    expect(writes()).toBeGreaterThanOrEqual(write);
    vi.restoreAllMocks();
    const documents = (await segments('fields')).reduce((sum, count) => sum + count, 0);
    expect(await search.status()).toMatchObject({ documents });
    await isWhole();
  });

  it('has each bookmark once after steps of two workers at the same time', async () => {
    const { isWhole, indexer, another } = await withMany();
    const other = (await another()).part(searchIndexer);
    for (let turn = 0; turn < 4; turn += 1) await Promise.all([indexer.step(), other.step()]);
    await isWhole();
  });
});

describe('a damaged index', () => {
  type World = Awaited<ReturnType<typeof withPages>>;
  const flip = (bytes: Uint8Array<ArrayBuffer>) => {
    const damaged = bytes.slice();
    damaged[damaged.length >> 1]! ^= 1;
    return damaged;
  };

  const damages: readonly (readonly [string, (world: World) => Promise<unknown>])[] = [
    [
      'a missing block',
      async ({ tables }) => {
        const text = await tables.searchSegments.filter(({ family }) => family === 'text').first();
        await tables.searchBlocks.delete([text!.id, 0]);
      },
    ],
    [
      'wrong bytes in every block',
      async ({ tables }) => {
        for (const key of await tables.searchBlocks.toCollection().primaryKeys()) {
          await tables.searchBlocks.put(flip((await tables.searchBlocks.get(key))!), key);
        }
      },
    ],
    [
      'something else than bytes',
      async ({ tables }) => {
        const [key] = await tables.searchBlocks.toCollection().primaryKeys();
        await tables.table('searchBlocks').put({ no: 'bytes' }, key!);
      },
    ],
    [
      'wrong bytes in a head',
      async ({ tables }) => {
        const row = (await tables.searchSegments.toCollection().first())!;
        await tables.searchSegments.put({ ...row, head: flip(row.head) });
      },
    ],
    [
      'another version',
      async ({ tables }) => {
        const state = (await tables.searchState.get('state'))!;
        await tables.searchState.put({ ...state, version: 99 });
      },
    ],
    ['no state', async ({ tables }) => tables.searchState.clear()],
  ];

  it.each(damages)('with %s is found, reported and built again', async (_, damage) => {
    const world = await withPages();
    await world.index();
    for (const [at, text] of EIGHT.slice(0, 3).entries()) {
      await world.save(`page${at}`, `<p>${text}</p>`);
      await world.index();
    }
    await damage(world);
    const search = (await world.another()).part(searchRepository);
    await search.search(parseTextQuery('ice page1'), { limit: 10 });
    const { gaps } = await search.search(parseTextQuery('ice page1'), { limit: 10 });
    expect(gaps).toEqual([expect.stringMatching(/building|repairing/)]);
    expect((await search.status()).state).toMatch(/building|repairing/);
    await world.index();
    await world.agree('ice', 'text1', 'page*', 'odd');
    const repaired = await search.search(parseTextQuery('ice'), { limit: 10 });
    expect(repaired.gaps).toEqual([]);
    expect(repaired.results).toHaveLength(3);
    expect(await search.status()).toMatchObject({ state: 'ready', pending: 0 });
  });

  it('with the words of an earlier version is built again', async () => {
    const world = await withPages();
    const id = await world.save('page', '<p>ice</p>');
    await world.index();
    // A word that the index lacks stands for one that an earlier version folded in another way.
    await world.tables.bookmarks.update(id, { title: 'Łódź' });
    expect(await world.find('lodz')).toEqual([]);
    const state = (await world.tables.searchState.get('state'))!;
    await world.tables.searchState.put({ ...state, version: 1 });
    const later = await world.another();
    value(await later.part(searchIndexer).run(new AbortController().signal));
    const search = later.part(searchRepository);
    const { results, gaps } = await search.search(parseTextQuery('lodz'), { limit: 10 });
    expect(results.map((result) => result.id)).toEqual([id]);
    expect(gaps).toEqual([]);
  });

  it('still answers with what can be read', async () => {
    const world = await withPages();
    await world.index();
    const ids = [];
    for (const name of ['a', 'b', 'c']) {
      ids.push(await world.save(name, `<p>ice ${name}</p>`));
      await world.index();
    }
    const text = await world.tables.searchSegments.where('id').above(0).toArray();
    const damaged = text.findLast(({ family }) => family === 'text');
    await world.tables.searchBlocks.delete([damaged!.id, 0]);
    const search = (await world.another()).part(searchRepository);
    const found = await search.search(parseTextQuery('ice'), { limit: 10 });
    expect(found.results.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(found.gaps).toEqual(['repairing']);
  });
});

describe('two workers at the same time', () => {
  it('index each bookmark once', async () => {
    const world = await withPages();
    for (const name of ['a', 'b', 'c']) await world.save(name, `<p>ice ${name}</p>`);
    await world.tables.searchPending.clear();
    const other = (await world.another()).part(searchIndexer);
    const { signal } = new AbortController();
    await Promise.all([world.indexer.run(signal), other.run(signal)]);
    await world.agree('ice', 'a', 'b', 'c');
    for (const name of ['d', 'e', 'f']) {
      await world.save(name, `<p>ice ${name}</p>`);
      for (const done of await Promise.all([world.indexer.run(signal), other.run(signal)])) {
        expect(done.ok).toBe(true);
      }
      await world.agree('ice', name);
    }
    expect(await world.tables.searchDocs.count()).toBe(6);
  });

  it('give up when the storage is full, and continue later', async () => {
    const world = await withPages();
    await world.index();
    await world.save('a', '<p>ice</p>');
    failWrite(1, 'quota-on-commit');
    expect(await world.indexer.run(new AbortController().signal)).toMatchObject({ ok: false });
    vi.restoreAllMocks();
    await world.agree('ice');
    await world.index();
    await world.agree('ice');
  });
});
