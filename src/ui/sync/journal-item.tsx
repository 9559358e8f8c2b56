import type { JSX } from 'preact';
import type { BookmarkId } from '../../domain';
import type { JournalRow, ShownJournal } from '../../library';
import { Button } from '../components/button';
import { formatMoment, t } from '../strings';
import { canTakeBack, changeWords, kindWords, missingWords } from './journal-words';

interface JournalItemProps {
  readonly row: JournalRow;
  readonly titles: ShownJournal['titles'];
  readonly hrefOf: (id: BookmarkId) => string;
  readonly onTakeBack: () => void;
  /** What came of *Take back*; empty before. */
  readonly outcome: string;
}

/** One thing that sync did: when, what, to which bookmark, and which values no longer stand. */
export function JournalItem(props: JournalItemProps): JSX.Element {
  const { row, outcome } = props;
  return (
    <li>
      <p>
        <time dateTime={new Date(row.at).toISOString()}>{formatMoment(row.at)}</time>{' '}
        {kindWords(row)}
      </p>
      <Subject {...props} />
      {changeWords(row).map((words) => (
        <p key={words} class="hint">
          {words}
        </p>
      ))}
      {canTakeBack(row) && (
        <p class="sync-buttons">
          <Button look="quiet" onClick={props.onTakeBack}>
            {t('journalTakeBack')}
          </Button>
          <span role="status">{outcome}</span>
        </p>
      )}
    </li>
  );
}

function Subject({ row, titles, hrefOf }: JournalItemProps): JSX.Element | null {
  const { bookmarkId, collection } = row;
  if (bookmarkId !== null) {
    return (
      <a href={hrefOf(bookmarkId)}>
        <bdi>{titles.get(bookmarkId) ?? missingWords(row)}</bdi>
      </a>
    );
  }
  return collection?.name ? <p>{t('journalCollection', collection.name)}</p> : null;
}
