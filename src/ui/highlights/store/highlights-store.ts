import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { documentOf } from '../../../anchoring';
import { membersOf } from '../../../dom/native';
import type {
  Highlight,
  HighlightChanges,
  HighlightColor,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
} from '../../../domain/highlight';
import { ok, type Result } from '../../../domain/result';
import type { LocalOnly } from '../../../library';
import type { Act } from '../../components/act';
import { into, readonly } from '../../components/signals';
import type { ToastStore } from '../../components/toasts';
import { type PlainKey, t } from '../../strings';
import { createEditing, SUBJECT } from './editing';
import { listHighlights } from './listed-highlights';
import type { FoundHighlight, PaintedText, TakenText, TakeProblem } from './painted-text';
import type { StoredHighlights } from './stored-highlights';

interface HighlightsStoreOptions {
  readonly highlights: StoredHighlights;
  readonly act: Act;
  readonly toasts: Pick<ToastStore, 'showError'>;
}

/** A selection of a whole page has a part for each of its controls in Firefox. */
const MAX_SELECTION_PARTS = 100;

const TAKE_PROBLEMS = {
  empty: 'highlightNoWords',
  'too-long': 'highlightTooLong',
  'not-read': 'highlightNotRead',
} as const satisfies Record<TakeProblem, PlainKey>;

export type HighlightsStore = ReturnType<typeof createHighlightsStore>;

/** The highlights of an open text: an article, or a page. */
export function createHighlightsStore({ highlights, act, toasts }: HighlightsStoreOptions) {
  const text = signal<PaintedText | null>(null);
  const openId = signal<HighlightId | null>(null);
  const isForNote = signal(false);
  const selected = signal<readonly Range[]>([]);
  const color = signal<HighlightColor>('yellow');
  const localOnly = signal<ReadonlyMap<HighlightId, LocalOnly>>(new Map());
  const painting = paintStored(highlights, text);
  const { listed } = painting;
  const stopWatchingReasons = highlights.watchLocalOnly(into(localOnly));
  const { takeSelected, takePlace } = createTaking(text, toasts);
  const edit = createEditing(highlights, act);

  return {
    ...createPlacing({ selected, edit, takeSelected, takePlace, toasts }),
    listed,
    localOnly: readonly(localOnly),
    hasSelection: computed(() => selected.value.length > 0),
    async setColor({ id }: Highlight, chosen: HighlightColor) {
      color.value = chosen;
      await edit(id, { color: chosen }, null);
    },
    async setNote({ id }: Highlight, note: string) {
      // Each letter is an edit. The field undoes those, and *Recent changes* the whole.
      await act(highlights.edit(id, { note }), { message: () => null });
    },
    async remove({ id }: Highlight) {
      openId.value = null;
      await act(highlights.delete([id]), {
        message: () => t('highlightDeleted'),
        about: SUBJECT,
      });
    },
    /** True if the highlights were searched for in the text at least once. */
    isSearched: painting.isSearched,
    /** The highlight whose editor is open. */
    open: computed(
      () => listed.value.find(({ highlight }) => highlight.id === openId.value) ?? null,
    ),
    /** The selected parts of the text, which can be highlighted. */
    selected,
    /** The colour of the next highlight: that of the last one. */
    color,
    /** Shows the highlights in a text; null: the text is not shown any more. */
    attach: into(text),
    /** Looks for the highlights again, because the text has changed. */
    findAgain: painting.findAgain,
    setSelected: into(selected),
    setOpen(id: HighlightId | null) {
      isForNote.value = false;
      openId.value = id;
    },
    /** True if the editor was opened for the note. */
    isForNote: readonly(isForNote),
    /** Highlights the selected text. Each part of it becomes a highlight. May open the note of the first. */
    async add(chosen: HighlightColor, opensNote = false) {
      const parts = selected.value;
      const words = await takeSelected(parts);
      const ids = await addAll({ highlights, act }, words, chosen);
      const [first] = ids;
      if (first === undefined) return;
      color.value = chosen;
      if (clearSelection(parts, text.value)) selected.value = [];
      if (ids.length < words.length) return;
      await act(ok(ids), {
        message: () => t('highlightAdded'),
        undo: highlights.delete,
        about: SUBJECT,
      });
      isForNote.value = opensNote;
      if (opensNote) openId.value = first;
    },
    dispose() {
      painting.stop();
      stopWatchingReasons();
    },
  };
}

interface Placing extends ReturnType<typeof createTaking> {
  readonly edit: ReturnType<typeof createEditing>;
}

interface PlacingOptions extends Placing, Pick<HighlightsStoreOptions, 'toasts'> {
  readonly selected: Signal<readonly Range[]>;
}

