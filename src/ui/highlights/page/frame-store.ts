import { computed, signal } from '@preact/signals';
import type { Highlight, HighlightId } from '../../../domain/highlight';
import type { FrameBackground, FrameHighlights } from '../../../messages/page-messages';
import { type HighlightActions, listHighlights } from '../store/listed-highlights';
import type { FrameAction, FrameRequest, FrameState } from './frame-link';

/** The script in the page around the frame. */
export interface FramePage {
  ask(request: FrameRequest): void;
  /** Calls `listener` with what the script tells. */
  listen(listener: (state: FrameState) => void): void;
}

export type FrameStore = ReturnType<typeof createFrameStore>;

/** The highlights of a page, in its frame. Notes are stored from here, the rest by the script. */
export function createFrameStore(background: FrameBackground, page: FramePage) {
  const read = signal<FrameHighlights | null>(null);
  const state = signal<FrameState | null>(null);
  let revision: number | null = null;

  async function refresh(): Promise<void> {
    const answer = await background.readFrame();
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
  /** null until the background has answered. */
  const view = computed(() => (read.value === null ? null : (state.value?.view ?? null)));
  const actions: HighlightActions = {
    listed,
    localOnly: computed(() => new Map(read.value?.localOnly)),
    hasSelection: computed(() => state.value?.hasSelection === true),
    async setNote({ id }, note) {
      const written = await background.setNote({ id, note });
      if (!written.ok) page.ask({ kind: 'note-failed', error: written.error.kind });
    },
    setColor: async ({ id }, color) => page.ask({ kind: 'color', id, color }),
    remove: act('remove'),
    confirm: act('confirm'),
    refuse: act('refuse'),
    reattach: act('reattach'),
    keepAsNote: act('keepAsNote'),
    keepInText: act('keepInText'),
  };
  return {
    ...actions,
    view,
    /** The highlight in the editor; null: there is none. */
    open: computed(() => {
      const shown = view.value;
      if (shown?.kind !== 'editor') return null;
      return listed.value.find(({ highlight }) => highlight.id === shown.id) ?? null;
    }),
    /** The page, as copies of its highlights name it. */
    source: computed(() => ({ title: read.value?.title ?? '', url: read.value?.url ?? '' })),
    show: (id: HighlightId) => page.ask({ kind: 'show', id }),
    findAgain: () => page.ask({ kind: 'find-again' }),
    close: () => page.ask({ kind: 'close' }),
  };
}
