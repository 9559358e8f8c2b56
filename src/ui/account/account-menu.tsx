import type { JSX } from 'preact';
import { Button } from '../components/button';
import { t } from '../strings';
import { AccountFacts, nameOfAccount } from './account-cards';
import type { AccountStore } from './account-store';
import { ProblemNote, useRequest } from './use-request';
import './account.css';

interface AccountMenuProps {
  readonly store: Pick<AccountStore, 'status' | 'switchAccount'>;
  /** Opens the settings page, where accounts are managed. */
  readonly onManage: () => void;
}

/** Shows the active account and buttons to switch to another one. */
export function AccountMenu({ store, onManage }: AccountMenuProps): JSX.Element | null {
  const request = useRequest();
  const status = store.status.value;
  if (status === null) return null;
  const { accounts } = status;
  const active = accounts.find(({ id }) => id === status.active);
  const isSignedOut = active !== undefined && active.signedOutAt !== null;
  return (
    <div class="account account-menu stack full">
      {active ? <AccountFacts account={active} /> : <p>{t('accountNone')}</p>}
      {isSignedOut && <p class="account-warning">{t('accountSignedOut')}</p>}
      {accounts
        .filter((account) => account !== active)
        .map((account) => (
          <Button
            key={account.id}
            look="quiet"
            onClick={() => void request.follow(store.switchAccount(account.id))}
          >
            {t('accountSwitch', nameOfAccount(account))}
          </Button>
        ))}
      {request.problem.value && <ProblemNote problem={request.problem.value} />}
      <Button look={active && !isSignedOut ? 'plain' : 'primary'} onClick={onManage}>
        {t(isSignedOut ? 'accountSignInAgain' : active ? 'accountManage' : 'signInDo')}
      </Button>
    </div>
  );
}
