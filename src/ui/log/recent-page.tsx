import { useSignal } from '@preact/signals';
import undoIcon from 'lucide-static/icons/undo-2.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { describePath, type SiteRule } from '../../domain/site-rules/site-rule';
import { MINUTE_MS } from '../../domain/time';
import {
  type BulkAction,
  type Cause,
  type Library,
  type LogEntry,
  type RecentChange,
  recentChanges,
} from '../../library';
import { resultKey } from '../bulk/bulk-store';
import type { Act } from '../components/act';
import { Button } from '../components/button';
import { DayGroups, TimeOfDay } from '../components/day-groups';
import { Empty } from '../components/empty';
import { useItemFocus } from '../components/item-list';
import { into } from '../components/signals';
import { formatNumber, plural, t } from '../strings';
import { replacedText } from '../sync/journal-text';
import './recent-page.css';

interface RecentPageProps {
  readonly library: Promise<Library>;
  readonly act: Act;
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
  const changes = useSignal<readonly RecentChange[] | null>(null);
  const wanted = limit.value;
  useEffect(() => {
    const left = new AbortController();
    void library.then((opened) => {
      if (left.signal.aborted) return;
      const stop = opened.part(recentChanges).watch(wanted, into(changes));
      left.signal.addEventListener('abort', stop);
    });
    return () => left.abort();
  }, [library, wanted, changes]);
  const shown = changes.value;
  useItemFocus(list, SELECTORS, shown);
  if (shown === null) return null;
  const item = (change: RecentChange, isFolded = false) => (
    <RecentItem
      key={change.group.id}
      at={change.group.at}
      undo={() => void undoChange(props, change)}
    >
      <ChangeWords change={change} isFolded={isFolded} hrefOf={hrefOf} />
    </RecentItem>
  );
  return (
    <div class="tool-page recent-page" ref={list}>
      <p class="hint">{t('emptyTrash')}</p>
      <p class="recent-elsewhere">
        <a href={props.trashHref}>{t('viewTrash')}</a>
        <a href={props.highlightsHref}>{t('recentHighlights')}</a>
      </p>
      {shown.length === 0 ? (
        <Empty role="status" title={'recentNone'} />
      ) : (
        <DayGroups items={eventsOf(shown)} atOf={({ changes: [first] }) => first.group.at}>
          {({ key, changes: [first, ...others] }) =>
            others.length === 0 ? (
              item(first)
            ) : (
              <li key={key}>
                <Title id={pageOf(first)} titles={first.titles} hrefOf={hrefOf} />
                <details>
                  <summary>{plural('highlightsCount', countOf([first, ...others]))}</summary>
                  <ul>{[first, ...others].map((change) => item(change, true))}</ul>
                </details>
              </li>
            )
          }
        </DayGroups>
      )}
      {shown.length === wanted && (
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

/** Changes that are shown as one: those of the highlights of a page that follow each other. */
interface RecentEvent {
  /** Stays while its changes are undone, so that it stays open. */
  readonly key: string;
  readonly changes: readonly [RecentChange, ...RecentChange[]];
}

/** Changes that are farther apart are no single event. */
const ONE_EVENT_MS = MINUTE_MS;

function eventsOf(changes: readonly RecentChange[]): readonly RecentEvent[] {
  const events: [RecentChange, ...RecentChange[]][] = [];
  for (const change of changes) {
    const last = events.at(-1);
    const page = pageOf(change);
    const isNear = last && Math.abs(last[0].group.at - change.group.at) <= ONE_EVENT_MS;
    if (isNear && page !== null && pageOf(last[0]) === page) last.push(change);
    else events.push([change]);
  }
  const earlier = new Map<BookmarkId | null, number>();
  const numbered = events.toReversed().map((changes): RecentEvent => {
    const page = pageOf(changes[0]);
    const number = earlier.get(page) ?? 0;
    earlier.set(page, number + 1);
    return { key: `${page} ${number}`, changes };
  });
  return numbered.toReversed();
}

/** Returns the number of records that changes are about. */
const countOf = (changes: readonly RecentChange[]): number =>
  new Set(changes.flatMap(({ row }) => row?.entries.flatMap<string>(({ ids }) => ids) ?? [])).size;

/** Returns the page of a change of highlights; null: it is another one. */
function pageOf({ row }: RecentChange): BookmarkId | null {
  const [entry] = row?.entries ?? [];
  return entry?.table === 'highlights' ? entry.bookmarkId : null;
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

interface TitleProps extends Pick<RecentPageProps, 'hrefOf'> {
  readonly id: BookmarkId | null | undefined;
  readonly titles: RecentChange['titles'];
}

const Title = ({ id, titles, hrefOf }: TitleProps): JSX.Element => (
  <p>
    <a {...(id && { href: hrefOf(id) })}>
      <bdi>{(id && titles.get(id)) ?? t('journalGone')}</bdi>
    </a>
  </p>
);

const ruleText = ({ action, path, label }: SiteRule): string =>
  t(action === 'remove' ? 'siteRuleRemoves' : 'siteRuleKeeps', label || describePath(path));

interface ChangeWordsProps extends Pick<RecentPageProps, 'hrefOf'> {
  readonly change: RecentChange;
  /** True if the title of its page stands above. */
  readonly isFolded: boolean;
}

/** Says what a person did, or undid. */
function ChangeWords(props: ChangeWordsProps): JSX.Element {
  const { cause } = props.change.group;
  if (cause.kind !== 'undo') return <DoneWords {...props} done={cause} />;
  return (
    <>
      <Words text={t('toastUndone')} />
      <DoneWords {...props} done={cause.of} />
    </>
  );
}

interface DoneWordsProps extends ChangeWordsProps {
  readonly done: Exclude<Cause, { readonly kind: 'undo' }>;
}

function DoneWords({ change, done, isFolded, hrefOf }: DoneWordsProps): JSX.Element {
  const { group, row, titles } = change;
  switch (done.kind) {
    case 'one':
      return (
        <>
          {row?.entries.map((entry) => (
            <EntryWords
              key={`${entry.table} ${entry.ids[0]}`}
              entry={entry}
              isFolded={isFolded}
              titles={titles}
              hrefOf={hrefOf}
            />
          ))}
        </>
      );
    case 'join':
      return (
        <>
          {joinedIn(row).map((id) => (
            <Title key={id} id={id} titles={titles} hrefOf={hrefOf} />
          ))}
          <p>{t('duplicatesJoined', formatNumber(done.count))}</p>
        </>
      );
    case 'import':
      return (
        <>
          <Words text={done.fileName} />
          <p>{plural('bookmarks', group.changed)}</p>
        </>
      );
    default:
      return (
        <>
          <p>{t(resultKey(done), plural('bookmarks', group.changed))}</p>
          <Words text={labelsOf(done)} />
        </>
      );
  }
}

/** Returns the bookmark that a join has left; several joins are not named. */
function joinedIn(row: RecentChange['row']): readonly BookmarkId[] {
  const joins = row?.entries.flatMap((entry) => (entry.table === 'joins' ? entry.ids : [])) ?? [];
  return joins.length === 1 ? joins : [];
}

interface EntryWordsProps extends Pick<ChangeWordsProps, 'isFolded' | 'hrefOf'> {
  readonly entry: LogEntry;
  readonly titles: RecentChange['titles'];
}

/** Names the record of a change and what was there before. */
function EntryWords({ entry, isFolded, titles, hrefOf }: EntryWordsProps): JSX.Element | null {
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
          <Title id={id} titles={titles} hrefOf={hrefOf} />
          <Replaced table={entry.table} before={before} />
          {added.length > 0 && <Words text={t('bulkLabelled', added.join(', '))} />}
        </>
      );
    }
    case 'highlights': {
      const { before, after, bookmarkId } = entry;
      const name = t('journalHighlight', entry.name);
      const isEdit = before !== null && after !== null;
      return (
        <>
          {!isFolded && <Title id={bookmarkId} titles={titles} hrefOf={hrefOf} />}
          <Words text={isEdit ? name : madeText(before === null, name)} />
          {isEdit && <Replaced table={entry.table} before={before} />}
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
    default:
      // The bookmark stands above.
      return null;
  }
}

const madeText = (isMade: boolean, name: string): string =>
  t(isMade ? 'toastRestored' : 'toastDeleted', name);

interface ReplacedProps {
  readonly table: 'bookmarks' | 'highlights' | 'collections';
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
