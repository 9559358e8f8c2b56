import { useSignal } from '@preact/signals';
import moreIcon from 'lucide-static/icons/ellipsis.svg?icon';
import reportIcon from 'lucide-static/icons/info.svg?icon';
import tabsIcon from 'lucide-static/icons/layers.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import optionsIcon from 'lucide-static/icons/settings.svg?icon';
import highlightsIcon from 'lucide-static/icons/text-quote.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { AccountStore } from '../account/account-store';
import { Button, IconButton } from '../components/button';
import { deferred } from '../components/deferred';
import { SidePanelButton } from '../side-panel/side-panel';
import { t } from '../strings';
import { type PagePanelDeps, SHEET_NAMES, type Sheet } from './page-panel-model';
import './more-menu.css';

const AccountMenu = deferred(async () => (await import('../account/account-menu')).AccountMenu);

const SHEETS = [
  ['details', editIcon],
  ['highlights', highlightsIcon],
  ['report', reportIcon],
] as const;

interface MoreMenuProps extends Pick<PagePanelDeps, 'accounts' | 'openTab' | 'sidePanel'> {
  /** The rarer actions for the saved page in the current tab. null without one. */
  readonly page: { readonly open: (sheet: Sheet) => void; readonly remove: () => void } | null;
}

/** The rarer actions for the current page, those for the window, and the account. */
export function MoreMenu({ page, accounts, openTab, sidePanel }: MoreMenuProps): JSX.Element {
  const id = useId();
  const menu = useRef<HTMLFieldSetElement>(null);
  const account = useSignal<AccountStore | null>(null);
  const openOptions = () => openTab('options.html');
  const fetch = async () => {
    account.value ??= await accounts();
  };
  const closing = (act: () => void) => () => {
    menu.current?.hidePopover();
    act();
  };
  return (
    <>
      <IconButton label={t('popupMore')} icon={moreIcon} popoverTarget={id} />
      <fieldset
        id={id}
        class="more-menu"
        popover="auto"
        aria-label={t('popupMore')}
        ref={menu}
        onToggle={() => void fetch()}
      >
        {page &&
          SHEETS.map(([sheet, icon]) => (
            <Button key={sheet} look="quiet" icon={icon} onClick={closing(() => page.open(sheet))}>
              {t(SHEET_NAMES[sheet])}
            </Button>
          ))}
        {page && (
          <Button look="quiet" icon={trashIcon} onClick={closing(page.remove)}>
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
      </fieldset>
    </>
  );
}
