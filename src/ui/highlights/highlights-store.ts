import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { documentOf } from '../../anchoring';
import type {
  BackgroundFailure,
  BookmarkId,
  Highlight,
  HighlightChanges,
  HighlightColor,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
  Result,
} from '../../domain';
import type {
  Dispose,
  HighlightRepository,
  LibraryError,
  NewHighlight,
  OnlyHere,
} from '../../library';
import type { ToastStore } from '../components/toasts';
import { BACKGROUND_FAILURES, LIBRARY_ERRORS } from '../messages';
import { type PlainKey, t } from '../strings';
import { membersOf } from './document-members';
import { type HighlightActions, type ListedHighlight, listHighlights } from './listed-highlights';
import type { FoundHighlight, PaintedText, TakenText, TakeProblem } from './painted-text';

/** The highlights of an open text: an article, or a page. */
export interface HighlightsStore extends HighlightActions {
  /** True if the highlights were searched for in the text at least once. */
  readonly isSearched: ReadonlySignal<boolean>;
  /** The highlight whose editor is open. */
  readonly open: ReadonlySignal<ListedHighlight | null>;
  /** The selected parts of the text, which can be highlighted. */
  readonly selected: ReadonlySignal<readonly Range[]>;
  /** The colour of the next highlight: that of the last one. */
  readonly color: ReadonlySignal<HighlightColor>;
  /** Shows the highlights in a text; null: the text is not shown any more. */
  attach(text: PaintedText | null): void;
  /** Looks for the highlights again, because the text has changed. */
  findAgain(): Promise<void>;
  setSelected(selected: readonly Range[]): void;
  setOpen(id: HighlightId | null): void;
  /** Highlights the selected text. Each part of it becomes a highlight. */
  add(color: HighlightColor): Promise<void>;
  dispose: Dispose;
}

export interface HighlightError {
  readonly kind: LibraryError['kind'] | BackgroundFailure['kind'];
}

type Stored<T> = Promise<Result<T, HighlightError>>;

/** The stored highlights of one page. Its functions are those of `HighlightRepository`. */
export interface StoredHighlights {
  watch(listener: (highlights: readonly Highlight[]) => void): Dispose;
  watchOnlyHere(listener: (reasons: ReadonlyMap<HighlightId, OnlyHere>) => void): Dispose;
  add(highlight: Omit<NewHighlight, 'bookmarkId'>): Stored<Highlight>;
  edit(id: HighlightId, changes: HighlightChanges): Stored<HighlightChanges>;
  delete(ids: readonly HighlightId[]): Stored<readonly Highlight[]>;
  restore(highlights: readonly Highlight[]): Stored<unknown>;
  setPositions(
    found: ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>,
  ): Stored<unknown>;
}

/** Returns the highlights of a bookmark. `onWritten` is called after each change. */
export function highlightsOf(
  highlights: HighlightRepository,
  bookmarkId: BookmarkId,
  onWritten: () => void,
): StoredHighlights {
  const told = async <T>(writing: Promise<Result<T, LibraryError>>) => {
    const written = await writing;
    if (written.ok) onWritten();
    return written;
  };
  return {
    watch: (listener) => highlights.watch(bookmarkId, listener),
    watchOnlyHere: (listener) => highlights.watchOnlyHere(bookmarkId, listener),
    add: (fields) => told(highlights.add({ ...fields, bookmarkId })),
    edit: (id, changes) => told(highlights.edit(id, changes)),
    delete: (ids) => told(highlights.delete(ids)),
    restore: (these) => told(highlights.restore(these)),
    setPositions: (positions) => highlights.setPositions(positions),
  };
}

interface HighlightsStoreOptions {
  readonly highlights: StoredHighlights;
  readonly toasts: Pick<ToastStore, 'offerUndo' | 'showError'>;
}

const ERRORS = { ...BACKGROUND_FAILURES, ...LIBRARY_ERRORS };

/** A selection of a whole page has a part for each of its controls in Firefox. */
const MAX_PARTS = 100;

const TAKE_PROBLEMS = {
  empty: 'highlightNoWords',
  'too-long': 'highlightTooLong',
  'not-read': 'highlightNotRead',
} as const satisfies Record<TakeProblem, PlainKey>;

/** One message at a time: a person may highlight ten sentences in a minute. */
const SUBJECT = 'highlights';

