import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain';
import type { DuplicateRepository, Joined, Joining, LibraryError } from '../../library';
import type { Background } from '../background';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { plural, t } from '../strings';
import { keeping, othersOf, type ShownGroup, shownGroups, without } from './shown-group';

/** The progress of the search. */
type SearchState =
  | { readonly kind: 'searching'; readonly checked: number; readonly all: number }
  | { readonly kind: 'done'; readonly checked: number }
  | { readonly kind: 'failed'; readonly error: LibraryError };

/** The groups of possible duplicates and the actions on them. */
export interface DuplicatesStore {
  readonly search: ReadonlySignal<SearchState>;
  /** Groups with certain duplicates first, then by the newest bookmark. */
  readonly groups: ReadonlySignal<readonly ShownGroup[]>;
  /** The number of bookmarks that *Join all* would move to the trash. */
  readonly sureCount: ReadonlySignal<number>;
  /** True while something is being written. */
  readonly isBusy: ReadonlySignal<boolean>;
  start(): Promise<void>;
  keep(group: ShownGroup, id: BookmarkId): void;
  join(group: ShownGroup): Promise<void>;
  joinSure(): Promise<void>;
  /** *Not the same*: records that `id` is not a duplicate of any other bookmark of the group. */
  markDistinct(group: ShownGroup, id: BookmarkId): Promise<void>;
  dispose(): void;
}

interface DuplicatesDeps {
  readonly duplicates: DuplicateRepository;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly toasts: Pick<ToastStore, 'showError' | 'offerUndo'>;
}

/** The number of groups in one transaction, which also copies articles. */
const JOINED_AT_ONCE = 25;

const countOthers = (joined: readonly Joined[]): number =>
  joined.reduce((count, { others }) => count + others.length, 0);

