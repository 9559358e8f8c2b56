import { Dexie, type ObservabilitySet } from 'dexie';
import { type BookmarkId, SECOND_MS, type View } from '../../domain';
import { SORT_FIELD } from '../database/bookmark-rows';
import type { Dispose } from '../database/commit';
import { hashText } from '../database/fnv';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import type { ListQuery, ListSort } from './bookmark-repository';

/** The index of each order, ascending. Within equal values the newest bookmark comes first. */
const SORT_INDEX = {
  published: '[publishedAt+newest]',
  title: '[sortTitle+newest]',
  site: '[sortSite+newest]',
  length: '[readingTimeMinutes+newest]',
  progress: '[readProgress+newest]',
} as const satisfies Record<Exclude<ListSort['by'], 'saved' | 'random'>, string>;

/**
 * Reads the ids of a whole list in its order. It reads only keys of indexes: about 20 µs for each
 * bookmark and index, but not on the calling thread. Bookmarks without a value, such as those
 * without a date of publication, come last.
 */
export async function readOrder(
  db: LibraryDatabase,
  { view, label, sort }: ListQuery,
): Promise<readonly BookmarkId[]> {
  // IndexedDB reads all keys at once only in ascending order.
  const newestFirst = (await idsInView(db, view, label)).reverse();
  const { by, isReversed } = sort;
  if (by === 'saved') return isReversed ? newestFirst.reverse() : newestFirst;
  if (by === 'random') return shuffled(newestFirst, sort.seed);
  const isListed = new Set(newestFirst);
  const sorted = await db.bookmarks.orderBy(SORT_INDEX[by]).primaryKeys();
  const withValue = sorted.filter((id) => isListed.delete(id));
  return [...(isReversed ? withValue.reverse() : withValue), ...isListed];
}

/** Returns the ids of a view, oldest first; with a label, only those of its bookmarks. */
async function idsInView(
  db: LibraryDatabase,
  view: View,
  label: string | undefined,
): Promise<BookmarkId[]> {
  const inView = () =>
    db.bookmarks
      .where(viewIndex(view))
      .between(...EVERYTHING)
      .primaryKeys();
  if (label === undefined) return inView();
  // The label index excludes the trash, which is never long.
  if (view === 'trash') {
    const rows = await db.bookmarks
      .where(viewIndex(view))
      .between(...EVERYTHING)
      .toArray();
    return rows.filter(({ labels }) => labels.includes(label)).map(({ id }) => id);
  }
  const labelled = await db.bookmarks
    .where('inLabels')
    .between([label, -Infinity], [label, Infinity, []], true, true)
    .primaryKeys();
  if (view === 'all') return labelled;
  const isInView = new Set(await inView());
  return labelled.filter((id) => isInView.has(id));
}

const EVERYTHING = [[-Infinity, ''], [Infinity, []], true, true] as const;

const viewIndex = (view: View): string => `[${SORT_FIELD[view]}+id]`;

/** Returns the ids in an order that depends only on them and on `seed`. */
function shuffled(ids: readonly BookmarkId[], seed: number): BookmarkId[] {
  const keyed = ids.map((id) => ({ id, key: hashText(id, seed) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ id }) => id);
}

/** Changes that follow each other are read together after this time, at least. */
const SHORTEST_PAUSE_MS = SECOND_MS / 20;
const LONGEST_PAUSE_MS = 10 * SECOND_MS;
/** Reading a list again takes at most about a fifth of the time. */
const PAUSE_PER_READ = 4;

/**
 * Calls `listener` with the ids of a list now and after changes of bookmarks in any context. There
 * is a pause between two reads, which is longer for a long list. A failed read is reported and
 * repeated.
 */
export function watchOrder(
  store: Store,
  query: ListQuery,
  listener: (ids: readonly BookmarkId[]) => void,
): Dispose {
  const { db } = store;
  const table = `idb://${db.name}/bookmarks/`;

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isOutdated = false;
  let isOver = false;
  let pauseMs = SHORTEST_PAUSE_MS;
  let lastRead = -Infinity;

  const read = async () => {
    isReading = true;
    isOutdated = false;
    const started = performance.now();
    try {
      const ids = await readOrder(db, query);
      if (isOver) return;
      const takenMs = performance.now() - started;
      pauseMs = Math.min(Math.max(takenMs * PAUSE_PER_READ, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
      listener(ids);
    } catch (error) {
      if (isOver) return;
      store.onWatchError(error);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      isOutdated = true;
    } finally {
      isReading = false;
      lastRead = performance.now();
      if (isOutdated) readAgain();
    }
  };
  const readAgain = () => {
    isOutdated = true;
    if (isReading || isOver || timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        void read();
      },
      Math.max(0, lastRead + pauseMs - performance.now()),
    );
  };
  const onChange = (changed: ObservabilitySet) => {
    if (Object.keys(changed).some((part) => part.startsWith(table))) readAgain();
  };

  Dexie.on('storagemutated', onChange);
  void read();
  return store.onClose(() => {
    isOver = true;
    clearTimeout(timer);
    Dexie.on.storagemutated.unsubscribe(onChange);
  });
}
