import type { BookmarkId } from '../../../src/domain/bookmark';
import type { ChosenAction } from '../../../src/library';
import { bulkInChunks } from '../../../src/library/bulk/bulk';
import { address, putOnServer, type TestLibrary, testLibrary, value } from '../library';

export const inChunksOfTwo = ({ library }: TestLibrary) => library.part(bulkInChunks(2));

/** Adds bookmarks with these labels. The server has them already. */
export async function addLabelled(
  { library, tables }: TestLibrary,
  ...each: readonly (readonly string[])[]
): Promise<readonly BookmarkId[]> {
  const pages = each.map((labels, n) => ({
    page: address({ url: `https://example.org/${n}` }),
    labels,
  }));
  const { added } = value(await library.bookmarks.addMany(pages, { outbox: false }));
  await putOnServer(tables);
  return added;
}

export const addFive = (test: TestLibrary) =>
  addLabelled(test, ['a'], ['a', 'b'], ['b'], [], ['a']);

/** A signal that aborts after this number of chunks. */
export function upTo(chunks: number): AbortSignal {
  let left = chunks;
  return {
    get aborted() {
      left -= 1;
      return left < 0;
    },
  } as AbortSignal;
}

/** Returns the fields of the bookmarks that a person sees. */
export async function shownIn({ tables }: TestLibrary) {
  const rows = await tables.bookmarks.toArray();
  return rows.map(({ id, labels, isArchived, isFavourite, readProgress, trashedAt }) => ({
    id,
    labels: [...labels].sort(),
    isArchived,
    isFavourite,
    readProgress,
    isInTrash: trashedAt !== null,
  }));
}

export const ARCHIVE: ChosenAction = { kind: 'edit', patch: { isArchived: true } };

/** A library with five bookmarks, and what is shown of them. */
export async function openWithFive() {
  const test = await testLibrary();
  const ids = await addFive(test);
  return { ...test, bulk: inChunksOfTwo(test), ids, before: await shownIn(test) };
}
