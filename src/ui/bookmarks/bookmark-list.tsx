import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import { useEarlyKeys } from '../components/early-keys';
import { t } from '../strings';
import { EmptyList, LibraryProblem, ListExtras, RowActions } from './deferred-parts';
import type { BookmarkListModel, ListCursor } from './list-model';
import { isLibraryEmpty, type ListStore } from './list-store';
import { Row, type RowParts } from './row';
import type { ListRow } from './snapshot';
import './bookmark-list.css';

interface BookmarkListProps {
  readonly listModel: BookmarkListModel;
  readonly hrefOf: (id: BookmarkId) => string;
  /** The bookmark in the reader beside the list. */
  readonly beside?: BookmarkId | null;
  /** Returns the parts of a row that only the library page has. */
  readonly partsOf?: (row: ListRow, isCurrent: boolean) => RowParts;
}

/**
 * The list *Bookmarks*. It renders only the rows near the visible part. Use the list's choice and
 * order as its key, so that each list starts at the top.
 */
function BookmarkList(props: BookmarkListProps): JSX.Element {
  const { listModel, hrefOf, beside, partsOf } = props;
  const { list, cursor } = listModel;
  const tools = listModel.tools.value;
  const { scroller, drawn, updateWindow } = useWindow(list, cursor);
  const { view, label, search } = list.choice.value;
  const found = list.found.value;
  const ids = list.ids.value;
  const rows = list.rows.value;
  const counts = list.counts.value;
  const position = cursor.position.value;
  const focused = cursor.focused.value;

  useLayoutEffect(() => {
    const isGone = focused !== null && ids?.includes(focused) === false;
    // When the focused row disappears, the row in its place takes the focus.
    if (isGone) cursor.moveTo(position);
  }, [ids, focused, position, cursor]);

  // The results of another search begin at the top.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [search, scroller]);

  const leave = (event: FocusEvent) => {
    // Without a related target the row itself may have been removed, and its position is still
    // needed.
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
      {ids?.length === 0 &&
        list.isFromLibrary.value &&
        counts !== null &&
        (found ? (
          <found.Empty />
        ) : (
          <EmptyList view={view} label={label} isNew={isLibraryEmpty(counts)} />
        ))}
      {ids !== null && ids.length > 0 && (
        <ul
          aria-label={t('listName')}
          style={{
            '--rows': list.length.value,
            '--rows-above': Math.min(start, list.length.value),
          }}
        >
          {ids.slice(start, end).map((id, index) => {
            const row = rows.get(id);
            // It is being read, for some milliseconds.
            if (row === undefined) return <li key={id} class="row" />;
            const isCurrent = start + index === position;
            const hasActions = cursor.pointed.value === id || focused === id;
            return (
              <Row
                key={row.id}
                row={row}
                view={view}
                position={start + index}
                listLength={list.length.value}
                href={hrefOf(row.id)}
                isCurrent={isCurrent}
                isOpen={row.id === beside}
                words={found?.wordsOf(row)}
                {...partsOf?.(row, isCurrent)}
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

interface ListPaneProps extends BookmarkListProps {
  /** False while the reader covers the list. The list keeps its position then and ignores keys. */
  readonly isInFront: boolean;
}

/** Shows the list with its keys and dialogs, or the problem that prevents it. */
export function ListPane(props: ListPaneProps): JSX.Element {
  const { listModel, isInFront, beside = null } = props;
  const earlyKeys = useEarlyKeys();
  if (listModel.problem.value) return <LibraryProblem kind={listModel.problem.value} />;
  const { choice, sort } = listModel.list;
  const { view, label } = choice.value;
  const { by, isReversed } = sort.value;
  const tools = listModel.tools.value;
  return (
    <>
      <BookmarkList key={`${by}/${isReversed}/${view}/${label ?? ''}`} {...props} />
      {tools && isInFront && (
        <ListExtras {...{ listModel, tools, earlyKeys }} isBesideReader={beside !== null} />
      )}
    </>
  );
}

/** Rendered before the height of the list is known: the rows of the popup and a few more. */
const FIRST_ROWS = 10;
/** Rendered beyond each edge, so that scrolling shows no gap. */
const OVERSCAN_ROWS = 8;
const FALLBACK_ROW_PX = 76;

interface RowWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Positions of the rows to render, without `end`. */
  readonly drawn: ReadonlySignal<{ readonly start: number; readonly end: number }>;
  readonly updateWindow: () => void;
}

/** Determines which rows of a long list to render, and focuses the row that the cursor requests. */
function useWindow(list: ListStore, cursor: ListCursor): RowWindow {
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
    // The observer also calls back at the start, after the first paint.
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const handled = useRef(cursor.focusRequests.peek());
  const requested = cursor.focusRequests.value;
  // After each render, because the requested row may only have been rendered now.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (handled.current === requested || !element) return;
    const isEmpty = list.length.peek() === 0;
    if (!isEmpty) {
      bringIntoView(element, cursor.position.peek());
      updateWindow();
    }
    const id = list.ids.peek()?.[cursor.position.peek()];
    const link = id && element.querySelector<HTMLElement>(`[data-id="${id}"] a`);
    if (link) link.focus({ preventScroll: true });
    if (link || isEmpty) handled.current = requested;
  });

  return { scroller, drawn, updateWindow };
}

/** All rows have the same height, which depends on the user's text size. */
function rowHeightPx(list: HTMLElement): number {
  return list.querySelector<HTMLElement>('.row')?.offsetHeight || FALLBACK_ROW_PX;
}

function bringIntoView(list: HTMLElement, position: number): void {
  const rowPx = rowHeightPx(list);
  const top = position * rowPx;
  const bottom = top + rowPx - list.clientHeight;
  list.scrollTop = Math.min(top, Math.max(bottom, list.scrollTop));
}
