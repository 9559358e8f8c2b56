import type { ReadonlySignal } from '@preact/signals';
import reverseIcon from 'lucide-static/icons/arrow-down-up.svg?icon';
import shuffleIcon from 'lucide-static/icons/shuffle.svg?icon';
import type { JSX } from 'preact';
import type { FindSort, ListSort } from '../../library';
import { IconButton } from '../components/button';
import { createMirror, isRecord, type Mirror, type MirrorStorage } from '../mirror';
import { type PlainKey, t } from '../strings';
import type { ListStore } from './list-store';
import './sort-control.css';

type SortBy = FindSort['by'];

const SORT_NAMES = {
  rank: 'sortRank',
  saved: 'sortSaved',
  published: 'sortPublished',
  title: 'sortTitle',
  site: 'sortSite',
  length: 'sortLength',
  progress: 'progress',
  random: 'sortRandom',
} as const satisfies Record<SortBy, PlainKey>;

const FOUND_ORDERS = Object.keys(SORT_NAMES) as readonly SortBy[];
const ORDERS = FOUND_ORDERS.filter((by) => by !== 'rank');

/** The order in which lists were last shown. */
export const sortMirror = (storage: MirrorStorage): Mirror<ListSort> =>
  createMirror(storage, 'leafmark.sort', parseSort);

function parseSort(stored: unknown): ListSort {
  const by = isRecord(stored) ? ORDERS.find((each) => each === stored.by) : undefined;
  if (by === undefined || by === 'random') return { by: 'saved', isReversed: false };
  return { by, isReversed: isRecord(stored) && stored.isReversed === true };
}

interface SortControlProps {
  readonly list: Pick<ListStore, 'choice' | 'sort' | 'sortBy'>;
  readonly mirror: Mirror<ListSort>;
}

/** Chooses the order of the list. */
export function SortControl({ list, mirror }: SortControlProps): JSX.Element {
  const change = (next: FindSort) => {
    if (next.by === 'rank') return;
    list.sortBy(next);
    mirror.write(next);
  };
  const isTrash = list.choice.value.view === 'trash';
  return <SortMenu orders={ORDERS} sort={list.sort.value} isTrash={isTrash} onChange={change} />;
}

interface FoundSortProps {
  readonly order: {
    readonly sort: ReadonlySignal<FindSort>;
    sortBy(sort: FindSort): void;
  };
}

/** Chooses the order of the results of a search. It is not remembered. */
export const FoundSort = ({ order }: FoundSortProps): JSX.Element => (
  <SortMenu orders={FOUND_ORDERS} sort={order.sort.value} onChange={order.sortBy} />
);

interface SortMenuProps {
  readonly orders: readonly SortBy[];
  readonly sort: FindSort;
  /** The trash is sorted by the date of deletion instead of the date saved. */
  readonly isTrash?: boolean;
  readonly onChange: (sort: FindSort) => void;
}

function SortMenu({ orders, sort, isTrash = false, onChange }: SortMenuProps): JSX.Element {
  return (
    <div class="sort-control line gap-1">
      <select
        aria-label={t('sortName')}
        value={sort.by}
        onChange={({ currentTarget }) => {
          const by = orders[currentTarget.selectedIndex] ?? 'saved';
          onChange(by === 'random' ? shuffle() : { by, isReversed: false });
        }}
      >
        {orders.map((by) => (
          <option key={by} value={by}>
            {t(isTrash && by === 'saved' ? 'sortDeleted' : SORT_NAMES[by])}
          </option>
        ))}
      </select>
      {sort.by === 'random' && (
        <IconButton
          label={t('sortShuffle')}
          icon={shuffleIcon}
          onClick={() => onChange(shuffle())}
        />
      )}
      {sort.by !== 'random' && sort.by !== 'rank' && (
        <IconButton
          label={t('sortReverse')}
          icon={reverseIcon}
          isPressed={sort.isReversed}
          onClick={() => onChange({ by: sort.by, isReversed: !sort.isReversed })}
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
