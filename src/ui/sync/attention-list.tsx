import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import type { Library, OutboxRow } from '../../library';
import type { Decisions } from '../../sync';
import { Button } from '../components/button';
import { LIBRARY_ERRORS } from '../sentences';
import { t } from '../strings';
import { intentWords, reasonWords } from './attention-words';
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
}

/** What a server refused, each with its reason and the three ways on. */
export function AttentionList(props: AttentionListProps): JSX.Element {
  const { library, decisions, count, hrefOf, onDecided } = props;
  const id = useId();
  const shown = useSignal<Shown>({ rows: [], titles: new Map() });
  const trouble = useSignal<string | null>(null);
  useEffect(() => {
    void read(library).then((next) => {
      shown.value = next;
    });
  }, [library, count, shown]);

  const decide = async (verb: 'tryAgain' | 'discard' | 'keepOnlyHere', row: OutboxRow) => {
    const done = await decisions[verb](row.bookmarkId);
    trouble.value = done.ok ? null : t(LIBRARY_ERRORS[done.error.kind]);
    shown.value = await read(library);
    if (done.ok) onDecided();
  };
  const { rows, titles } = shown.value;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('attentionTitle')}</h2>
      {trouble.value && <p role="alert">{trouble.value}</p>}
      <ul class="sync-list">
        {rows.map((row) => (
          <li key={row.seq}>
            <a href={hrefOf(row.bookmarkId)} dir="auto">
              {titles.get(row.bookmarkId) ?? t('journalGone')}
            </a>
            <p>
              {intentWords(row)} {reasonWords(row)}
            </p>
            {row.refusal?.detail && <p class="hint">{row.refusal.detail}</p>}
            <p class="sync-buttons">
              <Button onClick={() => void decide('tryAgain', row)}>{t('actionTryAgain')}</Button>
              <Button look="quiet" onClick={() => void decide('keepOnlyHere', row)}>
                {t('attentionKeep')}
              </Button>
              <Button look="danger" onClick={() => void decide('discard', row)}>
                {t('attentionDiscard')}
              </Button>
            </p>
          </li>
        ))}
      </ul>
      <p class="hint">{t('attentionHint')}</p>
    </section>
  );
}

async function read(library: AttentionListProps['library']): Promise<Shown> {
  const rows = await library.sync.attention();
  return { rows, titles: await readTitles(library, rows) };
}
