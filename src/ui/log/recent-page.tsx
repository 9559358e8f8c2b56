import { useSignal } from '@preact/signals';
import undoIcon from 'lucide-static/icons/undo-2.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { describePath, type SiteRule } from '../../domain/site-rules/site-rule';
import {
  type BulkAction,
  type JournalRow,
  type Library,
  type LogEntry,
  type RecentChange,
  recentChanges,
  type ShownJournal,
  syncLists,
} from '../../library';
import { createDecisions } from '../../sync';
import { resultKey } from '../bulk/bulk-store';
import type { Act } from '../components/act';
import { Button } from '../components/button';
import { DayGroups, TimeOfDay } from '../components/day-groups';
import { Empty } from '../components/empty';
import { useItemFocus } from '../components/item-list';
import { into } from '../components/signals';
import type { ToastStore } from '../components/toasts';
import { plural, t } from '../strings';
import { eventsOf, type JournalEvent } from '../sync/journal-events';
import { changeTexts, missingText, replacedText } from '../sync/journal-text';
import './recent-page.css';

interface RecentPageProps {
  readonly library: Promise<Library>;
  readonly act: Act;
  readonly toasts: Pick<ToastStore, 'showError'>;
  readonly hrefOf: (id: BookmarkId) => string;
  /** The places where deleted pages and highlights are. */
  readonly trashHref: string;
  readonly highlightsHref: string;
}

/** More are shown on request. */
const PAGE_SIZE = 50;

/** Lists what a person changed, last first. It can be undone as long as the trash keeps pages. */
export function RecentPage(props: RecentPageProps): JSX.Element | null {
  const { library, hrefOf } = props;
  const list = useRef<HTMLDivElement>(null);
  const limit = useSignal(PAGE_SIZE);
  const journal = useSignal<ShownJournal | null>(null);
  const changes = useSignal<readonly RecentChange[] | null>(null);
  const wanted = limit.value;
  useEffect(() => {
    const left = new AbortController();
    void library.then((opened) => {
      if (left.signal.aborted) return;
      const stops = [
        opened.part(recentChanges).watch(wanted, into(changes)),
        opened.part(syncLists).watchOwn(into(journal)),
      ];
      left.signal.addEventListener('abort', () => {
        for (const stop of stops) stop();
      });
    });
    return () => left.abort();
  }, [library, wanted, changes, journal]);
  const shown = journal.value;
  const items = shown && changes.value && itemsOf(shown, changes.value).slice(0, wanted);
  useItemFocus(list, SELECTORS, items);
  if (shown === null || items === null) return null;
  return (
    <div class="tool-page recent-page" ref={list}>
      <p class="hint">{t('emptyTrash')}</p>
      <p class="recent-elsewhere">
        <a href={props.trashHref}>{t('viewTrash')}</a>
        <a href={props.highlightsHref}>{t('recentHighlights')}</a>
      </p>
      {items.length === 0 ? (
        <Empty role="status" title={'recentNone'} />
      ) : (
        <DayGroups items={items} atOf={({ at }) => at}>
          {({ at, change, event }) => {
            if (change) {
              const undo = () => void undoChange(props, change);
              return (
                <RecentItem key={`change ${change.group.id}`} at={at} undo={undo}>
                  <ChangeWords change={change} hrefOf={hrefOf} />
                </RecentItem>
              );
            }
            const [first, ...others] = event;
            const undo = (row: JournalRow) => () => void takeBack(props, row);
            if (others.length === 0) {
              return (
                <RecentItem key={first.id} at={at} undo={undo(first)}>
                  <Subject row={first} titles={shown.titles} hrefOf={hrefOf} />
                  <Changes row={first} />
                </RecentItem>
              );
            }
            return (
              <li key={first.id}>
                <Subject row={first} titles={shown.titles} hrefOf={hrefOf} />
                <details>
                  <summary>{plural('highlightsCount', event.length)}</summary>
                  <ul>
                    {event.map((row) => (
                      <RecentItem key={row.id} at={row.at} undo={undo(row)}>
                        <Changes row={row} />
                      </RecentItem>
                    ))}
                  </ul>
                </details>
              </li>
            );
          }}
        </DayGroups>
      )}
      {items.length === wanted && (
        <Button
          onClick={() => {
            limit.value += PAGE_SIZE;
          }}
        >
          {t('popupMore')}
        </Button>
      )}
    </div>
  );
}

const SELECTORS = { item: '.recent-item', control: 'button', empty: '.library-main' };

type Item =
  | { readonly at: number; readonly change: RecentChange; readonly event?: never }
  | { readonly at: number; readonly event: JournalEvent; readonly change?: never };

/** Returns all changes in one order, the last one first. */
function itemsOf({ rows }: ShownJournal, changes: readonly RecentChange[]): readonly Item[] {
  const items: Item[] = [
    ...changes.map((change) => ({ at: change.group.at, change })),
    ...eventsOf(rows, ({ highlight }) => highlight !== undefined).map((event) => ({
      at: event[0].at,
      event,
    })),
  ];
  return items.sort((a, b) => b.at - a.at);
}

async function undoChange(
  { library, act }: RecentPageProps,
  { group }: RecentChange,
): Promise<void> {
  const changes = (await library).part(recentChanges);
  // The page of the library carries out a longer one and shows its progress.
  if (group.chunks > 1) await act(changes.startUndo(group.id));
  else
    await act(changes.undo(group.id), {
      message: (undone) => t(undone?.group ? 'toastUndone' : 'nothingToDo'),
    });
}

