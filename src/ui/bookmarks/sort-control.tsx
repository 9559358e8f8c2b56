import reverseIcon from 'lucide-static/icons/arrow-down-up.svg?icon';
import shuffleIcon from 'lucide-static/icons/shuffle.svg?icon';
import type { JSX } from 'preact';
import type { ListSort } from '../../library/bookmarks/bookmark-repository';
import { IconButton } from '../components/button';
import { createMirror, isRecord, type Mirror, type MirrorStorage } from '../mirror';
import { type PlainKey, t } from '../strings';
import type { ListStore } from './list-store';
import './sort-control.css';

type SortBy = ListSort['by'];

const NAMES = {
  saved: 'sortSaved',
  published: 'sortPublished',
  title: 'sortTitle',
  site: 'sortSite',
  length: 'sortLength',
  progress: 'sortProgress',
  random: 'sortRandom',
} as const satisfies Record<SortBy, PlainKey>;

const ORDERS = Object.keys(NAMES) as readonly SortBy[];

/** The order in which lists were last shown. */
export const sortMirror = (storage: MirrorStorage): Mirror<ListSort> =>
  createMirror(storage, 'leafmark.sort', parseSort);

function parseSort(stored: unknown): ListSort {
  const by = isRecord(stored) ? ORDERS.find((each) => each === stored.by) : undefined;
  if (by === undefined || by === 'random') return { by: 'saved', isReversed: false };
  return { by, isReversed: isRecord(stored) && stored.isReversed === true };
}

interface SortControlProps {
  readonly list: Pick<ListStore, 'sort' | 'sortBy'>;
  readonly mirror: Mirror<ListSort>;
}

/** Chooses the order of the list. */
export function SortControl({ list, mirror }: SortControlProps): JSX.Element {
  const sort = list.sort.value;
  const change = (next: ListSort) => {
    list.sortBy(next);
    mirror.write(next);
  };
  return (
    <div class="sort-control">
      <select
        aria-label={t('sortName')}
        value={sort.by}
        onChange={({ currentTarget }) => {
          const by = ORDERS[currentTarget.selectedIndex] ?? 'saved';
          change(by === 'random' ? shuffle() : { by, isReversed: false });
        }}
      >
        {ORDERS.map((by) => (
          <option key={by} value={by}>
            {t(NAMES[by])}
          </option>
        ))}
      </select>
      {sort.by === 'random' ? (
        <IconButton
          label={t('sortShuffle')}
          icon={shuffleIcon}
          onClick={() => list.sortBy(shuffle())}
        />
      ) : (
        <IconButton
          label={t('sortReverse')}
          icon={reverseIcon}
          isPressed={sort.isReversed}
          onClick={() => change({ by: sort.by, isReversed: !sort.isReversed })}
        />
      )}
    </div>
  );
}

const shuffle = (): ListSort => ({
  by: 'random',
  isReversed: false,
  seed: Math.floor(Math.random() * 2 ** 32),
});
