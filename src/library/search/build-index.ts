import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import { attempt, type Dispose, type Written } from '../database/commit';
import { watch } from '../database/live';
import type { LibraryDatabase } from '../database/schema';
import type { SearchPendingRow } from '../database/search-rows';
import { repository, type Store } from '../database/store';
import { mergeStep } from './merge-segments';
import { repairStep } from './repair-index';
import type { Family } from './segment';
import {
  type ChangedParts,
  changedParts,
  type Numbers,
  readNumbers,
  readSources,
  SegmentsBuilder,
} from './sources';
import {
  dropReserved,
  Numbering,
  passOn,
  readInterrupted,
  readState,
  resetIndex,
  storeSegments,
} from './store-segments';

/** Number of bookmarks read at a time. They may have long articles. */
const INDEXED_PER_READ = 100;
/** A segment has at most so many documents when it is built, */
const MAX_DOCUMENTS = 10_000;
/** and is built from at most so many characters, which bounds memory and lost work. */
const MAX_CHARACTERS_PER_SEGMENT = 24_000_000;

/** Writes the search index of one library. Not for a page, whose thread it would block. */
export const searchIndexer = repository({
  step: ({ db }): Written<'more' | 'idle'> => attempt(() => indexStep(db)),

  /** Does all steps, or those until `signal` is aborted. */
  async run(store, signal: AbortSignal): Written<void> {
    while (!signal.aborted) {
      const done = await attempt(() => indexStep(store.db));
      if (!done.ok) return done;
      if (done.value === 'idle') break;
      // Messages are answered between two steps.
      await new Promise((resolve) => setTimeout(resolve));
    }
    return ok(undefined);
  },

  /** Calls `listener` while changes wait to be indexed. */
  watchWork: (store, listener: () => void): Dispose =>
    watch(
      store,
      () => hasWork(store),
      (has) => {
        if (has) listener();
      },
    ),
});

async function hasWork({ db }: Store): Promise<boolean> {
  const state = await readState(db);
  if (state === null || state.builtTo !== null || state.isRepairing) return true;
  return (await db.searchPending.limit(1).count()) + (await db.searchMerges.count()) > 0;
}

/**
 * Brings the index one step nearer to the library: one segment, or some tens of milliseconds of a
 * merge. Returns `idle` if there is nothing to do. Each step can be interrupted at any time. At most one
 * context should call it: several drop each other's large segments, but the index stays valid.
 */
async function indexStep(db: LibraryDatabase): Promise<'more' | 'idle'> {
  const [state, interrupted, marks] = await db.transaction(
    'r',
    ['searchState', 'searchMerges', 'searchPending'],
    () =>
      Promise.all([
        readState(db),
        readInterrupted(db),
        db.searchPending.limit(2 * MAX_DOCUMENTS).toArray(),
      ]),
  );
  if (state === null) await resetIndex(db);
  // A build was interrupted. Merges are continued instead.
  else if (interrupted.length > 0) await dropReserved(db, interrupted);
  // The bookmarks that were changed are first.
  else if (marks.length > 0) await indexPending(db, marks);
  else if (state.builtTo !== null) await buildNext(db, state.builtTo);
  else if (!(await repairStep(db, state)) && !(await mergeStep(db))) return 'idle';
  return 'more';
}

async function indexPending(
  db: LibraryDatabase,
  marks: readonly SearchPendingRow[],
): Promise<void> {
  const parts = changedParts(marks);
  const known = await readNumbers(db, [...parts.keys()]);
  const { built, numbering, read } = await build(db, parts, inOrderOfNumbers(parts, known), known);
  await storeSegments(db, built, numbering, async (state) => {
    await passOn(
      db,
      read.filter((id) => parts.get(id)?.has('fields')),
    );
    return (await settleMarks(db, marks, new Set(read))) ? state : null;
  });
}

/** The documents of a segment are in the order of their numbers. New numbers are larger. */
function inOrderOfNumbers(parts: ChangedParts, known: Numbers): readonly BookmarkId[] {
  const sorted = [...known.values()].sort((one, other) => one.doc - other.doc);
  const others = [...parts.keys()].filter((id) => !known.has(id));
  return [...sorted.map(({ bookmarkId }) => bookmarkId), ...others];
}

/**
 * Removes the marks of bookmarks that are indexed. Those that did not fit into the segment keep
 * theirs. Returns false if another context has removed some of them.
 */
async function settleMarks(
  db: LibraryDatabase,
  marks: readonly SearchPendingRow[],
  done: ReadonlySet<BookmarkId>,
): Promise<boolean> {
  const settled = marks.filter(({ bookmarkIds }) => bookmarkIds.some((id) => done.has(id)));
  const seqs = settled.map(({ seq }) => seq);
  const found = await db.searchPending.bulkGet(seqs);
  const left = settled.map(({ bookmarkIds, ...mark }) => ({
    ...mark,
    bookmarkIds: bookmarkIds.filter((id) => !done.has(id)),
  }));
  await db.searchPending.bulkDelete(seqs);
  await db.searchPending.bulkPut(left.filter(({ bookmarkIds }) => bookmarkIds.length > 0));
  return settled.every((mark, at) => found[at]?.bookmarkIds.length === mark.bookmarkIds.length);
}

/** Indexes the next bookmarks of a new build. Those that have a number are in the index already. */
async function buildNext(db: LibraryDatabase, from: string): Promise<void> {
  const ids = await db.bookmarks.where('id').above(from).limit(MAX_DOCUMENTS).primaryKeys();
  const [first, end] = [ids[0] ?? from, ids.at(-1) ?? from];
  const known = await db.searchDocs.where('bookmarkId').between(first, end, true, true).toArray();
  const knownIds = new Set(known.map(({ bookmarkId }) => bookmarkId));
  const missing = ids.filter((id) => !knownIds.has(id));
  const { built, numbering, read } = await build(db, new Map(), missing, new Map(), true);
  const isWhole = read.length === missing.length;
  const last = isWhole ? ids.at(-1) : read.at(-1);
  const builtTo = isWhole && ids.length < MAX_DOCUMENTS ? null : (last ?? from);
  await storeSegments(db, built, numbering, async (state) =>
    state.builtTo === from ? { ...state, builtTo } : null,
  );
}

/** Builds segments of as many of `ids` as fit into one, in this order. */
async function build(
  db: LibraryDatabase,
  parts: ChangedParts,
  ids: readonly BookmarkId[],
  known: Numbers,
  isRange = false,
) {
  const builder = new SegmentsBuilder();
  const numbering = new Numbering(db);
  let count = 0;
  const readNext = () => {
    const some = ids.slice(count, count + INDEXED_PER_READ);
    count += some.length;
    const wanted = new Map(some.map((id) => [id, parts.get(id) ?? NO_FAMILIES]));
    return readSources(db, wanted, known, isRange);
  };
  let next: ReturnType<typeof readNext> | null = readNext();
  while (next !== null) {
    const sources = await next;
    const hasRoom = count < MAX_DOCUMENTS && builder.characters < MAX_CHARACTERS_PER_SEGMENT;
    // The database reads while these are added.
    next = hasRoom && count < ids.length ? readNext() : null;
    numbering.add(sources);
    for (const source of sources) builder.add(source);
  }
  return { built: builder.build(), numbering, read: ids.slice(0, count) };
}

const NO_FAMILIES: ReadonlySet<Family> = new Set();
