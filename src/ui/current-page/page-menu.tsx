import { useSignal } from '@preact/signals';
import reportIcon from 'lucide-static/icons/info.svg?icon';
import tabsIcon from 'lucide-static/icons/layers.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import optionsIcon from 'lucide-static/icons/settings.svg?icon';
import highlightsIcon from 'lucide-static/icons/text-quote.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import type { AccountStore } from '../account/account-store';
import { Button } from '../components/button';
import { deferred } from '../components/deferred';
import { MoreMenu } from '../components/more-menu';
import { SidePanelButton } from '../side-panel/side-panel';
import { t } from '../strings';
import { type PagePanelDeps, SHEET_NAMES, type Sheet } from './page-panel-model';

const AccountMenu = deferred(async () => (await import('../account/account-menu')).AccountMenu);

const SHEETS = [
  ['details', editIcon],
  ['highlights', highlightsIcon],
  ['report', reportIcon],
] as const;

interface PageMenuProps extends Pick<PagePanelDeps, 'accounts' | 'openTab' | 'sidePanel'> {
  /** The rarer actions for the saved page in the current tab. null without one. */
  readonly page: { readonly open: (sheet: Sheet) => void; readonly remove: () => void } | null;
}

/** The rarer actions for the current page, those for the window, and the account. */
export function PageMenu({ page, accounts, openTab, sidePanel }: PageMenuProps): JSX.Element {
  const account = useSignal<AccountStore | null>(null);
  const openOptions = () => openTab('options.html');
  const fetch = async () => {
    account.value ??= await accounts();
  };
  return (
    <MoreMenu onToggle={() => void fetch()}>
      {page &&
        SHEETS.map(([sheet, icon]) => (
          <Button key={sheet} look="quiet" icon={icon} onClick={() => page.open(sheet)}>
            {t(SHEET_NAMES[sheet])}
          </Button>
        ))}
      {page && (
        <Button look="quiet" icon={trashIcon} onClick={page.remove}>
          {t('actionDelete')}
        </Button>
      )}
      {page && <hr />}
      <Button look="quiet" icon={tabsIcon} onClick={() => openTab('library.html#/tabs')}>
        {t('tabsTitle')}
      </Button>
      <SidePanelButton sidePanel={sidePanel} />
      <Button look="quiet" icon={optionsIcon} onClick={openOptions}>
        {t('optionsTitle')}
      </Button>
      {account.value && <AccountMenu store={account.value} onManage={openOptions} />}
    </MoreMenu>
  );
}
