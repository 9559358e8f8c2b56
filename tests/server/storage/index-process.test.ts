// @module-tag full
import process from 'node:process';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProcessPool } from '../../../server/processes/process-pool';
import { EVERYTHING, openStorage, type Storage, type UserRow } from '../../../server/storage/index';
import { TASKS, type Tasks } from '../../../server/tasks';
import { parseTextQuery } from '../../../src/query/index';
import { buildProgram } from './support/build-program';
import { DATABASES, type TestDatabase } from './support/databases';
import { addUser } from './support/rows';

/** SQLite needs as long for them as for millions of words that repeat. */
const WORDS = Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(' ');

describe.each(DATABASES)('the process that indexes long texts on %s', (_, database) => {
  let program: string;
  beforeAll(async () => {
    program = await buildProgram('server/task-program.ts', `tasks-index-${_}`);
  });

  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  let processes: ProcessPool<Tasks>;
  const open = async (of: string) => {
    processes = new ProcessPool(of, TASKS);
    storage = await openStorage({ database: db.address, processes });
    ada = await addUser(storage);
  };
  beforeEach(async () => {
    db = await database();
  });
  afterEach(async () => {
    await processes.close();
    await storage.close();
    await db.remove();
  });

  async function save(title: string, text: string): Promise<string> {
    const { id, key } = await storage.bookmarks.create(ada.id, { url: 'https://a.org/', title });
    await storage.contents.put(key, { text });
    return id;
  }
  async function find(words: string): Promise<readonly string[]> {
    const search = { ...EVERYTHING, query: parseTextQuery(words) };
    const { rows } = await storage.bookmarks.list(ada.id, search, { limit: 10, offset: 0 });
    return rows.map(({ id }) => id);
  }
  /** Returns the processor time of this thread in ms. */
  async function timeOf(work: () => Promise<unknown>): Promise<number> {
    const start = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  }

  it('takes nearly all of the work from this process', async () => {
    await open(program);
    const isIndexed = async () => expect(await storage.search.indexSome()).toBe(1);
    // The process starts.
    await save('first', WORDS);
    await isIndexed();
    // The smallest of some times, because garbage of the tests is collected at any time.
    const times: number[] = [];
    for (const title of ['second', 'third', 'fourth']) {
      await save(title, WORDS);
      times.push(await timeOf(isIndexed));
    }
    const alone = await db.open();
    await save('fifth', WORDS);
    const here = await timeOf(async () => expect(await alone.search.indexSome()).toBe(1));
    expect(Math.min(...times)).toBeLessThan(here / 10);
    expect(await find('w7 w99999')).toHaveLength(5);
  });

  it('is waited for by a search', async () => {
    await open(program);
    const id = await save('long', WORDS);
    const others = await Promise.all(['first', 'second'].map((title) => save(title, 'short')));
    expect(await Promise.all([find('w99999'), find('long'), find('short')])).toEqual([
      [id],
      [id],
      expect.arrayContaining(others),
    ]);
  });

  it('is not needed for short texts, and replaced by this process when it fails', async () => {
    await open('/nowhere/tasks.js');
    const asked = vi.spyOn(processes, 'run');
    for (const [text, times] of [
      ['w7 only', 0],
      [WORDS, 1],
    ] as const) {
      await save('title', text);
      expect(await storage.search.indexSome()).toBe(1);
      expect(await storage.search.waiting()).toBe(0);
      expect(asked).toHaveBeenCalledTimes(times);
    }
  });
});
