import { computed, type Signal, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import { ok } from '../../domain/result';
import type { Done, DuplicateRepository, GroupId, Joining, LibraryError } from '../../library';
import type { Act } from '../components/act';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, t } from '../strings';
import { keeping, othersOf, type ShownGroup, shownGroups, without } from './shown-group';

/** The progress of the search. */
type SearchState =
  | { readonly kind: 'searching'; readonly checked: number; readonly all: number }
  | { readonly kind: 'done'; readonly checked: number }
  | { readonly kind: 'failed'; readonly error: LibraryError };

interface DuplicatesDeps {
  readonly duplicates: DuplicateRepository;
  readonly act: Act;
  readonly toasts: Pick<ToastStore, 'showError'>;
}

/** The number of groups in one transaction, which also copies articles. */
const JOINED_AT_ONCE = 25;

export type DuplicatesStore = ReturnType<typeof createDuplicatesStore>;

/** The groups of possible duplicates and the actions on them. */
export function createDuplicatesStore(deps: DuplicatesDeps) {
  const { duplicates, act, toasts } = deps;
  /** Groups with certain duplicates first, then by the newest bookmark. */
  const groups = signal<readonly ShownGroup[]>([]);
  const writing = signal(0);
  const { search, start, stop } = createSearch(duplicates, groups);

  async function write<T>(act: () => Promise<T>): Promise<T> {
    writing.value += 1;
    try {
      return await act();
    } finally {
      writing.value -= 1;
    }
  }

  /** Joins groups. Shows one *Undo* for all of them, and an error for the rest. */
  async function joinAll(joinings: readonly Joining[]): Promise<void> {
    const before = groups.value;
    const { done, joined, problem } = await joinInBatches(duplicates, groups, joinings);
    if (problem !== null) toasts.showError(joinProblemText(problem, joined.length > 0));
    if (joined.length === 0) return;
    await act(ok(done), {
      message: () => t('duplicatesJoined', formatNumber(done.value)),
      afterUndo: (isWhole) => write(() => showBack({ done, joined, before }, isWhole)),
    });
  }

  /** Shows the groups again whose join was undone. The rest can be tried again. */
  async function showBack({ done, joined, before }: Joined, isWhole: boolean): Promise<void> {
    const ids = joined.flatMap(({ keep, others }) => [keep, ...others]);
    const shown = new Set(await duplicates.shown(ids));
    const back = isWhole
      ? joined
      : joined.filter(({ others }) => others.some((id) => shown.has(id)));
    const deleted = new Set(
      back.flatMap(({ keep, others }) => [keep, ...others].filter((id) => !shown.has(id))),
    );
    const kept = new Set(back.map(({ keep }) => keep));
    groups.value = withPutBack(groups.value, before, kept, deleted);
    if (deleted.size > 0) toasts.showError(t('duplicatesDeleted', formatNumber(deleted.size)));
    const rest = joined.filter((joining) => !back.includes(joining));
    if (rest.length === 0) return;
    const left = rest.flatMap(({ others }) => others).length;
    await act(ok(done), {
      message: () => t('duplicatesStillJoined', formatNumber(left)),
      afterUndo: (isRest) => write(() => showBack({ done, joined: rest, before }, isRest)),
    });
  }

  return {
    search,
    groups: computed(() => groups.value),
    /** The number of bookmarks that *Join all* would move to the trash. */
    sureCount: computed(() => groups.value.reduce((count, { sure }) => count + sure.length, 0)),
    /** True while something is being written. */
    isBusy: computed(() => writing.value > 0),
    start,
    keep(group: ShownGroup, id: BookmarkId) {
      groups.value = groups.value.map((each) =>
        each.key === group.key ? keeping(each, id) : each,
      );
    },
    join: (group: ShownGroup) =>
      write(() => joinAll([{ keep: group.keep, others: othersOf(group) }])),
    joinSure: () =>
      write(() =>
        joinAll(
          groups.value.flatMap(({ keep, sure }) =>
            sure.length === 0 ? [] : { keep, others: sure },
          ),
        ),
      ),
    markDistinct: (group: ShownGroup, id: BookmarkId) =>
      markDistinct({ duplicates, act, groups, write }, group, id),
    dispose: stop,
  };
}

