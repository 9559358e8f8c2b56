import moreIcon from 'lucide-static/icons/ellipsis.svg?icon';
import highlightsIcon from 'lucide-static/icons/highlighter.svg?icon';
import unreadIcon from 'lucide-static/icons/inbox.svg?icon';
import addIcon from 'lucide-static/icons/plus.svg?icon';
import searchIcon from 'lucide-static/icons/search.svg?icon';
import type { JSX, Ref } from 'preact';
import { Icon, type IconShapes } from '../components/icon';
import { type PlainKey, t } from '../strings';
import type { LibraryPageModel } from './library-page-model';
import { hashOf, isSearch, type RouteBehind } from './route';
import './bottom-bar.css';

interface BottomBarProps {
  readonly model: LibraryPageModel;
  /** The id of the sidebar, which *More* opens. */
  readonly sideId: string;
  readonly moreRef: Ref<HTMLButtonElement>;
}

/** The places that are needed most, in reach of a thumb. The others are in the sidebar. */
export function BottomBar({ model, sideId, moreRef }: BottomBarProps): JSX.Element {
  const route = model.behind.value;
  const isUnread =
    route.kind === 'list' && route.choice.view === 'unread' && route.choice.label === null;
  return (
    <nav class="bottom-bar" aria-label={t('barName')} inert={model.isNavOpen.value}>
      <BarLink
        to={{ kind: 'list', choice: { view: 'unread', label: null } }}
        name="viewUnread"
        icon={unreadIcon}
        isCurrent={isUnread}
      />
      <button
        type="button"
        aria-current={isSearch(route) ? 'page' : undefined}
        onClick={() => void model.openSearch()}
      >
        <Icon shapes={searchIcon} />
        {t('barSearch')}
      </button>
      <a class="bar-add" aria-label={t('barAdd')} href={hashOf({ kind: 'add', page: null })}>
        <Icon shapes={addIcon} />
      </a>
      <BarLink
        to={{ kind: 'highlights', tab: 'all' }}
        name="highlightsTitle"
        icon={highlightsIcon}
        isCurrent={route.kind === 'highlights'}
      />
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
    </nav>
  );
}

interface BarLinkProps {
  readonly to: RouteBehind;
  readonly name: PlainKey;
  readonly icon: IconShapes;
  readonly isCurrent: boolean;
}

function BarLink({ to, name, icon, isCurrent }: BarLinkProps): JSX.Element {
  return (
    <a href={hashOf(to)} aria-current={isCurrent ? 'page' : undefined}>
      <Icon shapes={icon} />
      {t(name)}
    </a>
  );
}
