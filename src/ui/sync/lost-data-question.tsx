import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { LostData, Written } from '../../library';
import { Button } from '../components/button';
import { LIBRARY_ERRORS } from '../sentences';
import { formatNumber, plural, t } from '../strings';

type Answer = 'send-back' | 'accept';

interface LostDataQuestionProps {
  readonly lost: LostData;
  /** Keeps the answer for the next round. */
  readonly answer: (answer: Answer) => Written<void>;
  /** Called once it is kept. */
  readonly onAnswered: () => void;
}

/** The server misses much of what it had: nothing goes on before a person has said what to do. */
export function LostDataQuestion(props: LostDataQuestionProps): JSX.Element {
  const { answer, onAnswered } = props;
  const { missing, older, known } = props.lost;
  const id = useId();
  const trouble = useSignal<string | null>(null);
  const settle = async (chosen: Answer) => {
    const kept = await answer(chosen);
    trouble.value = kept.ok ? null : t(LIBRARY_ERRORS[kept.error.kind]);
    if (kept.ok) onAnswered();
  };
  return (
    <section class="sync-question" aria-labelledby={id}>
      <h2 id={id}>{t('lostTitle')}</h2>
      {missing > 0 && <p>{plural('lostMissing', missing, formatNumber(known))}</p>}
      {older > 0 && <p>{plural('lostOlder', older)}</p>}
      <p>{t('lostWhy')}</p>
      <p>{t('lostSafe')}</p>
      {trouble.value && <p role="alert">{trouble.value}</p>}
      <p class="sync-buttons">
        <Button look="primary" onClick={() => void settle('send-back')}>
          {t('lostSendBack')}
        </Button>
        <Button look="danger" onClick={() => void settle('accept')}>
          {t('lostAccept')}
        </Button>
      </p>
      {missing > 0 && <p class="hint">{t('lostAcceptMissingHint')}</p>}
      {older > 0 && <p class="hint">{t('lostAcceptOlderHint')}</p>}
    </section>
  );
}
