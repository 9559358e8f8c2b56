import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLibraries } from '../../../src/background/library/libraries';
import { err } from '../../../src/domain/result';
import { unixMs } from '../../../src/domain/time';
import { type AccountKey, openLibrary, removeLibrary } from '../../../src/library';
import { page, value } from '../../library/library';

let indexedDB: IDBFactory;
let kept: AccountKey;
let isBroken: boolean;
let reads: number;
let readName: () => Promise<AccountKey>;

const libraries = () =>
  createLibraries({
    openLibrary: async (options) =>
      isBroken
        ? err({ kind: 'unavailable', detail: 'broken' })
        : openLibrary({ ...options, indexedDB, storage: {} }),
    removeLibrary: async (account) => {
      if (isBroken) throw new Error('in use');
      await removeLibrary(account, indexedDB);
    },
    now: () => unixMs(1_700_000_000_000),
    readName: () => readName(),
  });
type Libraries = ReturnType<typeof libraries>;

const inUse = async (from: Libraries) => value(await from.inUse());
const save = async (from: Libraries, url: string) =>
  value(await (await inUse(from)).bookmarks.save(page({ url })));
const urls = async (from: Libraries) => {
  const rows = await (await inUse(from)).part(({ db }) => db.bookmarks.toArray());
  return rows.map(({ url }) => url);
};
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

beforeEach(() => {
  indexedDB = new IDBFactory();
  kept = null;
  isBroken = false;
  reads = 0;
  readName = async () => {
    reads += 1;
    return kept;
  };
});

describe('the libraries of a browser profile', () => {
  it('are separate: a bookmark saved in one does not appear in another', async () => {
    const all = libraries();
    await save(all, 'https://example.org/first');
    all.use('b');
    expect(await urls(all)).toEqual([]);
    await save(all, 'https://example.org/second');
    all.use(null);
    expect(await urls(all)).toEqual(['https://example.org/first']);
  });

  it('start with the stored one, which is read once', async () => {
    const before = libraries();
    before.use('b');
    await save(before, 'https://example.org/second');
    kept = 'b';
    const after = libraries();
    expect(await urls(after)).toEqual(['https://example.org/second']);
    await urls(after);
    expect(reads).toBe(1);
  });

  it('stay switched when the stored name arrives after the switch', async () => {
    let answer = (_: AccountKey) => {};
    readName = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const all = libraries();
    const opening = inUse(all);
    all.use('b');
    answer('a');
    await opening;
    await save(all, 'https://example.org/second');
    expect(await databases()).toEqual(['leafmark:b']);
  });

  it('are opened at the next call when opening failed', async () => {
    const all = libraries();
    isBroken = true;
    expect((await all.inUse()).ok).toBe(false);
    isBroken = false;
    expect((await all.inUse()).ok).toBe(true);
  });

  it('are removed with everything in them, even when open', async () => {
    const all = libraries();
    all.use('b');
    await save(all, 'https://example.org/second');
    expect(await value(await all.open('b')).unsent.count()).toBe(1);
    await all.remove('b');
    expect(await databases()).toEqual([]);
    all.use('b');
    expect(await urls(all)).toEqual([]);
  });

  it('are not created again while they are removed, or before their account is removed', async () => {
    const all = libraries();
    all.use('b');
    await save(all, 'https://example.org/second');
    const removing = all.remove('b');
    expect((await all.open('b')).ok).toBe(false);
    await removing;
    expect((await all.inUse()).ok).toBe(false);
    expect(await databases()).toEqual([]);
  });

  it('can be opened when removing them failed', async () => {
    const all = libraries();
    await save(all, 'https://example.org/first');
    isBroken = true;
    await expect(all.remove(null)).rejects.toThrow('in use');
    isBroken = false;
    expect(await urls(all)).toEqual(['https://example.org/first']);
  });
});
