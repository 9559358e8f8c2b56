import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { LostData } from '../../library';
import { Button } from '../components/button';
import { formatNumber, t } from '../strings';

interface LostDataQuestionProps {
  readonly lost: LostData;
  readonly onAnswer: (answer: 'send-back' | 'accept') => void;
}

/** The server misses much of what it had: nothing goes on before a person has said what to do. */
export function LostDataQuestion({ lost, onAnswer }: LostDataQuestionProps): JSX.Element {
  const id = useId();
  return (
    <section class="sync-question" aria-labelledby={id}>
      <h2 id={id}>{t('lostTitle')}</h2>
      <p>{t('lostText', formatNumber(lost.missing), formatNumber(lost.known))}</p>
      <p>{t('lostSafe')}</p>
      <p class="sync-buttons">
        <Button look="primary" onClick={() => onAnswer('send-back')}>
          {t('lostSendBack')}
        </Button>
        <Button look="danger" onClick={() => onAnswer('accept')}>
          {t('lostAccept')}
        </Button>
      </p>
      <p class="hint">{t('lostAcceptHint')}</p>
    </section>
  );
}
