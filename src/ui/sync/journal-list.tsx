import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import type { JournalRow, Library } from '../../library';
import { type Decisions, journalText } from '../../sync';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import { LIBRARY_ERRORS } from '../sentences';
import { formatMoment, t } from '../strings';
import { canTakeBack, fieldWords, kindWords, missingWords } from './journal-words';
import { readTitles, type Titles } from './titles';

/** As many as anybody looks through; *Show more* brings as many again. */
const PAGE = 50;

interface JournalListProps {
  readonly library: Pick<Library, 'sync' | 'bookmarks'>;
  readonly decisions: Pick<Decisions, 'takeBack'>;
  /** When it changes there may be more to show. */
  readonly syncedAt: number | null;
  readonly hrefOf: (id: BookmarkId) => string;
}

interface Shown {
  readonly rows: readonly JournalRow[];
  readonly titles: Titles;
}

/** What went out, what came in and what was merged, in the last 30 days. */
export function JournalList(props: JournalListProps): JSX.Element {
  const { library, decisions, syncedAt, hrefOf } = props;
  const id = useId();
  const limit = useSignal(PAGE);
  const shown = useSignal<Shown>({ rows: [], titles: new Map() });
  const taken = useSignal<{ readonly id: number; readonly words: string } | null>(null);
  const wanted = limit.value;
  useEffect(() => {
    void read(library, wanted).then((next) => {
      shown.value = next;
    });
  }, [library, wanted, syncedAt, shown]);

  const takeBack = async (row: JournalRow) => {
    const done = await decisions.takeBack(row);
    const words = done.ok ? t('journalTakenBack') : t(LIBRARY_ERRORS[done.error.kind]);
    taken.value = { id: row.id, words };
  };
  const { rows, titles } = shown.value;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('journalTitle')}</h2>
      {rows.length === 0 ? (
        <p>{t('journalEmpty')}</p>
      ) : (
        <CopyButton label={t('journalCopy')} text={journalText(rows)} />
      )}
      <ul class="sync-list">
        {rows.map((row) => (
          <li key={row.id}>
            <p>
              <time dateTime={new Date(row.at).toISOString()}>{formatMoment(row.at)}</time>{' '}
              {kindWords(row)}
            </p>
            {row.bookmarkId === null ? (
              row.collection?.name && (
                <p dir="auto">{t('journalCollection', row.collection.name)}</p>
              )
            ) : (
              <a href={hrefOf(row.bookmarkId)} dir="auto">
                {titles.get(row.bookmarkId) ?? missingWords(row)}
              </a>
            )}
            {fieldWords(row) && <p class="hint">{fieldWords(row)}</p>}
            {canTakeBack(row) && (
              <p class="sync-buttons">
                <Button look="quiet" onClick={() => void takeBack(row)}>
                  {t('journalTakeBack')}
                </Button>
                <span role="status">{taken.value?.id === row.id && taken.value.words}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {rows.length === wanted && (
        <Button
          onClick={() => {
            limit.value += PAGE;
          }}
        >
          {t('journalMore')}
        </Button>
      )}
    </section>
  );
}

async function read(library: JournalListProps['library'], limit: number): Promise<Shown> {
  const rows = await library.sync.journal(limit);
  return { rows, titles: await readTitles(library, rows) };
}
