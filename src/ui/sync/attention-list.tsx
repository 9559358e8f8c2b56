import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import type { Library, Refusal, ShownAttention, Written } from '../../library';
import type { Decisions } from '../../sync';
import { Button } from '../components/button';
import { into } from '../components/signals';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import { collectionIntentText, highlightIntentText, intentText, reasonText } from './journal-text';

interface AttentionListProps {
  readonly library: Pick<Library, 'sync'>;
  readonly decisions: Decisions;
  readonly hrefOf: (id: BookmarkId) => string;
  readonly onDecided: () => void;
}

/**
 * Lists the changes that the server refused, each with the reason and three actions. Shows nothing
 * when there are none.
 */
export function AttentionList(props: AttentionListProps): JSX.Element | null {
  const { library, decisions, hrefOf, onDecided } = props;
  const id = useId();
  const shown = useSignal<ShownAttention | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => library.sync.watchAttention(into(shown)), [library, shown]);

  const settle = async (deciding: Written<void>) => {
    const done = await deciding;
    problem.value = done.ok ? null : t(LIBRARY_ERRORS[done.error.kind]);
    if (done.ok) onDecided();
  };
  if (shown.value === null) return null;
  const { rows, titles, collections, highlights } = shown.value;
  if (rows.length + collections.length + highlights.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('attentionTitle')}</h2>
      {problem.value && <p role="alert">{problem.value}</p>}
      <ul class="sync-list">
        {rows.map((row) => (
          <AttentionItem
            key={row.seq}
            intent={intentText(row)}
            refusal={row.refusal ?? null}
            onDecide={(action) => void settle(decisions[action](row.bookmarkId))}
          >
            <a href={hrefOf(row.bookmarkId)}>
              <bdi>{titles.get(row.bookmarkId) ?? t('journalGone')}</bdi>
            </a>
          </AttentionItem>
        ))}
        {collections.map((row) => (
          <AttentionItem
            key={row.id}
            intent={collectionIntentText(row)}
            refusal={row.refusal}
            onDecide={(action) => void settle(decisions.collections[action](row.id))}
          >
            <p>{t('journalCollection', row.name)}</p>
          </AttentionItem>
        ))}
        {highlights.map(({ shadow, text }) => (
          <AttentionItem
            key={shadow.id}
            intent={highlightIntentText(shadow)}
            refusal={shadow.refusal}
            onDecide={(action) =>
              void settle(decisions.highlights[action](shadow.bookmarkId, shadow.id))
            }
          >
            <a href={hrefOf(shadow.bookmarkId)}>
              <bdi>{titles.get(shadow.bookmarkId) ?? t('journalGone')}</bdi>
            </a>
            <p>{t('journalHighlight', text)}</p>
          </AttentionItem>
        ))}
      </ul>
      <p class="hint">{t('attentionHint')}</p>
    </section>
  );
}

/** The three actions for a refused change. */
type AttentionAction = keyof Decisions['collections'];

interface AttentionItemProps {
  /** The bookmark or collection. */
  readonly children: ComponentChildren;
  /** Describes the change that was sent. */
  readonly intent: string;
  readonly refusal: Refusal | null;
  readonly onDecide: (action: AttentionAction) => void;
}

/** Shows one refused change with its reason and three actions. */
function AttentionItem(props: AttentionItemProps): JSX.Element {
  const { children, intent, refusal, onDecide } = props;
  return (
    <li>
      {children}
      <p>
        {intent} {reasonText({ refusal })}
      </p>
      {refusal?.detail && (
        <p class="hint">
          <bdi>{refusal.detail}</bdi>
        </p>
      )}
      <p class="sync-buttons">
        <Button onClick={() => onDecide('tryAgain')}>{t('actionTryAgain')}</Button>
        <Button look="quiet" onClick={() => onDecide('keepLocalOnly')}>
          {t('attentionKeep')}
        </Button>
        <Button look="danger" onClick={() => onDecide('discard')}>
          {t('attentionDiscard')}
        </Button>
      </p>
    </li>
  );
}
