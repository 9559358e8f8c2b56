import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { AccountCard } from '../../service';
import { missingPermissions } from '../../service/account/permissions';
import { Button } from '../components/button';
import { formatDate } from '../format';
import { t } from '../strings';
import { missingText } from './problem-text';
import { useFocusIfNew } from './sign-in-parts';
import './account-card.css';

/** Shows the user, the server with its version, and since when the user is signed in. */
export function AccountFacts({ account }: { readonly account: AccountCard }): JSX.Element {
  const { base, username, signedInAt, signedOutAt, serverVersion } = account;
  const facts = [
    signedOutAt === null
      ? t('accountSince', formatDate(signedInAt))
      : t('accountUntil', formatDate(signedOutAt)),
    serverVersion,
  ].filter((fact) => fact !== '');
  return (
    <div class="account-facts">
      <span class="account-initial center" aria-hidden="true">
        {[...nameOfAccount(account)][0]?.toLocaleUpperCase()}
      </span>
      <div>
        <p class="semibold">
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

/** Returns the user name, or the server where it does not report one. */
export const nameOfAccount = ({ username, base }: AccountCard): string =>
  username || nameOfServer(base);

interface ActiveAccountProps {
  readonly account: AccountCard;
  /** True when the card replaces what the user was working with. It takes the focus then. */
  readonly isNew: boolean;
  readonly isBusy: boolean;
  /** True while a sign-in is shown below. Buttons that lead to the same sign-in are hidden then. */
  readonly isSigningIn: boolean;
  readonly onSignInAgain: () => void;
  readonly onLeave: () => void;
  /** Absent in the web app. */
  readonly onExamine?: () => void;
}

/** Shows the account whose library is in use, with its buttons. */
export function ActiveAccount(props: ActiveAccountProps): JSX.Element {
  const { account, isNew, isBusy, isSigningIn, onSignInAgain, onLeave, onExamine } = props;
  const isSignedOut = account.signedOutAt !== null;
  const lacking = isSignedOut ? null : missingText(missingPermissions(account.permissions));
  const card = useFocusIfNew<HTMLElement>(isNew);
  return (
    <section
      class="account-card card stack gap-4"
      tabIndex={-1}
      ref={card}
      aria-label={nameOfAccount(account)}
      data-signed-out={isSignedOut}
    >
      <AccountFacts account={account} />
      {isSignedOut && (
        <p class="account-warning" role="status">
          {t('accountSignedOut')}
        </p>
      )}
      {lacking !== null && (
        <p class="account-warning" role="status">
          <span>
            {lacking} {t('problemForbiddenDo')}
          </span>
        </p>
      )}
      {!(isSigningIn && isSignedOut) && (
        <p class="account-buttons hide-empty cluster">
          {(isSignedOut || (lacking !== null && !isSigningIn)) && (
            <Button look="primary" isDisabled={isBusy} onClick={onSignInAgain}>
              {t('accountSignInAgain')}
            </Button>
          )}
          {!isSigningIn && onExamine && <Button onClick={onExamine}>{t('doctorOpen')}</Button>}
          <Button look="quiet" onClick={onLeave}>
            {t(isSignedOut ? 'actionRemove' : 'accountSignOut')}
          </Button>
        </p>
      )}
    </section>
  );
}

interface OtherAccountsProps {
  readonly accounts: readonly AccountCard[];
  readonly onSwitch: (account: AccountCard) => void;
  readonly onLeave: (account: AccountCard) => void;
}

/** Lists the accounts that are kept but not in use. Each has its own library. */
export function OtherAccounts(props: OtherAccountsProps): JSX.Element {
  const { accounts, onSwitch, onLeave } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} class="stack full">
      <h3 id={id}>{t('accountOthers')}</h3>
      <ul class="stack">
        {accounts.map((account) => (
          <li key={account.id} class="account-card card stack gap-4">
            <AccountFacts account={account} />
            <p class="account-buttons hide-empty cluster">
              <Button onClick={() => onSwitch(account)}>
                {t('accountSwitch', nameOfAccount(account))}
              </Button>
              <Button look="quiet" onClick={() => onLeave(account)}>
                {t(account.signedOutAt === null ? 'accountSignOut' : 'actionRemove')}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the name of a server for display: its host and path, without the scheme. */
export function nameOfServer(base: string): string {
  const { host, pathname } = new URL(base);
  return host + pathname.replace(/\/$/, '');
}

/** Returns the address of the server's page that lists the user's tokens and authorised apps. */
export const profilePage = (base: string): string => `${base}/profile`;
