import type { ComponentChildren, JSX } from 'preact';
import type { Refusal } from '../../library';
import type { Decisions } from '../../sync';
import { Button } from '../components/button';
import { t } from '../strings';
import { reasonWords } from './attention-words';

/** The three ways on. */
export type Verb = keyof Decisions['collections'];

interface AttentionItemProps {
  /** What it is about. */
  readonly children: ComponentChildren;
  /** What was to be sent. */
  readonly intent: string;
  readonly refusal: Refusal | null;
  readonly onDecide: (verb: Verb) => void;
}

/** One thing that a server refused, with its reason and the three ways on. */
export function AttentionItem(props: AttentionItemProps): JSX.Element {
  const { children, intent, refusal, onDecide } = props;
  return (
    <li>
      {children}
      <p>
        {intent} {reasonWords({ refusal })}
      </p>
      {refusal?.detail && (
        <p class="hint">
          <bdi>{refusal.detail}</bdi>
        </p>
      )}
      <p class="sync-buttons">
        <Button onClick={() => onDecide('tryAgain')}>{t('actionTryAgain')}</Button>
        <Button look="quiet" onClick={() => onDecide('keepOnlyHere')}>
          {t('attentionKeep')}
        </Button>
        <Button look="danger" onClick={() => onDecide('discard')}>
          {t('attentionDiscard')}
        </Button>
      </p>
    </li>
  );
}
