import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { AccountCard } from '../../service';
import { Button } from '../components/button';
import { formatDate, t } from '../strings';
import './account-card.css';

/** Who is signed in, where, since when, to which version. */
export function AccountFacts({ account }: { readonly account: AccountCard }): JSX.Element {
  const { base, username, signedInAt, signedOutAt, serverVersion } = account;
  const facts = [
    signedOutAt === null
      ? t('accountSince', formatDate(signedInAt))
      : t('accountUntil', formatDate(signedOutAt)),
    serverVersion !== '' && t('accountVersion', serverVersion),
  ].filter((fact) => fact !== false);
  return (
    <div class="account-facts">
      <span class="account-initial" aria-hidden="true">
        {[...nameOf(account)][0]?.toLocaleUpperCase()}
      </span>
      <div>
        <p class="account-name">
          <bdi>{username || nameOfServer(base)}</bdi>
        </p>
        <p>
          <bdi>{nameOfServer(base)}</bdi>
        </p>
        <p class="hint">{facts.join(' · ')}</p>
      </div>
    </div>
  );
}

/** What an account is called: the person, or the server where it does not say who that is. */
export const nameOf = ({ username, base }: AccountCard): string => username || nameOfServer(base);

interface ActiveAccountProps {
  readonly account: AccountCard;
  /** Whether it came in the place of what the person was at: then the focus goes there. */
  readonly isNew: boolean;
  readonly isBusy: boolean;
  /** Whether a sign-in is under way below: what it is about is not offered twice. */
  readonly isSigningIn: boolean;
  readonly onSignInAgain: () => void;
  readonly onLeave: () => void;
  readonly onExamine: () => void;
}

/** The account whose library is in use. */
export function ActiveAccount(props: ActiveAccountProps): JSX.Element {
  const { account, isNew, isBusy, isSigningIn, onSignInAgain, onLeave, onExamine } = props;
  const { signedOutAt } = account;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew && document.activeElement === document.body) card.current?.focus();
    // Only how it came counts.
  }, []);
  return (
    <section
      class="account-card"
      tabIndex={-1}
      ref={card}
      aria-label={nameOf(account)}
      data-signed-out={signedOutAt !== null}
    >
      <AccountFacts account={account} />
      {signedOutAt !== null && (
        <p class="account-warning" role="status">
          {t('accountSignedOut')}
        </p>
      )}
      {!(isSigningIn && signedOutAt !== null) && (
        <p class="account-buttons">
          {signedOutAt !== null && (
            <Button look="primary" isDisabled={isBusy} onClick={onSignInAgain}>
              {t('accountSignInAgain')}
            </Button>
          )}
          {!isSigningIn && <Button onClick={onExamine}>{t('doctorOpen')}</Button>}
          <Button look="quiet" onClick={onLeave}>
            {t(signedOutAt === null ? 'accountSignOut' : 'accountRemove')}
          </Button>
        </p>
      )}
    </section>
  );
}

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

/** How a server is called on the screen: its host with the path, without the scheme. */
export function nameOfServer(base: string): string {
  const { host, pathname } = new URL(base);
  return host + pathname.replace(/\/$/, '');
}

/** The page of a server where somebody finds their tokens and the apps that they let in. */
export const profilePage = (base: string): string => `${base}/profile`;
