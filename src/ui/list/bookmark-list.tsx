import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import type { Shelf } from '../stores/shelf';
import { t } from '../strings';
import { EmptyList, RowActions } from './deferred-parts';
import { isLibraryEmpty } from './library-empty';
import { Row } from './row';
import { useWindow } from './use-window';
import './list.css';

interface BookmarkListProps {
  readonly shelf: Shelf;
  readonly hrefOf: (id: BookmarkId) => string;
}

/**
 * The list *Bookmarks*: only the rows near the screen are drawn, however long it is. To be keyed by
 * the list's choice, so that each list starts at its top.
 */
export function BookmarkList({ shelf, hrefOf }: BookmarkListProps): JSX.Element {
  const { list, cursor } = shelf;
  const tools = shelf.tools.value;
  const { scroller, drawn, lookAgain } = useWindow(list, cursor);
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
      onScroll={lookAgain}
      onPointerLeave={() => cursor.point(null)}
      onFocusOut={leave}
    >
      {rows?.length === 0 && list.isTrue.value && counts !== null && (
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
                onOpen={() => shelf.open(row.id)}
                onPoint={() => cursor.point(row.id)}
                onFocus={() => cursor.noteFocus(row.id)}
              >
                {hasActions && tools && (
                  <RowActions row={row} verbs={tools.verbs} isCurrent={isCurrent} />
                )}
              </Row>
            );
          })}
        </ul>
      )}
    </div>
  );
}
