import { IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { contentsRepository } from '../../../src/library';
import { BLOCK_SIZE } from '../../../src/library/database/contents-block';
import type { LibraryDatabase } from '../../../src/library/database/schema';
import { page, type TestLibrary, testLibrary, value } from '../library';
import { checkDerivedData } from '../model/invariants';

const EVERYTHING = { view: 'all', sort: { by: 'saved', isReversed: true } } as const;
/** The bookmarks fill two blocks and a part of a third one. */
const COUNT = 2 * BLOCK_SIZE + 44;

async function filledLibrary(onWatchError = vi.fn()) {
  const test = await testLibrary({ onWatchError });
  const pages = Array.from({ length: COUNT }, (_, n) => ({
    page: page({ url: `https://example.org/${n}`, title: `Page ${n}` }),
    labels: [`label ${n % 7}`],
  }));
  const { added } = value(await test.library.bookmarks.addMany(pages, { outbox: false }));
  return { ...test, added, onWatchError };
}

const idsIn = async ({ library }: Pick<TestLibrary, 'library'>): Promise<readonly BookmarkId[]> =>
  (await library.part(contentsRepository).ids(EVERYTHING)).toSorted();

/** Ways in which a block can be broken. */
const DAMAGES: Readonly<Record<string, (tables: LibraryDatabase) => PromiseLike<unknown>>> = {
  'a block is missing': (tables) => tables.contents.delete(1),
  'all blocks are missing': (tables) => tables.contents.clear(),
  'a block has a changed value': async (tables) => {
    const block = (await tables.contents.get(1))!;
    block.numbers[3] = 7;
    await tables.contents.put(block);
  },
  'a block has another form': (tables) =>
    tables.contents.put({ block: 1, hash: 0, ids: [] } as never),
  'a block has no bookmarks, as that of a later version': (tables) =>
    tables.contents.put({ block: 9 } as never),
};

describe('contents that are damaged', () => {
  it.each(Object.entries(DAMAGES))('are found, reported and made again: %s', async (_, damage) => {
    const test = await filledLibrary();
    await damage(test.tables);
    expect(await idsIn(test)).toEqual(test.added.toSorted());
    expect(test.onWatchError).toHaveBeenCalledOnce();
    await checkDerivedData(test.tables);
    expect(await idsIn({ library: await test.another() })).toEqual(test.added.toSorted());
    expect(test.onWatchError).toHaveBeenCalledOnce();
  });

  it.each(Object.entries(DAMAGES))('are made again by an edit: %s', async (_, damage) => {
    const test = await filledLibrary();
    await damage(test.tables);
    const [inBlock] = test.added.slice(BLOCK_SIZE);
    value(await test.library.bookmarks.edit(inBlock!, { title: 'New', addLabels: ['x'] }));
    expect(await idsIn(test)).toEqual(test.added.toSorted());
    await checkDerivedData(test.tables);
  });

  it('are shown as far as they are known if they cannot be made again', async () => {
    const test = await filledLibrary();
    await test.tables.contents.delete(1);
    const failing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await idsIn(test)).toHaveLength(COUNT - BLOCK_SIZE);
    expect(test.onWatchError).toHaveBeenCalledTimes(2);
    failing.mockRestore();
    expect(await idsIn({ library: await test.another() })).toHaveLength(COUNT);
  });
});
