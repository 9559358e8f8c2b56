import type { BookmarkId } from '../../../src/domain/bookmark';
import { ok } from '../../../src/domain/result';
import { type ChosenAction, recentChanges, type Written } from '../../../src/library';
import { bulkInParts } from '../../../src/library/bulk/bulk';
import { address, putOnServer, type TestLibrary, testLibrary, value } from '../library';

/** The actions on many bookmarks and their undo, in chunks of two. */
export function inChunksOfTwo({ library, tables }: TestLibrary) {
  const bulk = library.part(bulkInParts(2));
  const changes = library.part(recentChanges);
  const jobOf = (id: number) => tables.jobs.get(id);
  return {
    ...bulk,
    /** Marks an action that has ended. `run` undoes it. */
    async undo(id: number): Written<void> {
      const job = await jobOf(id);
      return job?.group && job.state === 'finished' ? changes.startUndo(job.group) : ok(undefined);
    },
    /** Ends an action or its undo early. */
    async cancel(id: number): Written<void> {
      const job = await jobOf(id);
      return job?.group && job.state === 'finished' ? changes.stopUndo(job.group) : bulk.cancel(id);
    },
    async run(signal?: AbortSignal): Written<unknown> {
      if (!tables.isOpen()) return bulk.run(signal);
      const undoing = await tables.groups.orderBy('undoing').count();
      if (undoing > 0) return changes.continueUndos(signal);
      return bulk.run(signal);
    },
  };
}

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
  return rows.map(
    ({ id, title, note, labels, isArchived, isFavourite, readProgress, trashedAt }) => ({
      id,
      title,
      note,
      labels: [...labels].sort(),
      isArchived,
      isFavourite,
      readProgress,
      isInTrash: trashedAt !== null,
    }),
  );
}

export const ARCHIVE: ChosenAction = { kind: 'edit', patch: { isArchived: true } };

/** A library with five bookmarks, and what is shown of them. */
export async function openWithFive() {
  const test = await testLibrary();
  const ids = await addFive(test);
  return { ...test, bulk: inChunksOfTwo(test), ids, before: await shownIn(test) };
}
