import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Collection, type CollectionId, type Result, unixMs } from '../../domain';
import type { CollectionEdit, CollectionQuery, FoundBookmarks, Library } from '../../library';
import type { LibraryError } from '../../library/repository';
import { type Clock, formatQuery, patternOf, type Query, type QueryTerm } from '../../query';
import type { Background } from '../background';
import type { BookmarkListTools } from '../bookmarks/list-tools';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';

/** A collection as the page shows it. */
export interface ShownCollection extends Collection {
  /** The text of its search. A space at the end says that the last word is a whole one. */
  readonly text: string;
  /** Filters of the server that the search language does not have. */
  readonly unknown: CollectionQuery['unknown'];
}

/** The number of bookmarks of a collection. null: counting takes too long. */
export type CollectionCount = {
  readonly count: number;
  /** True if there are more. */
  readonly isMore: boolean;
} | null;

/** The collections of the library page, and the actions on them. Failures are reported in a toast. */
export interface CollectionsStore {
  /** Pinned ones first; null until they have been read. */
  readonly all: ReadonlySignal<readonly ShownCollection[] | null>;
  /** The number of bookmarks of each, as far as it is known. */
  readonly counts: ReadonlySignal<ReadonlyMap<CollectionId, CollectionCount>>;
  /** Returns the id of the new collection; null: it could not be written. */
  create(name: string, query: Query, isPinned: boolean): Promise<CollectionId | null>;
  /** `undoLast` undoes it. Resolves to false when it could not be written. */
  edit(collection: Collection, changes: CollectionEdit): Promise<boolean>;
  /** Changes the search of a collection. Resolves to false when it could not be written. */
  setQuery(collection: Collection, query: Query): Promise<boolean>;
  /** Deletes the collection and offers *Undo*. */
  remove(collection: Collection): Promise<void>;
  dispose(): void;
}

interface CollectionsDeps {
  readonly library: Promise<Library>;
  readonly tools: ReadonlySignal<BookmarkListTools | null>;
  readonly background: Pick<Background, 'libraryChanged'>;
  /** True when the list is shown. Nothing is counted before. */
  readonly isListShown: ReadonlySignal<boolean>;
}

/** Collections are counted again after a change, at most this often. */
const PAUSE_MS = 1000;
/** Counting takes at most a tenth of the time. */
const PAUSE_PER_COUNT = 9;
/** More of them are not counted. */
const MAX_COUNTED = 200;
/**
 * Several words are a phrase, which is compared with texts. Each collection with phrases is counted up
 * to this number of bookmarks, and for this time.
 */
const MAX_WITH_PHRASES = 100;
const MAX_COMPARE_MS = 500;

