import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { type JournalRow, type Library, type ShownJournal, syncLists } from '../../library';
import { type Decisions, journalText } from '../../sync';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import { DayGroups, TimeOfDay } from '../components/day-groups';
import { into } from '../components/signals';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, plural, t } from '../strings';
import { eventsOf, type JournalEvent, pagesOf } from './journal-events';
import { canTakeBack, changeTexts, kindText, missingText } from './journal-text';

/** Rows per page. *Show more* adds another page. */
const JOURNAL_ROWS_PER_PAGE = 50;

interface JournalListProps {
  readonly library: Pick<Library, 'part'>;
  readonly decisions: Pick<Decisions, 'takeBack'>;
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Lists what sync sent, received and merged lately, live. */
export function JournalList({ library, decisions, hrefOf }: JournalListProps): JSX.Element | null {
  const id = useId();
  const limit = useSignal(JOURNAL_ROWS_PER_PAGE);
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
      <DayGroups items={eventsOf(rows)} atOf={([{ at }]) => at}>
        {(event) => (
          <JournalItem
            key={event[0].id}
            event={event}
            titles={titles}
            hrefOf={hrefOf}
            onTakeBack={(row) => void takeBack(row)}
            outcomeOf={({ id: of }) => (reverted.value?.id === of ? reverted.value.text : '')}
          />
        )}
      </DayGroups>
      {rows.length === wanted && (
        <Button
          onClick={() => {
            limit.value += JOURNAL_ROWS_PER_PAGE;
          }}
        >
          {t('popupMore')}
        </Button>
      )}
    </section>
  );
}

interface JournalItemProps {
  readonly event: JournalEvent;
  readonly titles: ShownJournal['titles'];
  readonly hrefOf: (id: BookmarkId) => string;
  readonly onTakeBack: (row: JournalRow) => void;
  /** The result of *Undo*. Empty before. */
  readonly outcomeOf: (row: JournalRow) => string;
}

/** Shows an event: the bookmark or the number of them, the action, the time, and the values that were replaced. */
function JournalItem({ event, titles, hrefOf, ...more }: JournalItemProps): JSX.Element {
  const [row] = event;
  const pages = pagesOf(event);
  const isOfPages = pages.length > 1;
  const parts = isOfPages
    ? pages.map(([part]) => (
        <p key={part.id}>
          <Subject row={part} titles={titles} hrefOf={hrefOf} />
        </p>
      ))
    : event.map((part) => <Change key={part.id} row={part} {...more} />);
  return (
    <li class="journal-item stack start gap-1 wrap-anywhere">
      {!isOfPages && <Subject row={row} titles={titles} hrefOf={hrefOf} />}
      <p class="cluster split gap-3 row-gap-0 full soft">
        <span>{kindText(row)}</span> <TimeOfDay at={row.at} />
      </p>
      {event.length === 1 ? (
        parts
      ) : (
        <details>
          <summary>{countOfEvent(event)}</summary>
          {parts}
        </details>
      )}
    </li>
  );
}

/** Says how many pages, or how many parts of one, were changed at once. */
function countOfEvent(event: JournalEvent): string {
  const pages = pagesOf(event);
  if (pages.length > 1) return plural('bookmarks', pages.length);
  return event.every(({ highlight }) => highlight)
    ? plural('highlightsCount', event.length)
    : t('moreCount', formatNumber(event.length));
}

interface ChangeProps extends Pick<JournalItemProps, 'onTakeBack' | 'outcomeOf'> {
  readonly row: JournalRow;
}

/** Shows what of the page was changed. */
function Change({ row, onTakeBack, outcomeOf }: ChangeProps): JSX.Element {
  return (
    <>
      {row.bookmarkId !== null && row.highlight && (
        <p>{t('journalHighlight', row.highlight.text)}</p>
      )}
      {changeTexts(row).map((text) => (
        <p key={text} class="hint">
          {text}
        </p>
      ))}
      {canTakeBack(row) && (
        <p class="sync-buttons cluster">
          <Button look="quiet" onClick={() => onTakeBack(row)}>
            {t('actionUndo')}
          </Button>
          <span role="status">{outcomeOf(row)}</span>
        </p>
      )}
    </>
  );
}

interface SubjectProps extends Pick<JournalItemProps, 'titles' | 'hrefOf'> {
  readonly row: JournalRow;
}

function Subject({ row, titles, hrefOf }: SubjectProps): JSX.Element | null {
  const { bookmarkId, count, collection } = row;
  if (bookmarkId !== null) {
    return (
      <a href={hrefOf(bookmarkId)}>
        <bdi>{titles.get(bookmarkId) ?? missingText(row)}</bdi>
      </a>
    );
  }
  if (count !== undefined) return <p>{t('journalBookmarks', formatNumber(count))}</p>;
  return collection?.name ? <p>{t('journalCollection', collection.name)}</p> : null;
}
