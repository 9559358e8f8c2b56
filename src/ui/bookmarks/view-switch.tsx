import type { JSX } from 'preact';
import { VIEWS, type View } from '../../domain/bookmark';
import { formatNumber, type PlainKey, t } from '../strings';
import type { BookmarkListModel } from './list-model';
import './view-switch.css';

/** Chooses the view, with the number of bookmarks in each. */
export function ViewSwitch(props: {
  readonly listModel: Pick<BookmarkListModel, 'list' | 'problem'>;
}): JSX.Element {
  const { list, problem } = props.listModel;
  // The counts of the snapshot are outdated when the library cannot be opened.
  const counts = problem.value === null ? list.counts.value : null;
  return (
    <select
      class="view-switch"
      aria-label={t('viewsName')}
      value={list.choice.value.view}
      onChange={({ currentTarget }) => {
        const view = VIEWS[currentTarget.selectedIndex];
        if (view) list.show({ view, label: null });
      }}
    >
      {VIEWS.map((view) => (
        <option key={view} value={view}>
          {counts
            ? t('pageFacts', t(VIEW_NAMES[view]), formatNumber(counts[view]))
            : t(VIEW_NAMES[view])}
        </option>
      ))}
    </select>
  );
}

export const VIEW_NAMES = {
  unread: 'viewUnread',
  all: 'viewAll',
  favourites: 'viewFavourites',
  archive: 'viewArchive',
  trash: 'viewTrash',
} as const satisfies Record<View, PlainKey>;