async function takeBack({ library, act, toasts }: RecentPageProps, row: JournalRow): Promise<void> {
  const done = await createDecisions(await library).takeBack(row);
  const isGone = !done.ok && done.error.kind === 'not-found';
  if (isGone) toasts.showError(t('collectionGone'));
  else await act(done, { message: () => t('toastUndone') });
}

interface RecentItemProps {
  readonly at: number;
  readonly undo: () => void;
  readonly children: ComponentChildren;
}

function RecentItem({ at, undo, children }: RecentItemProps): JSX.Element {
  const id = useId();
  return (
    <li class="recent-item">
      <div id={id}>{children}</div>
      <TimeOfDay at={at} />
      <Button look="quiet" icon={undoIcon} describedBy={id} onClick={undo}>
        {t('actionUndo')}
      </Button>
    </li>
  );
}

/** Words of a person, which may have another direction. */
const Words = ({ text }: { readonly text: string }): JSX.Element | null =>
  text === '' ? null : (
    <p dir="auto">
      <bdi>{text}</bdi>
    </p>
  );

interface SubjectProps extends Pick<RecentPageProps, 'hrefOf'> {
  readonly row: JournalRow;
  readonly titles: ShownJournal['titles'];
}

/** Names the page of an entry. */
function Subject({ row, titles, hrefOf }: SubjectProps): JSX.Element | null {
  const { bookmarkId } = row;
  return (
    bookmarkId && (
      <p>
        <a href={hrefOf(bookmarkId)}>
          <bdi>{titles.get(bookmarkId) ?? missingText(row)}</bdi>
        </a>
      </p>
    )
  );
}

/** Says which highlight was changed, and what was there before. */
const Changes = ({ row }: { readonly row: JournalRow }): JSX.Element => (
  <>
    {row.bookmarkId !== null && row.highlight && (
      <Words text={t('journalHighlight', row.highlight.text)} />
    )}
    {changeTexts(row).map((text) => (
      <Words key={text} text={text} />
    ))}
  </>
);

const ruleText = ({ action, path, label }: SiteRule): string =>
  t(action === 'remove' ? 'siteRuleRemoves' : 'siteRuleKeeps', label || describePath(path));

interface ChangeWordsProps extends Pick<RecentPageProps, 'hrefOf'> {
  readonly change: RecentChange;
}

/** Says what a person did. */
function ChangeWords({ change, hrefOf }: ChangeWordsProps): JSX.Element {
  const { group, row, titles } = change;
  const { cause, changed } = group;
  const done = cause.kind === 'undo' ? cause.of : cause;
  return (
    <>
      {cause.kind === 'undo' && <Words text={t('toastUndone')} />}
      {done.kind === 'one' ? (
        row?.entries.map((entry) => (
          <EntryWords key={entry.ids[0]} entry={entry} titles={titles} hrefOf={hrefOf} />
        ))
      ) : (
        <>
          <p>{t(resultKey(done), plural('bookmarks', changed))}</p>
          <Words text={labelsOf(done)} />
        </>
      )}
    </>
  );
}

interface EntryWordsProps extends Pick<RecentPageProps, 'hrefOf'> {
  readonly entry: LogEntry;
  readonly titles: RecentChange['titles'];
}

/** Names the record of a change and what was there before. */
function EntryWords({ entry, titles, hrefOf }: EntryWordsProps): JSX.Element {
  switch (entry.table) {
    case 'bookmarks': {
      const { ids, before, after } = entry;
      const [id] = ids;
      const title = (id && titles.get(id)) ?? t('journalGone');
      if (before.trashedAt !== undefined)
        return <Words text={madeText(before.trashedAt !== null, title)} />;
      const { labels: added = [] } = after;
      return (
        <>
          <p>
            <a {...(id && { href: hrefOf(id) })}>
              <bdi>{title}</bdi>
            </a>
          </p>
          <Replaced table={entry.table} before={before} />
          {added.length > 0 && <Words text={t('bulkLabelled', added.join(', '))} />}
        </>
      );
    }
    case 'collections': {
      const name = t('journalCollection', entry.name);
      if (entry.before === null || entry.after === null)
        return <Words text={madeText(entry.before === null, name)} />;
      return (
        <>
          <Words text={name} />
          <Replaced table={entry.table} before={entry.before} />
        </>
      );
    }
    case 'siteRules': {
      // The log has a whole rule on one of the sides.
      const rule = (entry.before ?? entry.after) as SiteRule;
      return (
        <>
          <Words
            text={
              entry.after === null
                ? t('siteRuleDeleted', entry.name)
                : t('toastRestored', entry.name)
            }
          />
          <Words text={ruleText(rule)} />
        </>
      );
    }
  }
}

const madeText = (isMade: boolean, name: string): string =>
  t(isMade ? 'toastRestored' : 'toastDeleted', name);

interface ReplacedProps {
  readonly table: 'bookmarks' | 'collections';
  readonly before: object;
}

/** A line for each value that was replaced. */
function Replaced({ table, before }: ReplacedProps): JSX.Element {
  const texts = Object.entries(before).flatMap(
    ([field, value]) => replacedText(table, field, value) ?? [],
  );
  return (
    <>
      {[...new Set(texts)].map((text) => (
        <Words key={text} text={text} />
      ))}
    </>
  );
}

/** Returns the labels that an action was about; empty: none. */
function labelsOf(action: BulkAction): string {
  if (action.kind === 'relabel') {
    const { from, to } = action.first;
    return to === null ? from : `${from} → ${to}`;
  }
  if (action.kind !== 'edit') return '';
  const { addLabels = [], removeLabels = [] } = action.patch;
  return [...addLabels, ...removeLabels].join(', ');
}
