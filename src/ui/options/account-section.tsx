import type { JSX } from 'preact';
import { AccountPanel } from '../account/account-panel';
import type { AccountStore } from '../account/account-store';
import { t } from '../strings';
import { Section } from './section';

/** Who is signed in where, and the way in and out. */
export function AccountSection({ accounts }: { readonly accounts: AccountStore }): JSX.Element {
  const status = accounts.status.value;
  const isNobody = status?.signIn === null && status.accounts.length === 0;
  return (
    <Section title={t('accountTitle')}>
      {isNobody && <p>{t('accountNone')}</p>}
      <AccountPanel store={accounts} />
    </Section>
  );
}
