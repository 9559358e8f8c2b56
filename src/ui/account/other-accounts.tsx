import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { AccountCard } from '../../service';
import { Button } from '../components/button';
import { t } from '../strings';
import { AccountFacts, nameOf } from './account-facts';

interface OtherAccountsProps {
  readonly accounts: readonly AccountCard[];
  /** Whether one is in use beside them. */
  readonly hasActive: boolean;
  readonly onSwitch: (account: AccountCard) => void;
  readonly onLeave: (account: AccountCard) => void;
}

/** The accounts that are kept and not in use, each with its own library. */
export function OtherAccounts(props: OtherAccountsProps): JSX.Element {
  const { accounts, hasActive, onSwitch, onLeave } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} class="account-step">
      <h3 id={id}>{t(hasActive ? 'accountOthers' : 'accountKept')}</h3>
      <ul class="account-list">
        {accounts.map((account) => (
          <li key={account.id} class="account-card">
            <AccountFacts account={account} />
            <p class="account-buttons">
              <Button onClick={() => onSwitch(account)}>
                {t('accountSwitch', nameOf(account))}
              </Button>
              <Button look="quiet" onClick={() => onLeave(account)}>
                {t(account.signedOutAt === null ? 'accountSignOut' : 'accountRemove')}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
