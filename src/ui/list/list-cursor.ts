import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BookmarkId } from '../../domain';
import type { ListRow } from '../list-row';

/** Which row the keys act on, which has the focus and which is pointed at. */
export interface ListCursor {
  /** Position of the row that the Tab key leads to; stays in place when its row goes. */
  readonly position: ReadonlySignal<number>;
  readonly pointed: ReadonlySignal<BookmarkId | null>;
  readonly focused: ReadonlySignal<BookmarkId | null>;
  /** Counts up whenever the focus is to be put on the current row. */
  readonly focusWish: ReadonlySignal<number>;
  point(id: BookmarkId | null): void;
  /** The focus is on that row now, or on none. */
  noteFocus(id: BookmarkId | null): void;
  /** Makes the row at `position` the current one and puts the focus there. */
  moveTo(position: number): void;
}

/** Follows the person's place in `rows` by its bookmark, or by position once that is gone. */
export function createListCursor(rows: ReadonlySignal<readonly ListRow[] | null>): ListCursor {
  const place = signal<{ readonly id: BookmarkId | null; readonly position: number }>({
    id: null,
    position: 0,
  });
  const pointed = signal<BookmarkId | null>(null);
  const focused = signal<BookmarkId | null>(null);
  const focusWish = signal(0);

  const position = computed(() => {
    const all = rows.value ?? [];
    const { id, position: last } = place.value;
    const at = id === null ? -1 : all.findIndex((row) => row.id === id);
    return at === -1 ? Math.max(0, Math.min(last, all.length - 1)) : at;
  });

  return {
    position,
    pointed,
    focused,
    focusWish,
    point(id) {
      pointed.value = id;
    },
    noteFocus(id) {
      const at = rows.value?.findIndex((row) => row.id === id) ?? -1;
      batch(() => {
        focused.value = id;
        if (at !== -1) place.value = { id, position: at };
      });
    },
    moveTo(next) {
      const all = rows.value ?? [];
      const at = Math.max(0, Math.min(next, all.length - 1));
      batch(() => {
        place.value = { id: all[at]?.id ?? null, position: at };
        focusWish.value += 1;
      });
    },
  };
}
