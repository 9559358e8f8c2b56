import type { JSX } from 'preact';
import type { SignInState } from '../../service';
import { Button } from '../components/button';
import { t } from '../strings';
import type { AccountStore } from './account-store';
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
  const problem = kind === 'checking' ? signIn.problem : null;
  const title = kind === 'window' ? 'signInWindow' : problem ? 'signInPaused' : 'signInChecking';
  return (
    <Step title={t(title)} isNew={isNew}>
      {kind === 'window' && <p>{t('signInWindowHint', nameOfServer(server.base))}</p>}
      {problem && (
        <p role="status" class="account-warning">
          {troubleOf(problem).happened} {t('signInPausedHint')}
        </p>
      )}
      <p class="account-buttons">
        {problem && (
          <Button look="primary" onClick={() => store.poke()}>
            {t('actionTryAgain')}
          </Button>
        )}
        <Button onClick={onCancel}>{t('actionCancel')}</Button>
      </p>
    </Step>
  );
}
