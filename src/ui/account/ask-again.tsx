import type { JSX } from 'preact';
import { SECOND_MS } from '../../domain';
import { Button } from '../components/button';
import { t } from '../strings';
import { useNow } from '../use-now';
import { minutesAndSeconds } from './count-down';

interface AskAgainProps {
  /** The server wants to be asked no earlier: Unix ms; null: it said nothing of that. */
  readonly until: number | null;
  readonly onAsk: () => void;
  readonly onCancel: () => void;
}

/** *Try again*, once the server wants to be asked, and until then how long that is. */
export function AskAgain({ until, onAsk, onCancel }: AskAgainProps): JSX.Element {
  const now = useNow(SECOND_MS);
  const leftMs = until === null ? 0 : until - now;
  return (
    <>
      {leftMs > 0 && (
        <p class="hint" role="timer">
          {t('signInNotBefore', minutesAndSeconds(leftMs))}
        </p>
      )}
      <p class="account-buttons">
        <Button look="primary" isDisabled={leftMs > 0} onClick={onAsk}>
          {t('actionTryAgain')}
        </Button>
        <Button onClick={onCancel}>{t('actionCancel')}</Button>
      </p>
    </>
  );
}
