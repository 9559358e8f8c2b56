import highlightsIcon from 'lucide-static/icons/highlighter.svg?icon';
import unreadIcon from 'lucide-static/icons/inbox.svg?icon';
import addIcon from 'lucide-static/icons/plus.svg?icon';
import searchIcon from 'lucide-static/icons/search.svg?icon';
import toolsIcon from 'lucide-static/icons/sliders-horizontal.svg?icon';
import type { JSX } from 'preact';
import { type PlainKey, t } from '../strings';
import { Icon, type IconShapes } from './icon';
import './bottom-bar.css';

/** The page of the library, seen from another page. */
export const LIBRARY_PAGE = 'library.html';

interface BarProps {
  /** The page whose places these are. Empty: this one. */
  readonly page: '' | typeof LIBRARY_PAGE;
  /** The place that is shown; null: none of these. */
  readonly current: 'unread' | 'highlights' | null;
  readonly isInert?: boolean;
  readonly search: JSX.Element;
  readonly more: JSX.Element;
}

/** The places that are needed most, in reach of a thumb. */
export function Bar({ page, current, isInert, search, more }: BarProps): JSX.Element {
  return (
    <nav class="bottom-bar" aria-label={t('barName')} inert={isInert}>
      <BarLink
        href={`${page}#/unread`}
        name="viewUnread"
        icon={unreadIcon}
        isCurrent={current === 'unread'}
      />
      {search}
      <a class="bar-add" aria-label={t('barAdd')} href={`${page}#/add`}>
        <Icon shapes={addIcon} />
      </a>
      <BarLink
        href={`${page}#/highlights`}
        name="highlightsTitle"
        icon={highlightsIcon}
        isCurrent={current === 'highlights'}
      />
      {more}
    </nav>
  );
}

/** The bar of a page beside the library. It has no sidebar, so the tools are in place of *More*. */
export const BarToLibrary = (): JSX.Element => (
  <Bar
    page={LIBRARY_PAGE}
    current={null}
    search={<BarLink href={`${LIBRARY_PAGE}#/search/`} name="barSearch" icon={searchIcon} />}
    more={<BarLink href={`${LIBRARY_PAGE}#/tools`} name="toolsName" icon={toolsIcon} />}
  />
);

interface BarLinkProps {
  readonly href: string;
  readonly name: PlainKey;
  readonly icon: IconShapes;
  readonly isCurrent?: boolean;
}

const BarLink = ({ href, name, icon, isCurrent = false }: BarLinkProps): JSX.Element => (
  <a href={href} aria-current={isCurrent ? 'page' : undefined}>
    <Icon shapes={icon} />
    {t(name)}
  </a>
);
