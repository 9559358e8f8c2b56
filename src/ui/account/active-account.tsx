import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AccountCard } from '../../service';
import { Button } from '../components/button';
import { t } from '../strings';
import { AccountFacts, nameOf } from './account-facts';

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
