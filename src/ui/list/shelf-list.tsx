import type { JSX } from 'preact';
import type { BookmarkId } from '../../domain';
import type { Shelf } from '../stores/shelf';
import { t } from '../strings';
import { BookmarkList } from './bookmark-list';
import { LibraryTrouble, ShelfExtras } from './deferred-parts';
import { useEarlyKeys } from './early-keys';

interface ShelfListProps {
  readonly shelf: Shelf;
  readonly hrefOf: (id: BookmarkId) => string;
  /** False while the reader is in front: the list keeps its place and leaves the keys alone. */
  readonly isInFront: boolean;
}

/** The list of a shelf with its keys and dialogs, or what stands in its way. */
export function ShelfList({ shelf, hrefOf, isInFront }: ShelfListProps): JSX.Element {
  const earlyKeys = useEarlyKeys();
  if (shelf.trouble.value) return <LibraryTrouble kind={shelf.trouble.value} />;
  const { view, label } = shelf.list.choice.value;
  const tools = shelf.tools.value;
  return (
    <>
      <BookmarkList key={`${view}/${label ?? ''}`} shelf={shelf} hrefOf={hrefOf} />
      {shelf.isStorageLow.value && (
        <p class="storage-low" role="status">
          {t('storageLow')}
        </p>
      )}
      {tools && isInFront && <ShelfExtras shelf={shelf} tools={tools} earlyKeys={earlyKeys} />}
    </>
  );
}