/** The actions on the place of a highlight in the text. */
function createPlacing({ selected, edit, takeSelected, takePlace, toasts }: PlacingOptions) {
  async function attachTo({ id }: Highlight, place: HighlightChanges): Promise<void> {
    // A person may choose a place that was refused before.
    const changes = { ...place, isNoteOnly: false, refused: [] };
    await edit(id, changes, t('detachedConfirmed'));
  }
  return {
    async reattach(highlight: Highlight) {
      const parts = selected.value;
      if (parts.length > 1) return toasts.showError(t('highlightSeveralParts'));
      const [taken] = await takeSelected(parts);
      if (taken === undefined) return;
      await attachTo(highlight, taken);
      selected.value = [];
    },
    async confirm(highlight: Highlight) {
      const place = await takePlace(highlight.id);
      if (place === null) return;
      const { isWhole, ...taken } = place;
      // The page has inserted text into the words, which does not belong to them.
      await attachTo(highlight, isWhole ? taken : { position: taken.position });
    },
    async refuse({ id, refused }: Highlight) {
      const place = await takePlace(id);
      if (place === null) return;
      await edit(id, { refused: [...refused, place.quote] }, t('highlightRefused'));
    },
    keepAsNote: ({ id }: Highlight) => edit(id, { isNoteOnly: true }, t('highlightNoteOnly')),
    keepInText: ({ id }: Highlight) => edit(id, { isNoteOnly: false }, null),
  };
}

/** Adds highlights until one fails. Returns the ids of those that were added. */
async function addAll(
  { highlights, act }: Pick<HighlightsStoreOptions, 'highlights' | 'act'>,
  words: readonly TakenText[],
  color: HighlightColor,
): Promise<readonly HighlightId[]> {
  const ids: HighlightId[] = [];
  for (const taken of words) {
    const added = await act(highlights.add({ ...taken, color }));
    if (!added.ok) break;
    ids.push(added.value.id);
  }
  return ids;
}

/**
 * Ends the selection of `parts`, which would cover their colour. Returns false if the user has started
 * another one meanwhile.
 */
function clearSelection(parts: readonly Range[], text: PaintedText | null): boolean {
  const selection = selectionOf(parts[0]);
  if (!isSameParts(text?.selected(selection) ?? [], parts)) return false;
  selection?.removeAllRanges();
  return true;
}

/** Reads the highlights, paints them in the text that is shown, and stores where they are. */
function paintStored(highlights: StoredHighlights, text: ReadonlySignal<PaintedText | null>) {
  const all = signal<readonly Highlight[]>([]);
  const places = signal<ReadonlyMap<HighlightId, FoundHighlight>>(new Map());
  const isSearched = signal(false);
  const stopWatching = highlights.watch(into(all));
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
      const result = findingResultOf(found.get(highlight.id));
      return highlight.isNoteOnly || isStored(highlight, result)
        ? []
        : [[highlight.id, result] as const];
    });
    if (moved.length > 0) void highlights.setPositions(new Map(moved));
  }

  return {
    all,
    isSearched,
    listed: computed(() => listHighlights(all.value, places.value)),
    async findAgain() {
      if (text.value !== null) await paint(text.value, all.value);
    },
    stop() {
      stopWatching();
      stopPainting();
    },
  };
}

/** Takes words from the text that is shown, and shows an error if they cannot be highlighted. */
function createTaking(
  text: ReadonlySignal<PaintedText | null>,
  { showError }: Pick<ToastStore, 'showError'>,
) {
  async function orError<T>(
    taking: Promise<Result<T, TakeProblem> | null> | undefined,
  ): Promise<T | null> {
    const taken = (await taking) ?? null;
    if (taken?.ok === false) showError(t(TAKE_PROBLEMS[taken.error]));
    return taken?.ok ? taken.value : null;
  }
  return {
    takePlace: (id: HighlightId) => orError(text.value?.takePlace(id)),
    /** Returns the words of each part; nothing if one of them cannot be highlighted. */
    async takeSelected(parts: readonly Range[]): Promise<readonly TakenText[]> {
      if (parts.length > MAX_SELECTION_PARTS) {
        showError(t('highlightManyParts'));
        return [];
      }
      const words: TakenText[] = [];
      for (const part of parts) {
        const taken = await orError(text.value?.take(part));
        if (taken === null) return [];
        words.push(taken);
      }
      return words;
    },
  };
}

/** Returns the result of a search as the library stores it. */
function findingResultOf(found: FoundHighlight | undefined): HighlightPosition | HighlightDoubt {
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
