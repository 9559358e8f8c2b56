// @module-tag full
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProcessPool } from '../../../server/processes/process-pool';
import {
  type BookmarkSearch,
  EVERYTHING,
  openStorage,
  SearchStopped,
  type Storage,
  StorageUnavailable,
  type UserRow,
} from '../../../server/storage';
import { TASKS, type Tasks } from '../../../server/tasks';
import { parseTextQuery } from '../../../src/query';
import { pausedProgram, watchedProgram } from '../support/instrumented-programs';
import { buildProgram } from './support/build-program';
import { DATABASES, type TestDatabase } from './support/databases';
import { addUser } from './support/rows';
import { lockForSearches, makeSlow, SLOW_SEARCH } from './support/slow-search';

const PAGE = { limit: 20, offset: 0 };
let program: string;
beforeAll(async () => {
  program = await buildProgram('server/task-program.ts', 'tasks-search');
});

const byLabel: BookmarkSearch = { ...EVERYTHING, query: parseTextQuery('label:a*') };
const byTitle: BookmarkSearch = { ...EVERYTHING, order: { kind: 'by', keys: ['title'] } };
const byIds: BookmarkSearch = {
  ...EVERYTHING,
  ids: Array.from({ length: 101 }, (_, n) => `${n}`),
  order: { kind: 'as-given' },
};
const first = async (batches: AsyncIterable<unknown>) => {
  for await (const batch of batches) return batch;
  return null;
};

type DoSearch = (storage: Storage, user: UserRow) => Promise<unknown>;

/** Every read that a person can make expensive. */
const SEARCHES: readonly (readonly [name: string, search: DoSearch])[] = [
  ['a list of labels', ({ bookmarks }, { id }) => bookmarks.list(id, byLabel, PAGE)],
  ['a list by title', ({ bookmarks }, { id }) => bookmarks.listJson(id, byTitle, PAGE, '')],
  ['a list of many ids', ({ bookmarks }, { id }) => bookmarks.list(id, byIds, PAGE)],
  ['a number', ({ bookmarks }, { id }) => bookmarks.count(id, byLabel)],
  ['the changes of a sync', ({ bookmarks }, { id }) => bookmarks.changedSince(id, null, byLabel)],
  ['an export', ({ bookmarks }, { id }) => first(bookmarks.eachMatch(id, byLabel))],
  [
    'the stream of a sync',
    ({ bookmarks }, { id }) =>
      first(bookmarks.each(id, byLabel, [{ by: 'created', descending: true }])),
  ],
  ['completions', ({ bookmarks }, { id }) => bookmarks.complete(id, 'title', '*a*', 10)],
  ['all labels', ({ labels }, { id }) => labels.list(id, '*a*')],
];