interface Marking extends Pick<DuplicatesDeps, 'duplicates' | 'act'> {
  readonly groups: Signal<readonly ShownGroup[]>;
  readonly write: <T>(act: () => Promise<T>) => Promise<T>;
}

/** *Not the same*: records that `id` is not a duplicate of any other bookmark of the group. */
async function markDistinct(
  { duplicates, act, groups, write }: Marking,
  group: ShownGroup,
  id: BookmarkId,
): Promise<void> {
  const before = groups.value;
  const others = group.members.map(({ bookmark }) => bookmark.id).filter((each) => each !== id);
  const set = await act(
    write(() => duplicates.markDistinct(id, others)),
    {
      message: () => t('duplicatesApart'),
      async undo(pairs) {
        const forgotten = await write(() => duplicates.unmarkDistinct(pairs));
        if (forgotten.ok) groups.value = withPutBack(groups.value, before, new Set([id]));
        return forgotten;
      },
    },
  );
  if (!set.ok) return;
  groups.value = groups.value.flatMap((each) =>
    each.key === group.key ? (without(each, new Set([id])) ?? []) : each,
  );
}

/** `isHalfDone` is true when part of the request was written. */
const joinProblemText = ({ kind }: LibraryError, isHalfDone: boolean): string =>
  t(isHalfDone && kind === 'quota' ? 'errorQuotaHalf' : LIBRARY_ERRORS[kind]);

/** Searches for duplicates. A new search stops the one before. */
function createSearch(duplicates: DuplicateRepository, groups: Signal<readonly ShownGroup[]>) {
  const search = signal<SearchState>({ kind: 'searching', checked: 0, all: 0 });
  let running = new AbortController();

  async function start(): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal: until } = running;
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

  return { search: computed(() => search.value), start, stop: () => running.abort() };
}

/** Groups that were joined by one act. */
interface Joined {
  readonly done: Done<number>;
  readonly joined: readonly Joining[];
  /** All groups before it. */
  readonly before: readonly ShownGroup[];
}

/** Joins groups until a batch fails. Those that were joined leave `groups`. */
async function joinInBatches(
  duplicates: DuplicateRepository,
  groups: Signal<readonly ShownGroup[]>,
  joinings: readonly Joining[],
) {
  const joined: Joining[] = [];
  let [group, count]: [GroupId | null, number] = [null, 0];
  let problem: LibraryError | null = null;
  for (let at = 0; at < joinings.length && problem === null; at += JOINED_AT_ONCE) {
    const some = joinings.slice(at, at + JOINED_AT_ONCE);
    const written = await duplicates.join(some, group);
    if (written.ok) {
      group = written.value.group;
      count += written.value.value;
      joined.push(...some);
    }
    // `not-found`: another tab or sync has removed them already.
    if (written.ok || written.error.kind === 'not-found') {
      const gone = new Set(some.flatMap(({ others }) => others));
      groups.value = groups.value.flatMap((group) => without(group, gone) ?? []);
    }
    if (!written.ok) problem = written.error;
  }
  return { done: { group, value: count }, joined, problem };
}

/**
 * Returns the groups of `before` that contain one of `ids` among those of now, each in its old position
 * and without `gone`.
 */
function withPutBack(
  now: readonly ShownGroup[],
  before: readonly ShownGroup[],
  ids: ReadonlySet<BookmarkId>,
  gone: ReadonlySet<BookmarkId> = new Set(),
): readonly ShownGroup[] {
  const back = before.filter(({ members }) => members.some(({ bookmark }) => ids.has(bookmark.id)));
  const keys = new Set(back.map(({ key }) => key));
  const others = now.filter(({ key }) => !keys.has(key));
  const shown = back.flatMap((group) => without(group, gone) ?? []);
  return [...others, ...shown].sort((a, b) => a.place - b.place);
}
