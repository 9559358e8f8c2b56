import type { JSX } from 'preact';
import type { SignInState } from '../../service';
import { Button } from '../components/button';
import { t } from '../strings';
import type { AccountStore } from './account-store';
import { AskAgain } from './ask-again';
import { troubleOf } from './problem-words';
import { nameOfServer } from './server-address';
import { Step } from './step';

interface WaitingProps {
  readonly signIn: Extract<SignInState, { kind: 'window' | 'checking' }>;
  readonly store: Pick<AccountStore, 'poke'>;
  readonly isNew: boolean;
  readonly onCancel: () => void;
}

/** While the server's page is open, and while its answer is looked into or waited for. */
export function Waiting({ signIn, store, isNew, onCancel }: WaitingProps): JSX.Element {
  const { kind, server } = signIn;
  const paused = kind === 'checking' && signIn.problem ? signIn : null;
  const title = kind === 'window' ? 'signInWindow' : paused ? 'signInPaused' : 'signInChecking';
  return (
    <Step title={t(title)} isNew={isNew}>
      {kind === 'window' && <p>{t('signInWindowHint', nameOfServer(server.base))}</p>}
      {paused?.problem && (
        <p role="status" class="account-warning">
          {troubleOf(paused.problem).happened} {t('signInPausedHint')}
        </p>
      )}
      {paused ? (
        <AskAgain until={paused.notBefore} onAsk={store.poke} onCancel={onCancel} />
      ) : (
        <p class="account-buttons">
          <Button onClick={onCancel}>{t('actionCancel')}</Button>
        </p>
      )}
    </Step>
  );
}
