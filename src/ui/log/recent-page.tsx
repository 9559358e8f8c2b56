import { useSignal } from '@preact/signals';
import undoIcon from 'lucide-static/icons/undo-2.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { MINUTE_MS } from '../../domain/time';
import { type Library, type RecentChange, recentChanges } from '../../library';
import type { Act } from '../components/act';
import { Button } from '../components/button';
import { DayGroups, TimeOfDay } from '../components/day-groups';
import { Empty } from '../components/empty';
import { useItemFocus } from '../components/item-list';
import { into } from '../components/signals';
import { plural, t } from '../strings';
import { ChangeWords, Title } from './change-words';
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
const RECENT_CHANGES_PER_PAGE = 50;

/** Lists what a person changed, last first. It can be undone as long as the trash keeps pages. */
export function RecentPage(props: RecentPageProps): JSX.Element | null {
  const { library, hrefOf } = props;
  const list = useRef<HTMLDivElement>(null);
  const limit = useSignal(RECENT_CHANGES_PER_PAGE);
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
  useItemFocus(list, RECENT_SELECTORS, shown);
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
    <div class="tool-page scroll recent-page" ref={list}>
      <p class="hint">{t('emptyTrash')}</p>
      <p class="recent-elsewhere cluster gap-4">
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
                <Title id={pageOfChange(first)} titles={first.titles} hrefOf={hrefOf} />
                <details>
                  <summary>
                    {plural('highlightsCount', countOfBookmarks([first, ...others]))}
                  </summary>
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
            limit.value += RECENT_CHANGES_PER_PAGE;
          }}
        >
          {t('popupMore')}
        </Button>
      )}
    </div>
  );
}

const RECENT_SELECTORS = { item: '.recent-item', control: 'button', empty: '.library-main' };

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
    const page = pageOfChange(change);
    const isNear = last && Math.abs(last[0].group.at - change.group.at) <= ONE_EVENT_MS;
    if (isNear && page !== null && pageOfChange(last[0]) === page) last.push(change);
    else events.push([change]);
  }
  const earlier = new Map<BookmarkId | null, number>();
  const numbered = events.toReversed().map((changes): RecentEvent => {
    const page = pageOfChange(changes[0]);
    const number = earlier.get(page) ?? 0;
    earlier.set(page, number + 1);
    return { key: `${page} ${number}`, changes };
  });
  return numbered.toReversed();
}

/** Returns the number of records that changes are about. */
const countOfBookmarks = (changes: readonly RecentChange[]): number =>
  new Set(changes.flatMap(({ row }) => row?.entries.flatMap<string>(({ ids }) => ids) ?? [])).size;

/** Returns the page of a change of highlights; null: it is another one. */
function pageOfChange({ row }: RecentChange): BookmarkId | null {
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
    <li class="recent-item line gap-3 wrap-anywhere">
      <div id={id}>{children}</div>
      <TimeOfDay at={at} />
      <Button look="quiet" icon={undoIcon} describedBy={id} onClick={undo}>
        {t('actionUndo')}
      </Button>
    </li>
  );
}
