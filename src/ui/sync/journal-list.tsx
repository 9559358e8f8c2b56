import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { type JournalRow, type Library, type ShownJournal, syncLists } from '../../library';
import { type Decisions, journalText } from '../../sync';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import { into } from '../components/signals';
import { formatMoment } from '../format';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, t } from '../strings';
import { canTakeBack, changeTexts, kindText, missingText } from './journal-text';

/** Rows per page. *Show more* adds another page. */
const PAGE = 50;

interface JournalListProps {
  readonly library: Pick<Library, 'part'>;
  readonly decisions: Pick<Decisions, 'takeBack'>;
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Lists what sync sent, received and merged lately, live. */
export function JournalList({ library, decisions, hrefOf }: JournalListProps): JSX.Element | null {
  const id = useId();
  const limit = useSignal(PAGE);
  const shown = useSignal<ShownJournal | null>(null);
  const reverted = useSignal<{ readonly id: number; readonly text: string } | null>(null);
  const wanted = limit.value;
  useEffect(
    () => library.part(syncLists).watchJournal(wanted, into(shown)),
    [library, wanted, shown],
  );

  const takeBack = async (row: JournalRow) => {
    const done = await decisions.takeBack(row);
    const text = done.ok ? t('journalTakenBack') : t(LIBRARY_ERRORS[done.error.kind]);
    reverted.value = { id: row.id, text };
  };
  if (shown.value === null) return null;
  const { rows, titles } = shown.value;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('syncOpen')}</h2>
      {rows.length === 0 ? (
        <p>{t('syncNever')}</p>
      ) : (
        <CopyButton label={t('articleCopy')} text={journalText(rows)} />
      )}
      <ul class="sync-list">
        {rows.map((row) => (
          <JournalItem
            key={row.id}
            row={row}
            titles={titles}
            hrefOf={hrefOf}
            onTakeBack={() => void takeBack(row)}
            outcome={reverted.value?.id === row.id ? reverted.value.text : ''}
          />
        ))}
      </ul>
      {rows.length === wanted && (
        <Button
          onClick={() => {
            limit.value += PAGE;
          }}
        >
          {t('popupMore')}
        </Button>
      )}
    </section>
  );
}

interface JournalItemProps {
  readonly row: JournalRow;
  readonly titles: ShownJournal['titles'];
  readonly hrefOf: (id: BookmarkId) => string;
  readonly onTakeBack: () => void;
  /** The result of *Undo*. Empty before. */
  readonly outcome: string;
}

/** Shows one entry: the time, the action, the bookmark, and the values that were replaced. */
function JournalItem(props: JournalItemProps): JSX.Element {
  const { row, outcome } = props;
  return (
    <li>
      <p>
        <time dateTime={new Date(row.at).toISOString()}>{formatMoment(row.at)}</time>{' '}
        {kindText(row)}
      </p>
      <Subject {...props} />
      {changeTexts(row).map((text) => (
        <p key={text} class="hint">
          {text}
        </p>
      ))}
      {canTakeBack(row) && (
        <p class="sync-buttons">
          <Button look="quiet" onClick={props.onTakeBack}>
            {t('actionUndo')}
          </Button>
          <span role="status">{outcome}</span>
        </p>
      )}
    </li>
  );
}

function Subject({ row, titles, hrefOf }: JournalItemProps): JSX.Element | null {
  const { bookmarkId, count, collection, highlight } = row;
  if (bookmarkId !== null) {
    return (
      <>
        <a href={hrefOf(bookmarkId)}>
          <bdi>{titles.get(bookmarkId) ?? missingText(row)}</bdi>
        </a>
        {highlight && <p>{t('journalHighlight', highlight.text)}</p>}
      </>
    );
  }
  if (count !== undefined) return <p>{t('journalBookmarks', formatNumber(count))}</p>;
  return collection?.name ? <p>{t('journalCollection', collection.name)}</p> : null;
}
