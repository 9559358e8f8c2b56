import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { SECOND_MS } from '../../domain/time';
import type { SignInState } from '../../service';
import { Button } from '../components/button';
import { useNow } from '../components/use-now';
import { t } from '../strings';
import { nameOfServer } from './account-cards';
import type { AccountStore } from './account-store';
import { AddressForm } from './address-form';
import { ChooseWay } from './choose-way';
import { DeviceCode, minutesAndSeconds } from './device-code';
import { accountProblemText } from './problem-text';
import { Step } from './sign-in-parts';

interface SignInStepsProps {
  readonly store: AccountStore;
  /** null before a sign-in has started. */
  readonly signIn: SignInState | null;
  readonly isNew: boolean;
  /** True when the user opened the form, rather than finding it on the page. */
  readonly isAdding: boolean;
  /** Absent: the connection check is not offered. */
  readonly onExamine?: () => void;
  readonly onCancel: () => void;
}

/** Shows the current step of signing in. */
export function SignInSteps(props: SignInStepsProps): JSX.Element {
  const { store, signIn, isNew, isAdding, onExamine, onCancel } = props;
  const before = useRef<SignInState['kind'] | null>(null);
  // The form stays visible with its input while the server verifies it, so that it can be
  // corrected.
  const isChecking =
    signIn?.kind === 'checking' && signIn.problem === null && before.current === 'choosing';
  if (!isChecking) before.current = signIn?.kind ?? null;
  if (signIn === null || signIn.kind === 'not-found') {
    return (
      <>
        <AddressForm
          store={store}
          isAdding={isAdding}
          before={signIn && { base: signIn.base, problem: accountProblemText(signIn.problem) }}
        />
        <p class="account-buttons hide-empty cluster">
          {signIn && onExamine && <Button onClick={onExamine}>{t('doctorOpen')}</Button>}
          {(signIn ?? isAdding) && (
            <Button look="quiet" onClick={onCancel}>
              {t('actionCancel')}
            </Button>
          )}
        </p>
      </>
    );
  }
  if (signIn.kind === 'choosing' || isChecking) {
    const problem = signIn.kind === 'choosing' ? signIn.problem : null;
    return (
      <ChooseWay
        store={store}
        server={signIn.server}
        before={problem && accountProblemText(problem)}
        isChecking={isChecking}
        isNew={isNew}
        {...(onExamine && { onExamine })}
      />
    );
  }
  if (signIn.kind === 'device') {
    return <DeviceCode signIn={signIn} store={store} isNew={isNew} onCancel={onCancel} />;
  }
  return <WaitingStep signIn={signIn} store={store} isNew={isNew} onCancel={onCancel} />;
}

interface WaitingStepProps {
  readonly signIn: Extract<SignInState, { kind: 'window' | 'checking' }>;
  readonly store: Pick<AccountStore, 'background'>;
  readonly isNew: boolean;
  readonly onCancel: () => void;
}

/** Shown while the server's page is open, and while the sign-in is being completed. */
function WaitingStep({ signIn, store, isNew, onCancel }: WaitingStepProps): JSX.Element {
  const { kind, server } = signIn;
  const paused = kind === 'checking' && signIn.problem ? signIn : null;
  const title = kind === 'window' ? 'signInWindow' : paused ? 'signInPaused' : 'doctorLooking';
  return (
    <Step title={t(title)} isNew={isNew}>
      {kind === 'window' && <p>{t('signInWindowHint', nameOfServer(server.base))}</p>}
      {paused?.problem && (
        <p role="status" class="account-warning">
          {accountProblemText(paused.problem).happened} {t('signInPausedHint')}
        </p>
      )}
      {paused ? (
        <TryAgain
          until={paused.notBefore}
          onAsk={() => store.background.pokeSignIn()}
          onCancel={onCancel}
        />
      ) : (
        <p class="account-buttons hide-empty cluster">
          <Button onClick={onCancel}>{t('actionCancel')}</Button>
        </p>
      )}
    </Step>
  );
}

interface TryAgainProps {
  /** When the server accepts the next attempt, in Unix ms. null when it did not say. */
  readonly until: number | null;
  readonly onAsk: () => void;
  readonly onCancel: () => void;
}

/** Shows *Try again*, which is disabled until the server accepts another attempt. */
function TryAgain({ until, onAsk, onCancel }: TryAgainProps): JSX.Element {
  const now = useNow(SECOND_MS);
  const leftMs = until === null ? 0 : until - now;
  return (
    <>
      {leftMs > 0 && (
        <p class="hint" role="timer">
          {t('signInNotBefore', minutesAndSeconds(leftMs))}
        </p>
      )}
      <p class="account-buttons hide-empty cluster">
        <Button look="primary" isDisabled={leftMs > 0} onClick={onAsk}>
          {t('actionTryAgain')}
        </Button>
        <Button onClick={onCancel}>{t('actionCancel')}</Button>
      </p>
    </>
  );
}
