import type { JSX } from 'preact';
import { isOpenElsewhere } from '../../service/account/accounts';
import { AccountPanel } from '../account/account-panel';
import type { AccountStore } from '../account/account-store';
import { OtherDevice } from '../account/other-device';
import { OwnAccount } from '../account/own-account';
import { SharedLinks } from '../share/shared-links';
import { t } from '../strings';
import { Section } from './section';

/** Shows the accounts and the sign-in. */
export function AccountSection({
  accounts,
  ownServer,
}: {
  readonly accounts: AccountStore;
  readonly ownServer: string | undefined;
}): JSX.Element {
  const status = accounts.status.value;
  const isNobody = status?.signIn === null && status.accounts.length === 0;
  const active = status?.accounts.find(({ id }) => id === status.active);
  return (
    <Section id="account" title={t('accountTitle')}>
      {ownServer === undefined ? (
        <>
          {isNobody && <p>{t('accountNone')}</p>}
          {/* Other pages link to the check. */}
          <AccountPanel store={accounts} isChecked={location.hash === '#check'} />
        </>
      ) : (
        <OwnAccount store={accounts} server={ownServer} />
      )}
      {active?.signedOutAt === null && isOpenElsewhere(active) && (
        <OtherDevice base={active.base} />
      )}
      {active?.signedOutAt === null && (
        <SharedLinks key={active.id} background={accounts.background} />
      )}
    </Section>
  );
}
