import { beforeEach, describe, expect, it } from 'vitest';
import { type UrlKey, urlKey } from '../../../src/domain/url-identity';
import type { KnownBookmarks } from '../../../src/library';
import { page, shadowOf, type TestLibrary, testLibrary, value } from '../library';

const urlOf = (n: number) => `https://example.org/${n}`;
const keyOf = (n: number): UrlKey => urlKey(urlOf(n))!;

let test: TestLibrary;
beforeEach(async () => {
  test = await testLibrary();
});

const save = async (n: number) =>
  value(await test.library.bookmarks.save(page({ url: urlOf(n) }))).bookmark;

describe('the journal', () => {
  const receive = async (count: number) => {
    const { id } = await save(1);
    value(
      await test.library.sync.transaction({}, (tx) => {
        for (let n = 0; n < count; n += 1) tx.log('received', id);
        tx.log('received', id, [{ field: 'title', ours: 'a', theirs: 'b' }]);
      }),
    );
    return test.library.sync.journal(50);
  };

  it('lists some new bookmarks one by one', async () => {
    expect(await receive(3)).toHaveLength(4);
  });

  it('has one entry for many new bookmarks, and keeps those of changes', async () => {
    const entries = await receive(21);
    expect(entries.map(({ bookmarkId, count }) => [bookmarkId === null, count])).toEqual([
      [false, undefined],
      [true, 21],
    ]);
  });
});

describe('what is known of all bookmarks while many new ones arrive', () => {
  /** The addresses of 1 to 4 and the server ids of these that a transaction finds. */
  const find = async (known: KnownBookmarks | null) => {
    const numbers = [1, 2, 3, 4];
    const serverIds = numbers.map((n) => `s${n}`);
    const scope = { urls: numbers.map(urlOf), serverIds, known };
    return value(
      await test.library.sync.transaction(scope, (tx) => [
        numbers.filter((n) => tx.byAddress(keyOf(n)).length > 0),
        serverIds.filter((id) => tx.byServerId(id) !== null),
      ]),
    );
  };
  /** Adds a bookmark as from the server. */
  const receive = async (n: number, known: KnownBookmarks | null) => {
    value(
      await test.library.sync.transaction({ known }, (tx) => {
        const id = tx.newId();
        const [serverId, url] = [`s${n}`, urlOf(n)];
        tx.put({
          id,
          bookmark: { ...template, id, serverId, url, urlKey: keyOf(n) },
          shadow: { ...shadowOf(id), serverId },
          intents: [],
        });
      }),
    );
  };
  let template: Awaited<ReturnType<typeof save>>;
  beforeEach(async () => {
    template = await save(1);
  });
  const known = async () => (await test.library.sync.knownBookmarks(10))!;

  it('includes the bookmarks that were there before', async () => {
    await receive(2, null);
    expect(await find(await known())).toEqual([[1, 2], ['s2']]);
  });

  it('includes those that were received and those that were saved in the meantime', async () => {
    const all = await known();
    await receive(2, all);
    await save(3);
    await receive(4, all);
    expect(await find(all)).toEqual([
      [1, 2, 3, 4],
      ['s2', 's4'],
    ]);
  });

  it('includes a page that was saved after the newest bookmark was deleted for good', async () => {
    const all = await known();
    await receive(2, all);
    const newest = (await test.tables.bookmarks.toArray()).find(({ url }) => url === urlOf(2))!;
    value(await test.library.bookmarks.trash([newest.id]));
    value(await test.library.bookmarks.purge([newest.id]));
    await save(3);
    expect((await find(all))[0]).toEqual([1, 3]);
  });

  it('is not read when few bookmarks arrive in a large library', async () => {
    await save(2);
    expect(await test.library.sync.knownBookmarks(1)).toBeNull();
  });
});
