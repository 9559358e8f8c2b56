import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import {
  type Library,
  type Refusal,
  type RefusedChange,
  type ShownAttention,
  syncLists,
  type Written,
} from '../../library';
import type { Decisions } from '../../sync';
import { Button } from '../components/button';
import { into } from '../components/signals';
import { LIBRARY_ERRORS } from '../messages';
import { t } from '../strings';
import { changeText, reasonText } from './journal-text';

interface AttentionListProps {
  readonly library: Pick<Library, 'part'>;
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
  useEffect(() => library.part(syncLists).watchAttention(into(shown)), [library, shown]);

  const settle = async (deciding: Written<void>) => {
    const done = await deciding;
    problem.value = done.ok ? null : t(LIBRARY_ERRORS[done.error.kind]);
    if (done.ok) onDecided();
  };
  if (shown.value === null) return null;
  const { changes, titles } = shown.value;
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('attentionTitle')}</h2>
      {problem.value && <p role="alert">{problem.value}</p>}
      <ul class="sync-list card divided full">
        {changes.map((change) => (
          <AttentionItem
            key={change.entry.seq}
            intent={changeText(change)}
            refusal={change.entry.refusal ?? null}
            onDecide={(action) => void settle(decide(decisions, change, action))}
          >
            <Subject change={change} titles={titles} hrefOf={hrefOf} />
          </AttentionItem>
        ))}
      </ul>
      <p class="hint">{t('attentionHint')}</p>
    </section>
  );
}

function decide(
  decisions: Decisions,
  change: RefusedChange,
  action: AttentionAction,
): Written<void> {
  if ('collection' in change) return decisions.collections[action](change.collection.id);
  if ('shadow' in change) {
    const { bookmarkId, id } = change.shadow;
    return decisions.highlights[action](bookmarkId, id);
  }
  return decisions[action](change.entry.bookmarkId);
}

interface SubjectProps extends Pick<ShownAttention, 'titles'> {
  readonly change: RefusedChange;
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Names what was refused: the bookmark, the highlight with its bookmark, or the collection. */
function Subject({ change, titles, hrefOf }: SubjectProps): JSX.Element {
  if ('collection' in change) return <p>{t('journalCollection', change.collection.name)}</p>;
  const { bookmarkId } = 'shadow' in change ? change.shadow : change.entry;
  return (
    <>
      <a href={hrefOf(bookmarkId)}>
        <bdi>{titles.get(bookmarkId) ?? t('journalGone')}</bdi>
      </a>
      {'shadow' in change && <p>{t('journalHighlight', change.text)}</p>}
    </>
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
    <li class="stack start gap-1">
      {children}
      <p>
        {intent} {reasonText({ refusal })}
      </p>
      {refusal?.detail && (
        <p class="hint">
          <bdi>{refusal.detail}</bdi>
        </p>
      )}
      <p class="sync-buttons cluster">
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