export function createHighlightsStore({
  highlights,
  toasts,
}: HighlightsStoreOptions): HighlightsStore {
  const all = signal<readonly Highlight[]>([]);
  const text = signal<PaintedText | null>(null);
  const openId = signal<HighlightId | null>(null);
  const selected = signal<readonly Range[]>([]);
  const color = signal<HighlightColor>('yellow');
  const places = signal<ReadonlyMap<HighlightId, FoundHighlight>>(new Map());
  const isSearched = signal(false);
  const onlyHere = signal<ReadonlyMap<HighlightId, OnlyHere>>(new Map());
  const list = computed(() => listHighlights(all.value, places.value));
  const stopWatching = highlights.watch((next) => {
    all.value = next;
  });
  const stopWatchingReasons = highlights.watchOnlyHere((next) => {
    onlyHere.value = next;
  });
  const stopPainting = effect(() => {
    if (text.value !== null) void paint(text.value, all.value);
  });

  async function paint(into: PaintedText, these: readonly Highlight[]): Promise<void> {
    let found: Awaited<ReturnType<PaintedText['paint']>>;
    try {
      found = await into.paint(these);
    } catch (error) {
      // The page may have replaced what the search uses. The next change starts another search.
      console.error('The search for highlights has failed', error);
      return;
    }
    if (found === null) return;
    batch(() => {
      places.value = found;
      // Before the library has answered, there is nothing to look for.
      isSearched.value = these.length > 0;
    });
    const moved = these.flatMap((highlight) => {
      const result = resultOf(found.get(highlight.id));
      return highlight.isNoteOnly || isStored(highlight, result)
        ? []
        : [[highlight.id, result] as const];
    });
    if (moved.length > 0) void highlights.setPositions(new Map(moved));
  }

  const fail = ({ kind }: HighlightError) => toasts.showError(t(ERRORS[kind]));

  async function report(writing: Stored<unknown>): Promise<void> {
    const written = await writing;
    if (!written.ok) fail(written.error);
  }

  /** Returns what was taken; null if nothing was, which the user is told. */
  async function tell<T>(
    taking: Promise<Result<T, TakeProblem> | null> | undefined,
  ): Promise<T | null> {
    const taken = (await taking) ?? null;
    if (taken?.ok === false) toasts.showError(t(TAKE_PROBLEMS[taken.error]));
    return taken?.ok ? taken.value : null;
  }

  const take = (range: Range | undefined) => tell<TakenText>(range && text.value?.take(range));

  /** Returns the words of each selected part; nothing if one of them cannot be highlighted. */
  async function takeSelected(): Promise<readonly TakenText[]> {
    const parts = selected.value;
    if (parts.length > MAX_PARTS) {
      toasts.showError(t('highlightManyParts'));
      return [];
    }
    const words: TakenText[] = [];
    for (const part of parts) {
      const taken = await take(part);
      if (taken === null) return [];
      words.push(taken);
    }
    return words;
  }

  async function edit(
    id: HighlightId,
    changes: HighlightChanges,
    message: string | null,
  ): Promise<void> {
    const edited = await highlights.edit(id, changes);
    if (!edited.ok) fail(edited.error);
    else if (message !== null) {
      toasts.offerUndo(message, () => undo(id, changes, edited.value), SUBJECT);
    }
  }

  /** Restores the fields that an edit has changed, except those that were changed again since. */
  async function undo(
    id: HighlightId,
    changes: HighlightChanges,
    before: HighlightChanges,
  ): Promise<void> {
    const now = all.value.find((each) => each.id === id);
    const left = now && leftFields(now, changes, before);
    // Without the highlight, the library reports that it is gone.
    if (left === undefined || Object.keys(left).length > 0) await edit(id, left ?? before, null);
  }

  async function attachTo({ id }: Highlight, place: HighlightChanges): Promise<void> {
    // A person may choose a place that was refused before.
    const changes = { ...place, isNoteOnly: false, refused: [] };
    await edit(id, changes, t('highlightAttached'));
  }

  return {
    listed: list,
    onlyHere,
    isSearched,
    open: computed(() => list.value.find(({ highlight }) => highlight.id === openId.value) ?? null),
    selected,
    hasSelection: computed(() => selected.value.length > 0),
    color,
    attach(next) {
      text.value = next;
    },
    async findAgain() {
      if (text.value !== null) await paint(text.value, all.value);
    },
    setSelected(next) {
      selected.value = next;
    },
    setOpen(id) {
      openId.value = id;
    },
    async add(chosen) {
      const parts = selected.value;
      const ids: HighlightId[] = [];
      for (const taken of await takeSelected()) {
        const added = await highlights.add({ ...taken, color: chosen });
        if (!added.ok) {
          fail(added.error);
          break;
        }
        ids.push(added.value.id);
      }
      if (ids.length === 0) return;
      color.value = chosen;
      // A selection would cover the colour. The user may have started another one meanwhile.
      const selection = selectionOf(parts[0]);
      if (isSameParts(text.value?.selected(selection) ?? [], parts)) {
        selected.value = [];
        selection?.removeAllRanges();
      }
      if (ids.length < parts.length) return; // The error is shown.
      const undo = () => report(highlights.delete(ids));
      toasts.offerUndo(t('highlightAdded'), undo, SUBJECT);
    },
    async setColor({ id }, chosen) {
      color.value = chosen;
      await edit(id, { color: chosen }, null);
    },
    setNote: ({ id }, note) => edit(id, { note }, null),
    async reattach(highlight) {
      const [part, ...others] = selected.value;
      if (others.length > 0) return toasts.showError(t('highlightSeveralParts'));
      const taken = await take(part);
      if (taken === null) return;
      await attachTo(highlight, taken);
      selected.value = [];
    },
    async confirm(highlight) {
      const place = await tell(text.value?.takePlace(highlight.id));
      if (place === null) return;
      const { isWhole, ...taken } = place;
      // The page has inserted text into the words, which does not belong to them.
      await attachTo(highlight, isWhole ? taken : { position: taken.position });
    },
    async refuse({ id, refused }) {
      const place = await tell(text.value?.takePlace(id));
      if (place === null) return;
      await edit(id, { refused: [...refused, place.quote] }, t('highlightRefused'));
    },
    keepAsNote: ({ id }) => edit(id, { isNoteOnly: true }, t('highlightKeptAsNote')),
    keepInText: ({ id }) => edit(id, { isNoteOnly: false }, null),
    async remove({ id }) {
      openId.value = null;
      const deleted = await highlights.delete([id]);
      if (!deleted.ok) return fail(deleted.error);
      const undo = () => report(highlights.restore(deleted.value));
      toasts.offerUndo(t('highlightDeleted'), undo, SUBJECT);
    },
    dispose() {
      stopWatching();
      stopWatchingReasons();
      stopPainting();
    },
  };
}

