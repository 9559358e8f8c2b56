import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { AccountPanel } from '../account/account-panel';
import type { AccountStore } from '../account/account-store';
import { CompanionOffer } from '../account/companion-offer';
import { Button } from '../components/button';
import { t } from '../strings';

/** A server is offered and not pressed: the form is there once it is asked for. */
export function WelcomeAccount({ accounts }: { readonly accounts: AccountStore }): JSX.Element {
  const id = useId();
  const isAsked = useSignal(false);
  const status = accounts.status.value;
  const isSignedIn =
    status?.accounts.some(({ id, signedOutAt }) => id === status.active && signedOutAt === null) ??
    false;
  const isBegun = status !== null && (status.signIn !== null || status.accounts.length > 0);
  return (
    <section class="welcome-account" aria-labelledby={id}>
      <h2 id={id}>{t('welcomeServer')}</h2>
      <p>{t(isSignedIn ? 'welcomeServerDone' : 'welcomeServerText')}</p>
      {isAsked.value && (
        <AccountPanel
          store={accounts}
          onFold={() => {
            isAsked.value = false;
          }}
        />
      )}
      {!isAsked.value && isBegun && <AccountPanel store={accounts} />}
      {!isAsked.value && !isBegun && (
        <>
          <CompanionOffer store={accounts} />
          <p>
            <Button
              onClick={() => {
                isAsked.value = true;
              }}
            >
              {t('welcomeSignIn')}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
