import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { SignInState } from '../../service';
import { Button } from '../components/button';
import { t } from '../strings';
import type { AccountStore } from './account-store';
import { AddressForm } from './address-form';
import { ChooseWay } from './choose-way';
import { DeviceCode } from './device-code';
import { troubleOf } from './problem-words';
import { Waiting } from './waiting';

interface SignInStepsProps {
  readonly store: AccountStore;
  /** null: nothing is under way yet. */
  readonly signIn: SignInState | null;
  readonly isNew: boolean;
  /** Whether the person asked for it, and did not just find it on the page. */
  readonly isWanted: boolean;
  readonly onExamine: () => void;
  readonly onCancel: () => void;
}

/** Signing in, as far as it is. */
export function SignInSteps(props: SignInStepsProps): JSX.Element {
  const { store, signIn, isNew, isWanted, onExamine, onCancel } = props;
  const before = useRef<SignInState['kind'] | null>(null);
  // What was typed stays there while the server looks at it, and can be put right.
  const isChecking =
    signIn?.kind === 'checking' && signIn.problem === null && before.current === 'choosing';
  if (!isChecking) before.current = signIn?.kind ?? null;
  if (signIn === null || signIn.kind === 'not-found') {
    return (
      <>
        <AddressForm
          store={store}
          isWanted={isWanted}
          before={signIn && { base: signIn.base, trouble: troubleOf(signIn.problem) }}
        />
        <p class="account-buttons">
          {signIn && <Button onClick={onExamine}>{t('doctorWhy')}</Button>}
          {(signIn ?? isWanted) && (
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
        before={problem && troubleOf(problem)}
        isChecking={isChecking}
        isNew={isNew}
        onExamine={onExamine}
      />
    );
  }
  if (signIn.kind === 'device') {
    return <DeviceCode signIn={signIn} store={store} isNew={isNew} onCancel={onCancel} />;
  }
  return <Waiting signIn={signIn} store={store} isNew={isNew} onCancel={onCancel} />;
}
