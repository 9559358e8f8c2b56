import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ListStore } from '../stores/list-store';
import type { ListCursor } from './list-cursor';

/** Drawn before the height of the screen is known: what the popup shows, and a little more. */
const FIRST_ROWS = 10;
/** Drawn beyond each edge of the screen, so that scrolling shows no gap. */
const OVERSCAN_ROWS = 8;
const FALLBACK_ROW_PX = 76;

interface RowWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Positions of the rows to draw, `end` excluded. */
  readonly drawn: ReadonlySignal<{ readonly start: number; readonly end: number }>;
  readonly lookAgain: () => void;
}

/** Finds which rows of a long list to draw, and puts the focus where the cursor wants it. */
export function useWindow(list: ListStore, cursor: ListCursor): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useSignal({ start: 0, end: FIRST_ROWS });

  const lookAgain = () => {
    const element = scroller.current;
    if (!element) return;
    const rowPx = rowHeightPx(element);
    const first = Math.floor(element.scrollTop / rowPx);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / rowPx);
    const start = Math.max(0, first - OVERSCAN_ROWS);
    const end = Math.max(last + OVERSCAN_ROWS, start + FIRST_ROWS);
    if (start !== drawn.value.start || end !== drawn.value.end) drawn.value = { start, end };
    list.reveal(first, last);
  };

  const latest = useRef(lookAgain);
  latest.current = lookAgain;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Calls back once at the start, when the first screen is painted already.
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const granted = useRef(cursor.focusWish.peek());
  const wish = cursor.focusWish.value;
  // After each draw: the row may only have been drawn because it is to have the focus.
  useLayoutEffect(() => {
    const element = scroller.current;
    const row = list.rows.peek()?.[cursor.position.peek()];
    if (granted.current === wish || !element) return;
    if (row) {
      bringIntoView(element, cursor.position.peek());
      lookAgain();
    }
    const link = row && element.querySelector<HTMLElement>(`[data-id="${row.id}"] a`);
    link?.focus({ preventScroll: true });
    if (link || !row) granted.current = wish;
  });

  return { scroller, drawn, lookAgain };
}

/** All rows are equally tall; how tall depends on the text size that the person has chosen. */
function rowHeightPx(list: HTMLElement): number {
  return list.querySelector<HTMLElement>('.row')?.offsetHeight || FALLBACK_ROW_PX;
}

function bringIntoView(list: HTMLElement, position: number): void {
  const rowPx = rowHeightPx(list);
  const top = position * rowPx;
  const bottom = top + rowPx - list.clientHeight;
  list.scrollTop = Math.min(top, Math.max(bottom, list.scrollTop));
}
