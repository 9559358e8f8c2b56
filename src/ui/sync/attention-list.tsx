import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import type { CollectionRow, Library, OutboxRow, Written } from '../../library';
import type { Decisions } from '../../sync';
import { LIBRARY_ERRORS } from '../sentences';
import { t } from '../strings';
import { AttentionItem } from './attention-item';
import { collectionIntentWords, intentWords } from './attention-words';
import { readTitles, type Titles } from './titles';

interface AttentionListProps {
  readonly library: Pick<Library, 'sync' | 'bookmarks'>;
  readonly decisions: Decisions;
  /** How many there are: when it changes they are read anew. */
  readonly count: number;
  readonly hrefOf: (id: BookmarkId) => string;
  readonly onDecided: () => void;
}

interface Shown {
  readonly rows: readonly OutboxRow[];
  readonly titles: Titles;
  readonly collections: readonly CollectionRow[];
}

/** What a server refused, each with its reason and the three ways on. */
export function AttentionList(props: AttentionListProps): JSX.Element {
  const { library, decisions, count, hrefOf, onDecided } = props;
  const id = useId();
  const shown = useSignal<Shown>({ rows: [], titles: new Map(), collections: [] });
  const trouble = useSignal<string | null>(null);
  useEffect(() => {
    void read(library).then((next) => {
      shown.value = next;
    });
  }, [library, count, shown]);

  const settle = async (deciding: Written<void>) => {
    const done = await deciding;
    trouble.value = done.ok ? null : t(LIBRARY_ERRORS[done.error.kind]);
    shown.value = await read(library);
    if (done.ok) onDecided();
  };
  const { rows, titles, collections } = shown.value;
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
            <a href={hrefOf(row.bookmarkId)} dir="auto">
              {titles.get(row.bookmarkId) ?? t('journalGone')}
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
            <p dir="auto">{t('journalCollection', row.name)}</p>
          </AttentionItem>
        ))}
      </ul>
      <p class="hint">{t('attentionHint')}</p>
      {collections.length > 0 && <p class="hint">{t('attentionCollectionHint')}</p>}
    </section>
  );
}

async function read(library: AttentionListProps['library']): Promise<Shown> {
  const rows = await library.sync.attention();
  const waiting = await library.sync.waitingCollections();
  return {
    rows,
    titles: await readTitles(library, rows),
    collections: waiting.filter(({ state }) => state === 'attention'),
  };
}
