import type { JSX } from 'preact';
import type { AccountCard } from '../../service';
import { formatDate, t } from '../strings';
import { nameOfServer } from './server-address';
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
