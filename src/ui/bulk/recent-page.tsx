import { useSignal } from '@preact/signals';
import undoIcon from 'lucide-static/icons/undo-2.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { describePath, type SiteRule } from '../../domain/site-rules/site-rule';
import {
  type BulkJob,
  type JournalRow,
  type Library,
  type ShownJournal,
  syncLists,
} from '../../library';
import { createDecisions } from '../../sync';
import type { Act } from '../components/act';
import { Button } from '../components/button';
import { DayGroups, TimeOfDay } from '../components/day-groups';
import { Empty } from '../components/empty';
import { useItemFocus } from '../components/item-list';
import { into } from '../components/signals';
import type { ToastStore } from '../components/toasts';
import { plural, t } from '../strings';
import { eventsOf, type JournalEvent } from '../sync/journal-events';
import { changeTexts, missingText } from '../sync/journal-text';
import { type BulkStore, resultOf } from './bulk-store';
import './recent-page.css';

interface RecentPageProps {
  readonly library: Promise<Library>;
  readonly bulk: Pick<BulkStore, 'finished' | 'undo'>;
  readonly act: Act;
  readonly toasts: Pick<ToastStore, 'showError'>;
  readonly hrefOf: (id: BookmarkId) => string;
  /** The places where deleted pages and highlights are. */
  readonly trashHref: string;
  readonly highlightsHref: string;
}

/** More are shown on request. */
const PAGE_SIZE = 50;

/**
 * Lists what a person deleted or replaced, also on many bookmarks at once, last first. It can be undone
 * as long as the trash keeps pages.
 */
export function RecentPage(props: RecentPageProps): JSX.Element | null {
  const { library, bulk, hrefOf } = props;
  const list = useRef<HTMLDivElement>(null);
  const limit = useSignal(PAGE_SIZE);
  const journal = useSignal<ShownJournal | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void library.then((opened) => {
      if (left.signal.aborted) return;
      const stop = opened.part(syncLists).watchOwn(into(journal));
      left.signal.addEventListener('abort', stop);
    });
    return () => left.abort();
  }, [library, journal]);
  const shown = journal.value;
  const items = shown && itemsOf(shown, bulk.finished.value).slice(0, limit.value);
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
          {({ at, job, event }) => {
            if (job) {
              return (
                <RecentItem key={`job ${job.id}`} at={at} undo={() => void bulk.undo(job)}>
                  <p>{resultOf(job)}</p>
                  <Words text={labelsOf(job)} />
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
      {items.length === limit.value && (
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
  | { readonly at: number; readonly job: BulkJob; readonly event?: never }
  | { readonly at: number; readonly event: JournalEvent; readonly job?: never };

/** Returns actions on many bookmarks and single ones in one order, the last one first. */
function itemsOf({ rows }: ShownJournal, jobs: readonly BulkJob[]): readonly Item[] {
  const items: Item[] = [
    ...jobs.map((job) => ({ at: job.finishedAt ?? 0, job })),
    ...eventsOf(rows, ({ highlight }) => highlight !== undefined).map((event) => ({
      at: event[0].at,
      event,
    })),
  ];
  return items.sort((a, b) => b.at - a.at);
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

/** Names what an entry is about. */
function Subject({ row, titles, hrefOf }: SubjectProps): JSX.Element | undefined {
  const { kind, bookmarkId, collection, changes } = row;
  if (collection) {
    const name = t('journalCollection', collection.name);
    return <Words text={kind === 'deleted' ? t('toastDeleted', name) : name} />;
  }
  if (bookmarkId === null) {
    // Nothing else has no bookmark. The journal holds the whole rule.
    const rule = changes[0]?.ours as SiteRule | undefined;
    return (
      rule && (
        <>
          <Words text={t('siteRuleDeleted', rule.site)} />
          <Words text={ruleText(rule)} />
        </>
      )
    );
  }
  return (
    <p>
      <a href={hrefOf(bookmarkId)}>
        <bdi>{titles.get(bookmarkId) ?? missingText(row)}</bdi>
      </a>
    </p>
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

/** Returns the labels that an action was about; empty: none. */
function labelsOf({ action }: BulkJob): string {
  if (action.kind === 'relabel') {
    const { from, to } = action.first;
    return to === null ? from : `${from} → ${to}`;
  }
  if (action.kind !== 'edit') return '';
  const { addLabels = [], removeLabels = [] } = action.patch;
  return [...addLabels, ...removeLabels].join(', ');
}
