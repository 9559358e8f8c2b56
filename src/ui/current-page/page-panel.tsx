import libraryIcon from 'lucide-static/icons/library.svg?icon';
import optionsIcon from 'lucide-static/icons/settings.svg?icon';
import type { JSX } from 'preact';
import type { AccountStore } from '../account/account-store';
import type { BookmarkListModel } from '../bookmarks/list-model';
import { IconButton } from '../components/button';
import { deferred } from '../components/deferred';
import { Mark } from '../components/icon';
import { t } from '../strings';
import type { PagePanelDeps } from './page-panel-model';
import './page-panel.css';

/** Loads both buttons before it shows one, because the second would move the first. */
const fetchButtons = () =>
  Promise.all([import('../account/account-button'), import('./more-menu')]);
const AccountButton = deferred(async () => (await fetchButtons())[0].AccountButton);
const MoreMenu = deferred(async () => (await fetchButtons())[1].MoreMenu);
const PageContents = deferred(async () => (await import('./page-contents')).PageContents);

interface PagePanelProps {
  readonly deps: PagePanelDeps;
  readonly listModel: BookmarkListModel;
  readonly accounts: () => Promise<AccountStore>;
  readonly onOpenLibrary: () => void;
  readonly onSaveTabs: () => void;
  readonly onOpenOptions: () => void;
}

/**
 * The panel at the top of the popup: the state of the current page and its actions. It has its
 * final height from the start.
 */
export function PagePanel(props: PagePanelProps): JSX.Element {
  const { deps, listModel } = props;
  const tools = listModel.tools.value;
  return (
    <section class="page-panel" aria-label={t('pageName')}>
      <Mark />
      <span class="page-buttons">
        {/* First, so that they do not move the other buttons when they appear. */}
        <AccountButton accounts={props.accounts} onManage={props.onOpenOptions} />
        <MoreMenu sidePanel={deps.sidePanel} onSaveTabs={props.onSaveTabs} />
        <IconButton label={t('libraryOpen')} icon={libraryIcon} onClick={props.onOpenLibrary} />
        <IconButton label={t('optionsTitle')} icon={optionsIcon} onClick={props.onOpenOptions} />
      </span>
      {tools && <PageContents deps={deps} listModel={listModel} tools={tools} />}
    </section>
  );
}
