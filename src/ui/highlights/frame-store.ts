import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Highlight, HighlightId, Result } from '../../domain';
import type { OnlyHere } from '../../library';
import type { FrameAction, FrameRequest, FrameState, FrameView } from './frame-link';
import type { HighlightError } from './highlights-store';
import { type HighlightActions, type ListedHighlight, listHighlights } from './listed-highlights';

/** The highlights of the page around the frame, with their notes. */
interface FrameHighlights {
  /** The title of the saved page; empty if it is not saved. */
  readonly title: string;
  readonly url: string;
  readonly highlights: readonly Highlight[];
  /** Why some of them are not on the server. */
  readonly onlyHere: readonly (readonly [HighlightId, OnlyHere])[];
}

/** The background as the frame sees it. It refuses a frame that no script of ours has opened. */
export interface FrameBackground {
  read(): Promise<Result<FrameHighlights, HighlightError>>;
  setNote(id: HighlightId, note: string): Promise<Result<unknown, HighlightError>>;
}

/** The script in the page around the frame. */
export interface FramePage {
  ask(request: FrameRequest): void;
  /** Calls `listener` with what the script tells. */
  listen(listener: (state: FrameState) => void): void;
}

/** The highlights of a page, in its frame. Notes are stored from here, the rest by the script. */
export interface FrameStore extends HighlightActions {
  /** null until the background has answered. */
  readonly view: ReadonlySignal<FrameView | null>;
  /** The highlight in the editor; null: there is none. */
  readonly open: ReadonlySignal<ListedHighlight | null>;
  /** The page, as copies of its highlights name it. */
  readonly source: ReadonlySignal<{ readonly title: string; readonly url: string }>;
  show(id: HighlightId): void;
  findAgain(): void;
  close(): void;
}

export function createFrameStore(background: FrameBackground, page: FramePage): FrameStore {
  const read = signal<FrameHighlights | null>(null);
  const state = signal<FrameState | null>(null);
  let revision: number | null = null;

  async function refresh(): Promise<void> {
    const answer = await background.read();
    if (answer.ok) read.value = answer.value;
    else if (read.value === null) page.ask({ kind: 'close' });
  }

  page.listen((next) => {
    state.value = next;
    if (next.revision === revision) return;
    revision = next.revision;
    void refresh();
  });
  page.ask({ kind: 'ready' });

  const act = (kind: FrameAction) => async (highlight: Highlight) =>
    page.ask({ kind, id: highlight.id });
  const listed = computed(() =>
    listHighlights(
      read.value?.highlights ?? [],
      new Map(state.value?.places.flatMap(([id, place]) => (place ? [[id, place]] : []))),
    ),
  );
  const view = computed(() => (read.value === null ? null : (state.value?.view ?? null)));
  return {
    listed,
    view,
    onlyHere: computed(() => new Map(read.value?.onlyHere)),
    hasSelection: computed(() => state.value?.hasSelection === true),
    open: computed(() => {
      const shown = view.value;
      if (shown?.kind !== 'editor') return null;
      return listed.value.find(({ highlight }) => highlight.id === shown.id) ?? null;
    }),
    source: computed(() => ({ title: read.value?.title ?? '', url: read.value?.url ?? '' })),
    async setNote({ id }, note) {
      const written = await background.setNote(id, note);
      if (!written.ok) page.ask({ kind: 'note-failed', error: written.error.kind });
    },
    setColor: async ({ id }, color) => page.ask({ kind: 'color', id, color }),
    remove: act('remove'),
    confirm: act('confirm'),
    refuse: act('refuse'),
    reattach: act('reattach'),
    keepAsNote: act('keepAsNote'),
    keepInText: act('keepInText'),
    show: (id) => page.ask({ kind: 'show', id }),
    findAgain: () => page.ask({ kind: 'find-again' }),
    close: () => page.ask({ kind: 'close' }),
  };
}
