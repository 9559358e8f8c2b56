import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import {
  type ArticlesJob,
  PAGE_OUTCOMES,
  type PageOutcome,
  type ReportedPage,
  type WantedPageRow,
} from '../../library';
import { Button } from '../components/button';
import { into } from '../components/signals';
import { formatNumber, type PlainKey, t } from '../strings';
import type { ArticlesStore } from './articles-store';
import { BorrowedAccess, WaybackLink } from './get-article';
import { OUTCOME_NAMES } from './outcome-names';

const HINTS: Partial<Readonly<Record<PageOutcome, PlainKey>>> = {
  'sign-in': 'gettingNeedSignInHint',
  look: 'gettingLookHint',
  refused: 'gettingRefusedHint',
};

/** Trying these again changes nothing. */
const SETTLED: ReadonlySet<PageOutcome> = new Set(['kept', 'skipped']);
const SHOWN = 50;

interface ArticlesReportProps {
  readonly store: ArticlesStore;
  readonly job: ArticlesJob;
  /** True if pages are tried again with the cookies of their sites. */
  readonly isSignedIn: boolean;
  readonly hrefOf: (id: BookmarkId) => string;
  /** Called when the group that had the focus is gone. */
  readonly onEmptied: () => void;
}

/** The pages that are done, by outcome. */
export function ArticlesReport({
  store,
  job,
  isSignedIn,
  hrefOf,
  onEmptied,
}: ArticlesReportProps): JSX.Element {
  return (
    <>
      <BorrowedAccess store={store} />
      {PAGE_OUTCOMES.filter((outcome) => job.counts[outcome] > 0).map((outcome) => (
        <Group
          key={outcome}
          store={store}
          isSignedIn={isSignedIn}
          outcome={outcome}
          count={job.counts[outcome]}
          isOpen={outcome !== 'kept'}
          hrefOf={hrefOf}
          onEmptied={onEmptied}
        />
      ))}
    </>
  );
}

interface GroupProps extends Omit<ArticlesReportProps, 'job'> {
  readonly outcome: PageOutcome;
  readonly count: number;
  readonly isOpen: boolean;
}

function Group(props: GroupProps): JSX.Element {
  const { store, isSignedIn, outcome, count, isOpen, hrefOf, onEmptied } = props;
  const isShown = useSignal(isOpen);
  const limit = useSignal(SHOWN);
  const pages = useSignal<readonly ReportedPage[]>([]);
  useEffect(
    () =>
      isShown.value ? store.requests.watchPages(outcome, limit.value, into(pages)) : undefined,
    [store, outcome, limit.value, isShown.value, pages],
  );
  const summary = useRef<HTMLElement>(null);
  const tryAgain = async (which: PageOutcome | WantedPageRow) => {
    await store.tryAgain(which, isSignedIn);
    if (store.isDenied.value) return;
    // The button is gone, and the group may be, too.
    if (summary.current) summary.current.focus();
    else onEmptied();
  };
  useLayoutEffect(() => {
    const group = summary.current?.parentElement;
    return () => {
      if (group?.contains(document.activeElement)) onEmptied();
    };
  }, []);
  const hint = HINTS[outcome];
  return (
    <details
      class="articles-group"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        isShown.value = currentTarget.open;
      }}
    >
      <summary ref={summary}>
        <h2>{t(OUTCOME_NAMES[outcome])}</h2> <span class="view-count">{formatNumber(count)}</span>
      </summary>
      {hint && <p class="hint">{t(hint)}</p>}
      {!SETTLED.has(outcome) && (
        <Button onClick={() => void tryAgain(outcome)}>{t('gettingTryAll')}</Button>
      )}
      <ul>
        {pages.value.map((page) => (
          <li key={page.bookmarkId}>
            <a href={hrefOf(page.bookmarkId)}>
              <bdi>{page.title || page.url}</bdi>
              {page.title !== '' && page.title !== page.url && (
                <small>
                  <bdi>{page.url}</bdi>
                </small>
              )}
            </a>
            <WaybackLink page={page} />
            {!SETTLED.has(outcome) && (
              <Button look="quiet" onClick={() => void tryAgain(page)}>
                {t('actionTryAgain')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {count > pages.value.length && isShown.value && (
        <Button
          look="quiet"
          onClick={() => {
            limit.value += SHOWN;
          }}
        >
          {t('showMoreCount', formatNumber(Math.min(SHOWN, count - pages.value.length)))}
        </Button>
      )}
    </details>
  );
}