export const clockNow = (): Clock => ({
  now: unixMs(Date.now()),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

const isOneWord = (term: QueryTerm): boolean =>
  term.kind !== 'text' ||
  term.field === 'label' ||
  (patternOf(term.text, term.isPrefix)?.tokens.length ?? 0) <= 1;

function countOf({ ids, total, isCounted, hasMore }: FoundBookmarks): CollectionCount {
  if (isCounted) return { count: total, isMore: false };
  return hasMore && ids.length > 0 ? { count: ids.length, isMore: true } : null;
}

export function createCollectionsStore(deps: CollectionsDeps): CollectionsStore {
  const { library, tools, background, isListShown } = deps;
  const all = signal<readonly ShownCollection[] | null>(null);
  const counts = signal<ReadonlyMap<CollectionId, CollectionCount>>(new Map());
  const stops: (() => void)[] = [];
  let isDisposed = false;

  // The first paint needs none of it.
  const parts = library.then(async (opened) => {
    const code = await import('../../library');
    return { opened, code };
  });

  void parts.then(({ opened, code }) => {
    if (isDisposed) return;
    stops.push(
      opened.collections.watchAll((next) => {
        const clock = clockNow();
        all.value = next.map((collection) => {
          const { query, unknown } = code.queryOfCollection(collection, clock);
          const text = formatQuery(query);
          return { ...collection, text: text && `${text} `, unknown };
        });
      }),
      countWhenNeeded(),
    );
  });

  /** Counts after each change of the collections and of the library. */
  function countWhenNeeded(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRunning = false;
    let isOutdated = false;
    let pauseMs = 0;
    let stopWatching: (() => void)[] = [];
    const run = async () => {
      timer = undefined;
      isRunning = true;
      isOutdated = false;
      const started = performance.now();
      try {
        const next = await countAll(all.value ?? []);
        if (isDisposed) return;
        counts.value = next;
      } catch (error) {
        // The library closes with the page.
        if (!isDisposed) throw error;
      } finally {
        // A count that failed must not be the last one.
        isRunning = false;
        pauseMs = Math.max(PAUSE_MS, PAUSE_PER_COUNT * (performance.now() - started));
      }
      if (isOutdated) plan();
    };
    const plan = () => {
      isOutdated = true;
      if (!isRunning && !isDisposed) timer ??= setTimeout(() => void run(), pauseMs);
    };
    const watch = async () => {
      const { opened, code } = await parts;
      if (isDisposed || stopWatching.length > 0) return;
      stopWatching = [
        opened.part(code.contentsRepository).watch(plan),
        opened.part(code.searchRepository).watch(plan),
      ];
    };
    const stopEffect = effect(() => {
      if (!isListShown.value || !all.value?.length) return;
      // A collection may have another search now, so it is counted without a pause.
      pauseMs = 0;
      void watch();
      plan();
    });
    return () => {
      stopEffect();
      clearTimeout(timer);
      for (const stop of stopWatching) stop();
    };
  }

  async function countAll(
    shown: readonly ShownCollection[],
  ): Promise<ReadonlyMap<CollectionId, CollectionCount>> {
    const { opened, code } = await parts;
    const contents = opened.part(code.contentsRepository);
    const search = opened.part(code.searchRepository);
    const clock = clockNow();
    const known = new Map<CollectionId, CollectionCount>();
    for (const collection of shown.slice(0, MAX_COUNTED)) {
      if (isDisposed) return known;
      const { query } = code.queryOfCollection(collection, clock);
      const { terms } = query;
      if (terms.every(code.isCondition)) {
        const count = await contents.count({ view: 'all', conditions: terms, clock });
        known.set(collection.id, { count, isMore: false });
        continue;
      }
      const options = { sort: { by: 'rank', isReversed: false }, clock } as const;
      if (terms.every(isOneWord)) {
        known.set(collection.id, countOf(await search.find(query, { ...options, limit: 0 })));
        continue;
      }
      const signal = AbortSignal.timeout(MAX_COMPARE_MS);
      const limit = MAX_WITH_PHRASES;
      const found = await search
        .find(query, { ...options, limit, signal })
        .catch((error: unknown) => {
          if (signal.aborted) return null;
          throw error;
        });
      known.set(collection.id, found && countOf(found));
    }
    return known;
  }

  /** Tells the background about a change, or the person about a failure. */
  function report<T>(written: Result<T, LibraryError>): written is { ok: true; value: T } {
    if (written.ok) void background.libraryChanged();
    else tools.value?.toasts.showError(t(LIBRARY_ERRORS[written.error.kind]));
    return written.ok;
  }

  async function edit({ id }: Collection, changes: CollectionEdit): Promise<boolean> {
    const { collections } = await library;
    const edited = await collections.edit(id, changes);
    if (!report(edited)) return false;
    tools.value?.toasts.keepUndo(async () => {
      report(await collections.undoEdit(id, changes, edited.value));
    });
    return true;
  }

  return {
    all: computed(() => all.value),
    counts: computed(() => counts.value),
    async create(name, query, isPinned) {
      const { opened, code } = await parts;
      const fields = code.searchFields(query, clockNow());
      const created = await opened.collections.create({ ...fields, name, isPinned });
      return report(created) ? created.value.id : null;
    },
    edit,
    async setQuery(collection, query) {
      const { code } = await parts;
      return edit(collection, code.searchEdit(collection, query, clockNow()));
    },
    async remove({ id }) {
      const { collections } = await library;
      const deleted = await collections.delete(id);
      if (!report(deleted)) return;
      const undo = async () => {
        report(await collections.restore(deleted.value));
      };
      tools.value?.toasts.offerUndo(t('collectionDeleted', deleted.value.name), undo, id);
    },
    dispose() {
      isDisposed = true;
      for (const stop of stops) stop();
    },
  };
}
