import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Collection, CollectionId } from '../../domain/collection';
import type { FoundBookmarks, Library } from '../../library';
import { patternOf, type QueryTerm } from '../../query';
import { readonly } from '../components/signals';
import { clockNow } from '../components/use-now';

/** The number of bookmarks of a collection. null: counting takes too long. */
export type CollectionCount = {
  readonly count: number;
  /** True if there are more. */
  readonly isMore: boolean;
} | null;

/** Collections are counted again after a change, at most this often. */
const COUNT_PAUSE_MS = 1000;
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

/** The collections that are counted, and the library they are in. */
interface CountSource {
  /** The library and its code. */
  readonly parts: Promise<{
    readonly opened: Library;
    readonly code: typeof import('../../library');
  }>;
  readonly all: ReadonlySignal<readonly Collection[] | null>;
}

/** Counts after each change of the collections and of the library. */
export function countWhenNeeded(source: CountSource, isListShown: ReadonlySignal<boolean>) {
  const { parts, all } = source;
  const counts = signal<ReadonlyMap<CollectionId, CollectionCount>>(new Map());
  let isDisposed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isOutdated = false;
  let haveSearchesChanged = false;
  let pauseMs = 0;
  let stopWatching: (() => void)[] = [];
  const run = async () => {
    timer = undefined;
    isRunning = true;
    isOutdated = false;
    haveSearchesChanged = false;
    const started = performance.now();
    try {
      const next = await countAll(source, () => isDisposed);
      if (isDisposed) return;
      counts.value = next;
    } catch (error) {
      // The library closes with the page.
      if (!isDisposed) throw error;
    } finally {
      // A count that failed must not be the last one.
      isRunning = false;
      const countMs = performance.now() - started;
      pauseMs = haveSearchesChanged ? 0 : Math.max(COUNT_PAUSE_MS, PAUSE_PER_COUNT * countMs);
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
    haveSearchesChanged = true;
    pauseMs = 0;
    clearTimeout(timer);
    timer = undefined;
    void watch();
    plan();
  });
  return {
    counts: readonly(counts),
    dispose() {
      isDisposed = true;
      stopEffect();
      clearTimeout(timer);
      for (const stop of stopWatching) stop();
    },
  };
}

const isOneWord = (term: QueryTerm): boolean =>
  term.kind !== 'text' ||
  term.field === 'label' ||
  (patternOf(term.text, term.isPrefix)?.tokens.length ?? 0) <= 1;

function collectionCountOf({ ids, total, isCounted, hasMore }: FoundBookmarks): CollectionCount {
  if (isCounted) return { count: total, isMore: false };
  return hasMore && ids.length > 0 ? { count: ids.length, isMore: true } : null;
}

async function countAll(
  { parts, all }: CountSource,
  isDisposed: () => boolean,
): Promise<ReadonlyMap<CollectionId, CollectionCount>> {
  const { opened, code } = await parts;
  const contents = opened.part(code.contentsRepository);
  const search = opened.part(code.searchRepository);
  const clock = clockNow();
  const known = new Map<CollectionId, CollectionCount>();
  for (const collection of (all.value ?? []).slice(0, MAX_COUNTED)) {
    if (isDisposed()) return known;
    const { query } = code.queryOfCollection(collection, clock);
    const { terms } = query;
    if (terms.every(code.isCondition)) {
      const count = await contents.count({ view: 'all', conditions: terms, clock });
      known.set(collection.id, { count, isMore: false });
      continue;
    }
    const options = { sort: { by: 'rank', isReversed: false }, clock } as const;
    if (terms.every(isOneWord)) {
      known.set(
        collection.id,
        collectionCountOf(await search.find(query, { ...options, limit: 0 })),
      );
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
    known.set(collection.id, found && collectionCountOf(found));
  }
  return known;
}
