import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import { useEarlyKeys } from '../components/early-keys';
import { t } from '../strings';
import { EmptyList, LibraryProblem, ListExtras, RowActions } from './deferred-parts';
import type { BookmarkListModel, ListCursor } from './list-model';
import { isLibraryEmpty, type ListStore } from './list-store';
import { Row } from './row';
import './bookmark-list.css';

interface BookmarkListProps {
  readonly listModel: BookmarkListModel;
  readonly hrefOf: (id: BookmarkId) => string;
}

/**
 * The list *Bookmarks*: only the rows near the screen are drawn, however long it is. To be keyed by
 * the list's choice, so that each list starts at its top.
 */
export function BookmarkList({ listModel, hrefOf }: BookmarkListProps): JSX.Element {
  const { list, cursor } = listModel;
  const tools = listModel.tools.value;
  const { scroller, drawn, updateWindow } = useWindow(list, cursor);
  const { view, label } = list.choice.value;
  const rows = list.rows.value;
  const counts = list.counts.value;
  const position = cursor.position.value;
  const focused = cursor.focused.value;

  useLayoutEffect(() => {
    const isGone = focused !== null && rows?.every((row) => row.id !== focused);
    // The row that had the focus went away: the one in its place takes it.
    if (isGone) cursor.moveTo(position);
  }, [rows, focused, position, cursor]);

  const leave = (event: FocusEvent) => {
    // Without a related target the row itself may have gone, and its place is still wanted.
    if (event.relatedTarget instanceof Node && !scroller.current?.contains(event.relatedTarget)) {
      cursor.noteFocus(null);
    }
  };

  const { start, end } = drawn.value;
  return (
    <div
      class="list"
      ref={scroller}
      onScroll={updateWindow}
      onPointerLeave={() => cursor.point(null)}
      onFocusOut={leave}
    >
      {rows?.length === 0 && list.isFromLibrary.value && counts !== null && (
        <EmptyList view={view} label={label} isNew={isLibraryEmpty(counts)} />
      )}
      {rows !== null && rows.length > 0 && (
        <ul
          aria-label={t('listName')}
          style={{ '--rows': list.length.value, '--rows-above': Math.min(start, rows.length) }}
        >
          {rows.slice(start, end).map((row, index) => {
            const isCurrent = start + index === position;
            const hasActions = cursor.pointed.value === row.id || focused === row.id;
            return (
              <Row
                key={row.id}
                row={row}
                view={view}
                position={start + index}
                listLength={list.length.value}
                href={hrefOf(row.id)}
                isCurrent={isCurrent}
                onOpen={() => listModel.open(row.id)}
                onPoint={() => cursor.point(row.id)}
                onFocus={() => cursor.noteFocus(row.id)}
              >
                {hasActions && tools && (
                  <RowActions row={row} commands={tools.commands} isCurrent={isCurrent} />
                )}
              </Row>
            );
          })}
        </ul>
      )}
    </div>
  );
}

interface ListPaneProps {
  readonly listModel: BookmarkListModel;
  readonly hrefOf: (id: BookmarkId) => string;
  /** False while the reader is in front: the list keeps its place and leaves the keys alone. */
  readonly isInFront: boolean;
}

/** The list of a listModel with its keys and dialogs, or what stands in its way. */
export function ListPane({ listModel, hrefOf, isInFront }: ListPaneProps): JSX.Element {
  const earlyKeys = useEarlyKeys();
  if (listModel.problem.value) return <LibraryProblem kind={listModel.problem.value} />;
  const { view, label } = listModel.list.choice.value;
  const tools = listModel.tools.value;
  return (
    <>
      <BookmarkList key={`${view}/${label ?? ''}`} listModel={listModel} hrefOf={hrefOf} />
      {listModel.isStorageLow.value && (
        <p class="storage-low" role="status">
          {t('storageLow')}
        </p>
      )}
      {tools && isInFront && (
        <ListExtras listModel={listModel} tools={tools} earlyKeys={earlyKeys} />
      )}
    </>
  );
}

/** Drawn before the height of the screen is known: what the popup shows, and a little more. */
const FIRST_ROWS = 10;
/** Drawn beyond each edge of the screen, so that scrolling shows no gap. */
const OVERSCAN_ROWS = 8;
const FALLBACK_ROW_PX = 76;

interface RowWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Positions of the rows to draw, `end` excluded. */
  readonly drawn: ReadonlySignal<{ readonly start: number; readonly end: number }>;
  readonly updateWindow: () => void;
}

/** Finds which rows of a long list to draw, and puts the focus where the cursor wants it. */
export function useWindow(list: ListStore, cursor: ListCursor): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useSignal({ start: 0, end: FIRST_ROWS });

  const updateWindow = () => {
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

  const latest = useRef(updateWindow);
  latest.current = updateWindow;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Calls back once at the start, when the first screen is painted already.
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const granted = useRef(cursor.focusRequests.peek());
  const wish = cursor.focusRequests.value;
  // After each draw: the row may only have been drawn because it is to have the focus.
  useLayoutEffect(() => {
    const element = scroller.current;
    const row = list.rows.peek()?.[cursor.position.peek()];
    if (granted.current === wish || !element) return;
    if (row) {
      bringIntoView(element, cursor.position.peek());
      updateWindow();
    }
    const link = row && element.querySelector<HTMLElement>(`[data-id="${row.id}"] a`);
    link?.focus({ preventScroll: true });
    if (link || !row) granted.current = wish;
  });

  return { scroller, drawn, updateWindow };
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
