import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain';

/** The one dialog that is open over a page of ours. */
export type OpenDialog =
  | { readonly kind: 'labels'; readonly id: BookmarkId; readonly title: string }
  | { readonly kind: 'purge'; readonly id: BookmarkId; readonly title: string }
  | { readonly kind: 'keys' };

export interface DialogStore {
  /** null when none is open. */
  readonly dialog: ReadonlySignal<OpenDialog | null>;
  show(dialog: OpenDialog): void;
  close(): void;
}

export function createDialogStore(): DialogStore {
  const dialog = signal<OpenDialog | null>(null);
  return {
    dialog: computed(() => dialog.value),
    show(next) {
      dialog.value = next;
    },
    close() {
      dialog.value = null;
    },
  };
}
