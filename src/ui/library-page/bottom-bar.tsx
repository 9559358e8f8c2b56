import moreIcon from 'lucide-static/icons/ellipsis.svg?icon';
import searchIcon from 'lucide-static/icons/search.svg?icon';
import type { JSX, Ref } from 'preact';
import { Bar } from '../components/bottom-bar';
import { Icon } from '../components/icon';
import { t } from '../strings';
import type { LibraryPageModel } from './library-page-model';
import { isSearch, type RouteBehind } from './route';

interface BottomBarProps {
  readonly model: LibraryPageModel;
  /** The id of the sidebar, which *More* opens. */
  readonly sideId: string;
  readonly moreRef: Ref<HTMLButtonElement>;
}

/** The bar of the library. The places that it does not have are in the sidebar. */
export function BottomBar({ model, sideId, moreRef }: BottomBarProps): JSX.Element {
  const route = model.behind.value;
  return (
    <Bar
      page=""
      current={barPlaceOf(route)}
      isInert={model.isNavOpen.value}
      search={
        <button
          type="button"
          aria-current={isSearch(route) ? 'page' : undefined}
          onClick={() => void model.openSearch()}
        >
          <Icon shapes={searchIcon} />
          {t('barSearch')}
        </button>
      }
      more={
        <button
          type="button"
          aria-expanded={model.isNavOpen.value}
          aria-controls={sideId}
          ref={moreRef}
          onClick={() => model.openNav(true)}
        >
          <Icon shapes={moreIcon} />
          {t('popupMore')}
        </button>
      }
    />
  );
}

function barPlaceOf(route: RouteBehind): 'unread' | 'highlights' | null {
  if (route.kind === 'highlights') return 'highlights';
  const isUnread =
    route.kind === 'list' && route.choice.view === 'unread' && route.choice.label === null;
  return isUnread ? 'unread' : null;
}
