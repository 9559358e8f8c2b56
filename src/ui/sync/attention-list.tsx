import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import type { Library, ShownAttention, Written } from '../../library';
import type { Decisions } from '../../sync';
import { LIBRARY_ERRORS } from '../sentences';
import { t } from '../strings';
import { AttentionItem } from './attention-item';
import { collectionIntentWords, intentWords } from './attention-words';

interface AttentionListProps {
  readonly library: Pick<Library, 'sync'>;
  readonly decisions: Decisions;
  readonly hrefOf: (id: BookmarkId) => string;
  readonly onDecided: () => void;
}

/** What a server refused, each with its reason and the three ways on; nothing where there is none. */
export function AttentionList(props: AttentionListProps): JSX.Element | null {
  const { library, decisions, hrefOf, onDecided } = props;
  const id = useId();
  const shown = useSignal<ShownAttention | null>(null);
  const trouble = useSignal<string | null>(null);
  useEffect(
    () =>
      library.sync.watchAttention((next) => {
        shown.value = next;
      }),
    [library, shown],
  );

  const settle = async (deciding: Written<void>) => {
    const done = await deciding;
    trouble.value = done.ok ? null : t(LIBRARY_ERRORS[done.error.kind]);
    if (done.ok) onDecided();
  };
  if (shown.value === null) return null;
  const { rows, titles, collections } = shown.value;
  if (rows.length + collections.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('attentionTitle')}</h2>
      {trouble.value && <p role="alert">{trouble.value}</p>}
      <ul class="sync-list">
        {rows.map((row) => (
          <AttentionItem
            key={row.seq}
            intent={intentWords(row)}
            refusal={row.refusal ?? null}
            onDecide={(verb) => void settle(decisions[verb](row.bookmarkId))}
          >
            <a href={hrefOf(row.bookmarkId)}>
              <bdi>{titles.get(row.bookmarkId) ?? t('journalGone')}</bdi>
            </a>
          </AttentionItem>
        ))}
        {collections.map((row) => (
          <AttentionItem
            key={row.id}
            intent={collectionIntentWords(row)}
            refusal={row.refusal}
            onDecide={(verb) => void settle(decisions.collections[verb](row.id))}
          >
            <p>{t('journalCollection', row.name)}</p>
          </AttentionItem>
        ))}
      </ul>
      <p class="hint">{t('attentionHint')}</p>
      {collections.length > 0 && <p class="hint">{t('attentionCollectionHint')}</p>}
    </section>
  );
}
