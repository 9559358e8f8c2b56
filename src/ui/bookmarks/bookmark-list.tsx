import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { useEarlyKeys } from '../components/early-keys';
import { t } from '../strings';
import { EmptyList, LibraryProblem, ListExtras, RowActions } from './deferred-parts';
import type { BookmarkListModel, ListCursor } from './list-model';
import type { RowRange } from './list-rows';
import { isLibraryEmpty, type ListStore } from './list-store';
import { Row, type RowParts } from './row';
import type { ListRow } from './snapshot';
import './bookmark-list.css';

/** The sizes of the lines of a list. */
export interface Lines {
  /** With the gap below. */
  readonly linePx: number;
  readonly gapPx: number;
  /** The number of rows in a line. */
  readonly columns: number;
}

/** The headings of a list whose rows are in one column. */
export interface Headings {
  /** The heading of the row at a position, if it has one. */
  readonly at: (position: number) => ComponentChildren;
  /** The height of the headings before a row, without its own. */
  readonly pxBefore: (position: number) => number;
  /** The style of a list that is rendered from a position on. */
  readonly styleFrom: (position: number) => Readonly<Record<string, number>>;
  /** Returns the position of the row at a height. */
  readonly rowAt: (y: number, linePx: number) => number;
}

interface BookmarkListProps {
  readonly listModel: BookmarkListModel;
  readonly hrefOf: (id: BookmarkId) => string;
  /** The bookmark in the reader beside the list. */
  readonly beside?: BookmarkId | null;
  /** Measures the lines of a grid. */
  readonly linesOf?: ((list: HTMLElement) => Lines) | undefined;
  readonly headings?: Headings | null;
  /** Shown where there is no bookmark at all. Default: the first steps of the extension. */
  readonly newLibrary?: JSX.Element;
  /** Scrolls with the rows, above them. */
  readonly head?: ComponentChildren;
  /** Rows have few buttons and *More*, where there is no pointer to point at them `always`. */
  readonly actions?: 'few' | 'always';
  /** Returns the parts of a row that are loaded later, or are only in the library page. */
  readonly partsOf?: (row: ListRow, isCurrent: boolean) => RowParts;
}

/**
 * The list *Bookmarks*. It renders only the rows near the visible part. Use the list's choice and
 * order as its key, so that each list starts at the top.
 */
function BookmarkList(props: BookmarkListProps): JSX.Element {
  const { list, cursor } = props.listModel;
  // No row gets these: the props of rows that are gone would keep each rendered list in memory.
  const { head, newLibrary, ...itemProps } = props;
  const { headings = null } = props;
  const { scroller, drawn, updateWindow } = useWindow(
    list,
    cursor,
    props.linesOf ?? rowSizesOf,
    headings,
  );
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

  const { start, end, columns } = drawn.value;
  return (
    <div
      class="list scroll"
      tabIndex={-1}
      ref={scroller}
      onScroll={updateWindow}
      onPointerLeave={() => cursor.point(null)}
      onFocusOut={leave}
    >
      {head && <div class="list-head">{head}</div>}
      {ids?.length === 0 &&
        list.isFromLibrary.value &&
        counts !== null &&
        (found ? (
          <found.Empty />
        ) : (
          <EmptyList
            view={view}
            label={label}
            isNew={isLibraryEmpty(counts)}
            newLibrary={newLibrary}
          />
        ))}
      {ids !== null && ids.length > 0 && (
        <ul
          aria-label={t('listName')}
          style={{
            '--lines': Math.ceil(list.length.value / columns),
            '--lines-above': Math.ceil(Math.min(start, list.length.value) / columns),
            ...headings?.styleFrom(start),
          }}
        >
          {ids.slice(start, end).map((id, index) => {
            const row = rows.get(id);
            const position = start + index;
            const heading = headings?.at(position);
            // It is being read, for some milliseconds.
            if (row === undefined)
              return (
                <li key={id} class="row">
                  {heading}
                </li>
              );
            return (
              <ListItem key={id} {...itemProps} row={row} position={position} heading={heading} />
            );
          })}
        </ul>
      )}
    </div>
  );
}

interface ListItemProps extends Omit<BookmarkListProps, 'head' | 'newLibrary'> {
  readonly row: ListRow;
  readonly position: number;
  readonly heading: ComponentChildren;
}

