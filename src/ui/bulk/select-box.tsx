import type { JSX } from 'preact';
import type { ListRow } from '../bookmarks/snapshot';
import { t } from '../strings';
import type { Selection } from './selection';

interface SelectBoxProps {
  readonly row: Pick<ListRow, 'id' | 'title'>;
  readonly selection: Selection;
  /** Only the box of the current row is in the tab order. */
  readonly isCurrent: boolean;
}

/** The checkbox of a row. */
export function SelectBox({ row, selection, isCurrent }: SelectBoxProps): JSX.Element {
  return (
    <label class="row-check center">
      <input
        type="checkbox"
        aria-label={t('selectBookmark', row.title)}
        checked={selection.ids.value.has(row.id)}
        tabIndex={isCurrent ? 0 : -1}
        onChange={() => selection.toggle(row.id)}
      />
    </label>
  );
}

/**
 * Selects by a click on a row with Shift, or with Ctrl beside the title, before its link opens. Other
 * clicks have no effect: with Ctrl, the browser opens a title in a new tab as any link.
 */
export function selectByClick(event: MouseEvent, selection: Selection): void {
  const isModified = event.shiftKey || event.ctrlKey || event.metaKey;
  if (!isModified || event.altKey || event.button !== 0) return;
  if (!(event.target instanceof Element) || event.target.closest('button') !== null) return;
  const id = event.target.closest<HTMLElement>('.row')?.dataset.id;
  if (id === undefined) return;
  // A press of Enter is a click, too.
  const isOnLink = event.detail === 0 || event.target.closest('a bdi') !== null;
  if (isOnLink && !event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  // The ids of rows are those of bookmarks.
  if (event.shiftKey) selection.extendTo(id as ListRow['id']);
  else selection.toggle(id as ListRow['id']);
}
