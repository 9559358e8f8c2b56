import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Bookmark } from '../../domain';
import type { DraftStore } from '../stores/draft-store';
import type { ShelfTools } from '../stores/shelf-tools';

/** What is open under the current page. */
export type Sheet = 'labels' | 'details' | 'report';

export interface SheetStore {
  readonly sheet: ReadonlySignal<Sheet | null>;
  /** What is half typed for the page; null until its bookmark is known. */
  readonly draft: ReadonlySignal<DraftStore | null>;
  toggle(sheet: Sheet): void;
  close(): void;
  dispose(): void;
}

/** Opens by itself where something was half typed when the popup closed. */
export function createSheetStore(
  { openDraft }: Pick<ShelfTools, 'openDraft'>,
  bookmark: ReadonlySignal<Bookmark | null>,
): SheetStore {
  const sheet = signal<Sheet | null>(null);
  const urlKey = computed(() => bookmark.value?.urlKey ?? null);
  const draft = computed(() => (urlKey.value === null ? null : openDraft(urlKey.value)));

  // Only what was found at the start opens a sheet, not what is typed later.
  let isResumed = false;
  const stopResuming = effect(() => {
    const fields = draft.value?.fields.value ?? null;
    if (fields === null || isResumed) return;
    isResumed = true;
    if (sheet.peek() !== null) return;
    const { label, enteredLabels, ...details } = fields;
    if ((label ?? enteredLabels) !== undefined) sheet.value = 'labels';
    else if (Object.keys(details).length > 0) sheet.value = 'details';
  });

  return {
    sheet: computed(() => sheet.value),
    draft,
    toggle(next) {
      sheet.value = sheet.value === next ? null : next;
    },
    close() {
      sheet.value = null;
    },
    dispose: stopResuming,
  };
}