describe.each(DATABASES)('searches on %s that take long', (_, database) => {
  let db: TestDatabase;
  let own: Storage;
  let ada: UserRow;
  const opened: { close(): Promise<void> }[] = [];
  beforeEach(async () => {
    db = await database();
    own = await db.open();
    ada = await addUser(own);
  });
  afterEach(async () => {
    await closeAll();
    await db.remove();
  });

  async function closeAll() {
    for (const one of opened.splice(0)) await one.close();
  }
  async function openToSearch(searchMs?: number, of = program): Promise<Storage> {
    const limit = searchMs === undefined ? {} : { searchMs };
    const processes = new ProcessPool<Tasks>(of, TASKS);
    const storage = await openStorage({ database: db.address, processes, ...limit });
    opened.push(processes, storage);
    return storage;
  }
  const find = async (storage: Storage, words: string, user = ada) => {
    const search = { ...EVERYTHING, query: parseTextQuery(words) };
    const { rows, total } = await storage.bookmarks.list(user.id, search, PAGE);
    return rows.length === total ? total : -1;
  };
  const save = (title: string, user = ada) =>
    own.bookmarks.create(user.id, { url: 'https://a.example/', title });

  it('are stopped, and the next one is answered', async () => {
    const storage = await openToSearch(2000);
    await save('Bees');
    // On a busy machine the limit can pass while the process of the searches starts.
    await expect.poll(() => find(storage, 'bees').catch(String)).toBe(1);
    const { end } = await makeSlow(db, ada.id);
    await expect(find(storage, SLOW_SEARCH)).rejects.toThrow(SearchStopped);
    await end();
    await expect.poll(() => find(storage, 'bees').catch(String)).toBe(1);
  });

  it('leave a connection to other users', async () => {
    const storage = await openToSearch();
    const bob = await addUser(own, 'bob');
    await save('Bees', bob);
    const ofBob = async () => (await storage.bookmarks.list(bob.id, byTitle, PAGE)).total;
    expect(await ofBob()).toBe(1);
    const { end } = await makeSlow(db, ada.id);
    const over: unknown[] = [];
    const slow = Array.from({ length: 8 }, () =>
      find(storage, SLOW_SEARCH)
        .catch(String)
        .then((result) => over.push(result)),
    );
    expect(await ofBob()).toBe(1);
    expect(over).toEqual([]);
    await end();
    await closeAll();
    await Promise.all(slow);
  });

  it.each(SEARCHES)('have a time limit as %s', async (_name, search) => {
    const paused = await pausedProgram(program);
    const storage = await openToSearch(50, paused.program);
    const { end } = await lockForSearches(db);
    await expect(search(storage, ada)).rejects.toThrow(SearchStopped);
    await end();
    await closeAll();
    await paused.remove();
  });

  it('find the latest changes', async () => {
    const storage = await openToSearch();
    for (let n = 0; n < 5; n += 1) {
      const { id } = await save(`Bees ${n}`);
      expect(await find(storage, `bees ${n}`)).toBe(1);
      await own.bookmarks.update(ada.id, id, { title: `Wasps ${n}` });
      expect(await find(storage, `bees ${n}`)).toBe(0);
      expect(await find(storage, `wasps ${n}`)).toBe(1);
    }
  });
});

describe('the processes that search SQLite', () => {
  let db: TestDatabase;
  let ada: UserRow;
  beforeEach(async () => {
    db = await DATABASES[0][1]();
    ada = await addUser(await db.open());
  });
  afterEach(() => db.remove());

  const open = async (of: string) => {
    const processes = new ProcessPool<Tasks>(of, TASKS);
    const storage = await openStorage({ database: db.address, processes });
    return {
      ...storage,
      async close() {
        await processes.close();
        await storage.close();
      },
    };
  };
  const find = async (storage: Storage) => {
    const search = { ...EVERYTHING, query: parseTextQuery('bees') };
    return (await storage.bookmarks.list(ada.id, search, PAGE)).total;
  };

  it('are replaced after one was killed, and end with the server', async () => {
    const watched = await watchedProgram(program);
    const storage = await open(watched.program);
    expect(await find(storage)).toBe(0);
    const { process: killed, ended } = await watched.started;
    process.kill(killed.pid, 'SIGKILL');
    await ended;
    await expect.poll(() => find(storage).catch(String)).toBe(0);
    await storage.close();
    await watched.remove();
    const another = await watchedProgram(program);
    const closed = await open(another.program);
    expect(await find(closed)).toBe(0);
    await closed.close();
    await (await another.started).ended;
    await another.remove();
  });

  it('cause an error when they crash during a search, and none at the next one', async () => {
    const paused = await pausedProgram(program);
    const watched = await watchedProgram(paused.program);
    const storage = await open(watched.program);
    const search = find(storage);
    const failed = expect(search).rejects.toThrow(StorageUnavailable);
    process.kill((await watched.started).process.pid, 'SIGTERM');
    await failed;
    await paused.resume();
    expect(await find(storage)).toBe(0);
    await storage.close();
    await watched.remove();
    await paused.remove();
  });
});