/** A row of the list, with its actions while it is pointed at or focused. */
function ListItem(props: ListItemProps): JSX.Element {
  const { listModel, row, position } = props;
  const { id } = row;
  const { list, cursor } = listModel;
  const tools = listModel.tools.value;
  const isCurrent = position === cursor.position.value;
  const hasActions =
    props.actions === 'always' || cursor.pointed.value === id || cursor.focused.value === id;
  return (
    <Row
      row={row}
      view={list.choice.value.view}
      position={position}
      listLength={list.length.value}
      href={props.hrefOf(id)}
      isCurrent={isCurrent}
      isOpen={id === props.beside}
      heading={props.heading}
      words={list.found.value?.wordsOf(row)}
      {...props.partsOf?.(row, isCurrent)}
      onOpen={() => listModel.open(id)}
      onPoint={() => cursor.point(id)}
      onFocus={() => cursor.noteFocus(id)}
    >
      {hasActions && tools && (
        <RowActions
          row={row}
          commands={tools.commands}
          isCurrent={isCurrent}
          isFolded={props.actions !== undefined}
        />
      )}
    </Row>
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
        <ListExtras
          listModel={listModel}
          tools={tools}
          earlyKeys={earlyKeys}
          isBesideReader={beside !== null}
        />
      )}
    </>
  );
}

/** Rendered before the height of the list is known: the rows of the popup and a few more. */
const FIRST_RENDERED_ROWS = 10;
/** Rendered beyond each edge, so that scrolling shows no gap. */
const OVERSCAN_PX = 600;
const FALLBACK_ROW_PX = 76;

interface RowWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Positions of the rows to render, without `end`, and how many of them are beside each other. */
  readonly drawn: ReadonlySignal<RowRange & { readonly columns: number }>;
  readonly updateWindow: () => void;
}

/** Determines which rows of a long list to render, and focuses the row that the cursor requests. */
function useWindow(
  list: ListStore,
  cursor: ListCursor,
  linesOf: (list: HTMLElement) => Lines,
  headings: Headings | null,
): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useSignal({ start: 0, end: FIRST_RENDERED_ROWS, columns: 1 });
  /** The position of the first visible row. */
  const top = useRef(0);

  const updateWindow = () => {
    const element = scroller.current;
    if (!element) return;
    const { linePx, columns } = linesOf(element);
    const before = drawn.value;
    const isSame = columns === before.columns;
    const scrollTop = isSame
      ? Math.max(0, element.scrollTop - headPx(element))
      : Math.floor(top.current / columns) * linePx;
    const lineAt = (y: number) => headings?.rowAt(y, linePx) ?? Math.floor(y / linePx);
    const first = lineAt(scrollTop);
    const last = 1 + lineAt(scrollTop + element.clientHeight - 1);
    const overscan = Math.ceil(OVERSCAN_PX / linePx);
    const start = Math.max(0, first - overscan) * columns;
    const end = Math.max((last + overscan) * columns, start + FIRST_RENDERED_ROWS);
    if (isSame) top.current = first * columns;
    cursor.columns.value = columns;
    if (start !== before.start || end !== before.end || !isSame)
      drawn.value = { start, end, columns };
    list.reveal(first * columns, last * columns);
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

  // When the width changes the columns, the same row stays at the top.
  const { columns } = drawn.value;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && top.current > 0)
      element.scrollTop =
        headPx(element) + Math.floor(top.current / columns) * linesOf(element).linePx;
  }, [columns]);

  const handled = useRef(cursor.focusRequests.peek());
  const requested = cursor.focusRequests.value;
  // After each render, because the requested row may only have been rendered now.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (handled.current === requested || !element) return;
    const isEmpty = list.length.peek() === 0;
    if (!isEmpty) {
      bringIntoView(element, linesOf(element), cursor.position.peek(), headings);
      updateWindow();
    }
    const id = list.ids.peek()?.[cursor.position.peek()];
    const link = id && element.querySelector<HTMLElement>(`[data-id="${id}"] a`);
    if (link) link.focus({ preventScroll: true });
    // The row is still being read, and the one that had the focus may be gone. The focus waits in
    // the list, so that its keys go on.
    else if (!isEmpty) element.focus({ preventScroll: true });
    if (link || isEmpty) handled.current = requested;
  });

  return { scroller, drawn, updateWindow };
}

/** The sizes of a list of rows. All have the same height, which depends on the user's text size. */
const rowSizesOf = (list: HTMLElement): Lines => ({
  linePx: list.querySelector<HTMLElement>('.row')?.offsetHeight || FALLBACK_ROW_PX,
  gapPx: 0,
  columns: 1,
});

/** The height of what is above the rows. */
const headPx = (list: HTMLElement): number =>
  list.querySelector<HTMLElement>('.list-head')?.offsetHeight ?? 0;

function bringIntoView(
  list: HTMLElement,
  { linePx, gapPx, columns }: Lines,
  position: number,
  headings: Headings | null,
): void {
  const lineTop = headPx(list) + Math.floor(position / columns) * linePx;
  const above = (row: number) => lineTop + (headings?.pxBefore(row) ?? 0);
  const rowTop = above(position + 1);
  const bottom = rowTop + linePx + gapPx - list.clientHeight;
  // The heading of a row comes with it, but a row that is seen already does not move for it.
  if (list.scrollTop > rowTop) list.scrollTop = position < columns ? 0 : above(position);
  else if (list.scrollTop < bottom) list.scrollTop = bottom;
}
