import { useSignal } from '@preact/signals';
import accountIcon from 'lucide-static/icons/circle-user-round.svg?icon';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { IconButton } from '../components/button';
import { deferred } from '../components/deferred';
import { t } from '../strings';
import type { AccountStore } from './account-store';
import './account-button.css';

const AccountMenu = deferred(async () => (await import('./account-menu')).AccountMenu);

interface AccountButtonProps {
  readonly accounts: () => Promise<AccountStore>;
  /** Opens the settings page, where accounts are managed. */
  readonly onManage: () => void;
}

/**
 * Opens the account menu in a popover. The menu and the account store are loaded at the first
 * press.
 */
export function AccountButton({ accounts, onManage }: AccountButtonProps): JSX.Element {
  const id = useId();
  const store = useSignal<AccountStore | null>(null);
  const fetch = async () => {
    store.value = await accounts();
  };
  return (
    <>
      <IconButton label={t('accountTitle')} icon={accountIcon} popoverTarget={id} />
      <div
        id={id}
        class="account-popover"
        popover="auto"
        role="dialog"
        aria-label={t('accountTitle')}
        onToggle={() => void fetch()}
      >
        {store.value && <AccountMenu store={store.value} onManage={onManage} />}
      </div>
    </>
  );
}
