import type { JSX } from 'preact';
import type { SignInState } from '../../service';
import { Button } from '../components/button';
import { t } from '../strings';
import { nameOfServer } from './server-address';
import { Step } from './step';

interface WaitingProps {
  readonly signIn: Extract<SignInState, { kind: 'window' | 'checking' }>;
  readonly isNew: boolean;
  readonly onCancel: () => void;
}

/** While the server's page is open, and while its answer is looked into. */
export function Waiting({ signIn, isNew, onCancel }: WaitingProps): JSX.Element {
  const isOpen = signIn.kind === 'window';
  return (
    <Step title={t(isOpen ? 'signInWindow' : 'signInChecking')} isNew={isNew}>
      {isOpen && <p>{t('signInWindowHint', nameOfServer(signIn.server.base))}</p>}
      <p class="account-buttons">
        <Button onClick={onCancel}>{t('actionCancel')}</Button>
      </p>
    </Step>
  );
}
