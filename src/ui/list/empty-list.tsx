import type { JSX } from 'preact';
import type { View } from '../../domain';
import { Mark } from '../components/mark';
import { type PlainKey, t } from '../strings';

const WORDS: Readonly<Record<View, readonly [title: PlainKey, text: PlainKey]>> = {
  unread: ['emptyUnreadTitle', 'emptyUnread'],
  all: ['emptyAllTitle', 'emptyAll'],
  favourites: ['emptyFavouritesTitle', 'emptyFavourites'],
  archive: ['emptyArchiveTitle', 'emptyArchive'],
  trash: ['emptyTrashTitle', 'emptyTrash'],
};

interface EmptyListProps {
  readonly view: View;
  readonly label: string | null;
}

/** What stands where a list has no rows: what would be here, and how it comes here. */
export function EmptyList({ view, label }: EmptyListProps): JSX.Element {
  const [title, text] = label === null ? WORDS[view] : (['emptyLabelTitle', 'emptyLabel'] as const);
  return (
    <div class="empty-list">
      <Mark />
      <h2>{t(title)}</h2>
      <p>{t(text)}</p>
    </div>
  );
}
