import moreIcon from 'lucide-static/icons/ellipsis.svg?icon';
import highlightsIcon from 'lucide-static/icons/highlighter.svg?icon';
import unreadIcon from 'lucide-static/icons/inbox.svg?icon';
import addIcon from 'lucide-static/icons/plus.svg?icon';
import searchIcon from 'lucide-static/icons/search.svg?icon';
import toolsIcon from 'lucide-static/icons/sliders-horizontal.svg?icon';
import type { JSX, Ref } from 'preact';
import { Icon, type IconShapes } from '../components/icon';
import { type PlainKey, t } from '../strings';
import type { LibraryPageModel } from './library-page-model';
import { hashOf, isSearch, type RouteBehind } from './route';
import './bottom-bar.css';

interface BarProps {
  /** The page whose places these are. Empty: this one. */
  readonly page: string;
  readonly route: RouteBehind | null;
  readonly isInert?: boolean;
  readonly search: JSX.Element;
  readonly more: JSX.Element;
}

/** The places that are needed most, in reach of a thumb. */
function Bar({ page, route, isInert, search, more }: BarProps): JSX.Element {
  const isUnread =
    route?.kind === 'list' && route.choice.view === 'unread' && route.choice.label === null;
  return (
    <nav class="bottom-bar" aria-label={t('barName')} inert={isInert}>
      <BarLink
        href={page + hashOf({ kind: 'list', choice: { view: 'unread', label: null } })}
        name="viewUnread"
        icon={unreadIcon}
        isCurrent={isUnread}
      />
      {search}
      <a class="bar-add" aria-label={t('barAdd')} href={page + hashOf({ kind: 'add', page: null })}>
        <Icon shapes={addIcon} />
      </a>
      <BarLink
        href={page + hashOf({ kind: 'highlights', tab: 'all' })}
        name="highlightsTitle"
        icon={highlightsIcon}
        isCurrent={route?.kind === 'highlights'}
      />
      {more}
    </nav>
  );
}

interface BottomBarProps {
  readonly model: LibraryPageModel;
  /** The id of the sidebar, which *More* opens. */
  readonly sideId: string;
  readonly moreRef: Ref<HTMLButtonElement>;
}

/** The bar of the library, whose *More* opens the sidebar. */
export function BottomBar({ model, sideId, moreRef }: BottomBarProps): JSX.Element {
  const route = model.behind.value;
  return (
    <Bar
      page=""
      route={route}
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

/** The page of the library, seen from another page. */
export const LIBRARY_PAGE = 'library.html';

/** The bar of a page beside the library. It has no sidebar, so *More* leads to the tools. */
export const BarToLibrary = (): JSX.Element => (
  <Bar
    page={LIBRARY_PAGE}
    route={null}
    search={
      <BarLink
        href={LIBRARY_PAGE + hashOf({ kind: 'search', text: '' })}
        name="barSearch"
        icon={searchIcon}
        isCurrent={false}
      />
    }
    more={
      <BarLink
        href={LIBRARY_PAGE + hashOf({ kind: 'tools' })}
        name="toolsName"
        icon={toolsIcon}
        isCurrent={false}
      />
    }
  />
);

interface BarLinkProps {
  readonly href: string;
  readonly name: PlainKey;
  readonly icon: IconShapes;
  readonly isCurrent: boolean;
}

function BarLink({ href, name, icon, isCurrent }: BarLinkProps): JSX.Element {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      <Icon shapes={icon} />
      {t(name)}
    </a>
  );
}
