import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { TextSpan } from '../../anchoring';
import type {
  Bookmark,
  Highlight,
  HighlightColor,
  HighlightDoubt,
  HighlightFields,
  HighlightId,
  HighlightPosition,
} from '../../domain';
import type { Dispose, HighlightRepository, LibraryError } from '../../library';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import type { FoundHighlight, PaintedText } from './painted-text';

/** A highlight with its place in the open text; null: it is not there. */
export interface ListedHighlight {
  readonly highlight: Highlight;
  readonly place: FoundHighlight | null;
}

/** The highlights of an open article. */
export interface HighlightsStore {
  /** In the order of the text. Those that are not in it are last. */
  readonly listed: ReadonlySignal<readonly ListedHighlight[]>;
  /** The highlight whose editor is open. */
  readonly open: ReadonlySignal<Highlight | null>;
  /** The selected part of the text, which can be highlighted. */
  readonly selected: ReadonlySignal<TextSpan | null>;
  /** The colour of the next highlight: that of the last one. */
  readonly color: ReadonlySignal<HighlightColor>;
  /** Shows the highlights in a text; null: the text is not shown any more. */
  attach(text: PaintedText | null): void;
  setSelected(selected: TextSpan | null): void;
  setOpen(id: HighlightId | null): void;
  /** Highlights the selected text. */
  add(color: HighlightColor): Promise<void>;
  setColor(highlight: Highlight, color: HighlightColor): Promise<void>;
  setNote(highlight: Highlight, note: string): Promise<void>;
  /** Attaches a highlight to the selected text. */
  reattach(highlight: Highlight): Promise<void>;
  keepAsNote(highlight: Highlight): Promise<void>;
  remove(highlight: Highlight): Promise<void>;
  dispose: Dispose;
}

export interface HighlightsStoreOptions {
  readonly highlights: HighlightRepository;
  readonly bookmark: Pick<Bookmark, 'id'>;
  readonly toasts: Pick<ToastStore, 'offerUndo' | 'showError'>;
}

export function createHighlightsStore({
  highlights,
  bookmark,
  toasts,
}: HighlightsStoreOptions): HighlightsStore {
  const all = signal<readonly Highlight[]>([]);
  const text = signal<PaintedText | null>(null);
  const openId = signal<HighlightId | null>(null);
  const selected = signal<TextSpan | null>(null);
  const color = signal<HighlightColor>('yellow');
  const places = signal<ReadonlyMap<HighlightId, FoundHighlight>>(new Map());
  const stopWatching = highlights.watch(bookmark.id, (next) => {
    all.value = next;
  });
  const stopPainting = effect(() => {
    if (text.value !== null) void paint(text.value, all.value);
  });

  async function paint(into: PaintedText, these: readonly Highlight[]): Promise<void> {
    const found = await into.paint(these);
    if (found === null) return;
    places.value = found;
    const moved = these.flatMap((highlight) => {
      const result = resultOf(found.get(highlight.id));
      return highlight.isNoteOnly || isStored(highlight, result)
        ? []
        : [[highlight.id, result] as const];
    });
    if (moved.length > 0) void highlights.setPositions(new Map(moved));
  }

  const take = () => selected.value && (text.value?.take(selected.value) ?? null);
  const fail = ({ kind }: LibraryError) => toasts.showError(t(LIBRARY_ERRORS[kind]));

  async function edit(
    id: HighlightId,
    changes: Partial<HighlightFields>,
    message: string | null,
  ): Promise<void> {
    const edited = await highlights.edit(id, changes);
    if (!edited.ok) fail(edited.error);
    else if (message !== null) {
      toasts.offerUndo(message, () => edit(id, edited.value, null), id);
    }
  }

  return {
    listed: computed(() => listed(all.value, places.value)),
    open: computed(() => all.value.find(({ id }) => id === openId.value) ?? null),
    selected,
    color,
    attach(next) {
      text.value = next;
    },
    setSelected(next) {
      selected.value = next;
    },
    setOpen(id) {
      openId.value = id;
    },
    async add(chosen) {
      const taken = take();
      if (taken === null) return;
      color.value = chosen;
      const added = await highlights.add({ ...taken, bookmarkId: bookmark.id, color: chosen });
      if (!added.ok) return fail(added.error);
      selected.value = null;
      const { id } = added.value;
      toasts.offerUndo(t('highlightAdded'), async () => void (await highlights.delete([id])), id);
    },
    async setColor({ id }, chosen) {
      color.value = chosen;
      await edit(id, { color: chosen }, null);
    },
    setNote: ({ id }, note) => edit(id, { note }, null),
    async reattach({ id }) {
      const taken = take();
      if (taken === null) return;
      await edit(id, { quote: taken.quote, isNoteOnly: false }, t('highlightAttached'));
      selected.value = null;
    },
    keepAsNote: ({ id }) => edit(id, { isNoteOnly: true }, t('highlightKeptAsNote')),
    async remove({ id }) {
      openId.value = null;
      const deleted = await highlights.delete([id]);
      if (!deleted.ok) return fail(deleted.error);
      const undo = async () => void (await highlights.restore(deleted.value));
      toasts.offerUndo(t('highlightDeleted'), undo, id);
    },
    dispose() {
      stopWatching();
      stopPainting();
    },
  };
}

/** What the library stores of a search. */
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

function listed(
  all: readonly Highlight[],
  places: ReadonlyMap<HighlightId, FoundHighlight>,
): readonly ListedHighlight[] {
  const start = ({ place }: ListedHighlight) => place?.position.start ?? Number.MAX_SAFE_INTEGER;
  return all
    .map((highlight) => ({ highlight, place: places.get(highlight.id) ?? null }))
    .sort((a, b) => start(a) - start(b) || a.highlight.created - b.highlight.created);
}
