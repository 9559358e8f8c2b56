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
  /** Whether no bookmark is anywhere, not even in the trash. */
  readonly isNew: boolean;
}

/** What stands where a list has no rows: what would be here, and how it comes here. */
export function EmptyList(props: EmptyListProps): JSX.Element {
  const [title, text] = wordsFor(props);
  return (
    <div class="empty-list">
      <Mark />
      <h2>{t(title)}</h2>
      <p>{t(text)}</p>
    </div>
  );
}

function wordsFor({ view, label, isNew }: EmptyListProps): readonly [PlainKey, PlainKey] {
  if (label !== null) return ['emptyLabelTitle', 'emptyLabel'];
  return isNew && view === 'unread' ? ['emptyNewTitle', 'emptyNew'] : WORDS[view];
}