/** A position belongs to the quote. Searches change it, too. */
const POSITIONS: ReadonlySet<string> = new Set(['position', 'pagePosition']);

/** Returns the fields of `before` that are in `now` as the edit has left them. */
function leftFields(
  now: Highlight,
  changes: HighlightChanges,
  before: HighlightChanges,
): HighlightChanges {
  const isLeft = (field: keyof HighlightChanges) =>
    // The list may still show it as it was before the edit.
    [changes[field], before[field]].some(
      (value) => JSON.stringify(value) === JSON.stringify(now[field]),
    );
  const fields = Object.keys(before) as (keyof HighlightChanges)[];
  const kept = fields.filter((field) =>
    isLeft(POSITIONS.has(field) && 'quote' in before ? 'quote' : field),
  );
  return Object.fromEntries(kept.map((field) => [field, before[field]]));
}

/** Returns the result of a search as the library stores it. */
function resultOf(found: FoundHighlight | undefined): HighlightPosition | HighlightDoubt {
  if (found === undefined) return 'detached';
  return found.isSure ? found.position : 'unsure';
}

function isStored(
  { doubt, position }: Highlight,
  result: HighlightPosition | HighlightDoubt,
): boolean {
  if (typeof result === 'string') return doubt === result;
  const { start, end, textHash } = result;
  const isThere = position?.start === start && position.end === end;
  return doubt === undefined && isThere && position.textHash === textHash;
}

function selectionOf(range: Range | undefined): Selection | null {
  const page = range && documentOf(range.startContainer);
  return page ? membersOf(page).getSelection() : null;
}

const isSameParts = (some: readonly Range[], others: readonly Range[]): boolean =>
  some.length === others.length &&
  some.every((one, at) => {
    const other = others[at];
    return other !== undefined && isSameRange(one, other);
  });

/** `compareBoundaryPoints` fails for ranges of two documents. */
const isSameRange = (one: Range, other: Range): boolean =>
  one.startContainer === other.startContainer &&
  one.startOffset === other.startOffset &&
  one.endContainer === other.endContainer &&
  one.endOffset === other.endOffset;