export function createDuplicatesStore(deps: DuplicatesDeps): DuplicatesStore {
  const { duplicates, background, toasts } = deps;
  const search = signal<SearchState>({ kind: 'searching', checked: 0, all: 0 });
  const groups = signal<readonly ShownGroup[]>([]);
  const writing = signal(0);
  let searching = new AbortController();

  async function start(): Promise<void> {
    searching.abort();
    searching = new AbortController();
    const { signal: until } = searching;
    let checked = 0;
    search.value = { kind: 'searching', checked, all: 0 };
    groups.value = [];
    const onProgress = (now: number, all: number) => {
      checked = now;
      if (!until.aborted) search.value = { kind: 'searching', checked, all };
    };
    const found = await duplicates.find({ onProgress, signal: until });
    if (until.aborted) return;
    if (found.ok) {
      groups.value = shownGroups(found.value);
      search.value = { kind: 'done', checked };
    } else if (found.error.kind !== 'aborted') {
      search.value = { kind: 'failed', error: found.error };
    }
  }

  async function write<T>(act: () => Promise<T>): Promise<T> {
    writing.value += 1;
    try {
      return await act();
    } finally {
      writing.value -= 1;
    }
  }

  /** `isHalfDone` is true when part of the request was written. */
  const alarm = ({ kind }: LibraryError, isHalfDone = false) =>
    toasts.showError(t(isHalfDone && kind === 'quota' ? 'errorQuotaHalf' : LIBRARY_ERRORS[kind]));

  /** Joins the groups in batches. Shows one *Undo* for all of them, and an error for the rest. */
  async function joinAll(joinings: readonly Joining[]): Promise<void> {
    const before = groups.value;
    const joined: Joined[] = [];
    let problem: LibraryError | null = null;
    for (let at = 0; at < joinings.length && problem === null; at += JOINED_AT_ONCE) {
      const some = joinings.slice(at, at + JOINED_AT_ONCE);
      const written = await duplicates.join(some);
      if (written.ok) joined.push(...written.value);
      // `not-found`: another tab or sync has removed them already.
      if (written.ok || written.error.kind === 'not-found') groups.value = leftAfter(some);
      if (!written.ok) problem = written.error;
    }
    if (problem !== null) alarm(problem, joined.length > 0);
    if (joined.length === 0) return;
    void background.libraryChanged();
    toasts.offerUndo(plural('duplicatesJoined', countOthers(joined)), () =>
      write(() => takeBack(joined, before)),
    );
  }

  function leftAfter(joinings: readonly Joining[]): readonly ShownGroup[] {
    const gone = new Set(joinings.flatMap(({ others }) => others));
    return groups.value.flatMap((group) => without(group, gone) ?? []);
  }

  /**
   * Undoes as much as possible, in reverse order, and shows the groups again. The rest can be tried
   * again.
   */
  async function takeBack(joined: readonly Joined[], before: readonly ShownGroup[]): Promise<void> {
    const deleted = new Set<BookmarkId>();
    let problem: LibraryError | null = null;
    let end = joined.length;
    while (end > 0 && problem === null) {
      const start = Math.max(0, end - JOINED_AT_ONCE);
      const undone = await duplicates.takeBack(joined.slice(start, end));
      if (undone.ok) for (const id of undone.value) deleted.add(id);
      if (undone.ok) end = start;
      else problem = undone.error;
    }
    const back = joined.slice(end);
    if (back.length > 0) void background.libraryChanged();
    putBack(before, new Set(back.map(({ before: { id } }) => id)), deleted);
    if (deleted.size > 0) toasts.showError(plural('duplicatesDeleted', deleted.size));
    if (problem === null) return;
    alarm(problem, back.length > 0);
    const rest = joined.slice(0, end);
    toasts.offerUndo(plural('duplicatesStillJoined', countOthers(rest)), () =>
      write(() => takeBack(rest, before)),
    );
  }

  /**
   * Shows the groups again that contain one of `ids`, each in its old position and without `gone`.
   */
  function putBack(
    before: readonly ShownGroup[],
    ids: ReadonlySet<BookmarkId>,
    gone: ReadonlySet<BookmarkId> = new Set(),
  ): void {
    const back = before.filter(({ members }) =>
      members.some(({ bookmark }) => ids.has(bookmark.id)),
    );
    const keys = new Set(back.map(({ key }) => key));
    const others = groups.value.filter(({ key }) => !keys.has(key));
    const shown = back.flatMap((group) => without(group, gone) ?? []);
    groups.value = [...others, ...shown].sort((a, b) => a.place - b.place);
  }

  return {
    search: computed(() => search.value),
    groups: computed(() => groups.value),
    sureCount: computed(() => groups.value.reduce((count, { sure }) => count + sure.length, 0)),
    isBusy: computed(() => writing.value > 0),
    start,
    keep(group, id) {
      groups.value = groups.value.map((each) =>
        each.key === group.key ? keeping(each, id) : each,
      );
    },
    join: (group) => write(() => joinAll([{ keep: group.keep, others: othersOf(group) }])),
    joinSure: () =>
      write(() =>
        joinAll(
          groups.value.flatMap(({ keep, sure }) =>
            sure.length === 0 ? [] : { keep, others: sure },
          ),
        ),
      ),
    async markDistinct(group, id) {
      const before = groups.value;
      const others = group.members.map(({ bookmark }) => bookmark.id).filter((each) => each !== id);
      const set = await write(() => duplicates.markDistinct(id, others));
      if (!set.ok) return alarm(set.error);
      groups.value = groups.value.flatMap((each) =>
        each.key === group.key ? (without(each, new Set([id])) ?? []) : each,
      );
      toasts.offerUndo(t('duplicatesApart'), async () => {
        const forgotten = await write(() => duplicates.unmarkDistinct(set.value));
        if (forgotten.ok) putBack(before, new Set([id]));
        else alarm(forgotten.error);
      });
    },
    dispose: () => searching.abort(),
  };
}
