import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import restoreIcon from 'lucide-static/icons/archive-restore.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import unstarIcon from 'lucide-static/icons/star-off.svg?icon';
import type { JSX } from 'preact';
import type { ListRow } from '../bookmarks/snapshot';
import { Icon, type IconShapes } from '../components/icon';
import { type PlainKey, t } from '../strings';
import type { ListTouch } from './list-touch';
import type { SwipeSide } from './motion';
import './touch.css';

type SwipedRow = Pick<ListRow, 'id' | 'isArchived' | 'isFavourite'>;

const actionOf = (row: SwipedRow, side: SwipeSide): readonly [IconShapes, PlainKey] => {
  if (side === 'forward') {
    return row.isArchived ? [restoreIcon, 'bulkUnarchive'] : [archiveIcon, 'actionArchive'];
  }
  return row.isFavourite ? [unstarIcon, 'bulkUnfavour'] : [starIcon, 'actionFavourite'];
};

interface SwipeAreaProps {
  readonly row: SwipedRow;
  readonly touch: ListTouch;
}

/** Shows beside a row that is swiped what the swipe does. */
export function SwipeArea({ row, touch }: SwipeAreaProps): JSX.Element | null {
  const swipe = touch.swipe.value;
  if (swipe?.id !== row.id) return null;
  const [icon, name] = actionOf(row, swipe.side);
  return (
    <span class="swipe-area" data-side={swipe.side} data-enough={swipe.isEnough} aria-hidden="true">
      <Icon shapes={icon} />
      {t(name)}
    </span>
  );
}
