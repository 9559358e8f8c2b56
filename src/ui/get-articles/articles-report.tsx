import { type Signal, useSignal } from '@preact/signals';
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
import { PageRow } from '../components/page-row';
import { ResultCard } from '../components/result-card';
import { ResultTabs } from '../components/result-tabs';
import { into } from '../components/signals';
import { formatNumber, type PlainKey, t } from '../strings';
import type { ArticlesStore } from './articles-store';
import { Choice } from './choice';
import { BorrowedAccess, WaybackLink } from './get-article';
import { OUTCOME_NAMES } from './outcome-names';

const HINTS: Partial<Readonly<Record<PageOutcome, PlainKey>>> = {
  'sign-in': 'gettingNeedSignInHint',
  look: 'gettingLookHint',
  refused: 'gettingRefusedHint',
};

/** Trying these again changes nothing. */
const SETTLED: ReadonlySet<PageOutcome> = new Set(['kept', 'skipped']);
const SHOWN_ARTICLES = 50;

interface ArticlesReportProps {
  readonly store: ArticlesStore;
  readonly job: ArticlesJob;
  /** True if pages are tried again with the cookies of their sites. */
  readonly isSignedIn: Signal<boolean>;
  readonly hrefOf: (id: BookmarkId) => string;
  /** Called when the list that had the focus is gone. */
  readonly onEmptied: () => void;
}

/** The number of kept articles, and the pages that are done, by outcome. */
export function ArticlesReport({ job, ...shown }: ArticlesReportProps): JSX.Element {
  const outcomes = PAGE_OUTCOMES.filter((outcome) => job.counts[outcome] > 0);
  return (
    <>
      <BorrowedAccess store={shown.store} />
      {outcomes.length > 0 && (
        <ResultCard
          title={
            <>
              {formatNumber(job.counts.kept)} <small>{t('gettingKept')}</small>
            </>
          }
        >
          <ResultTabs
            label={t('gettingTitle')}
            first={outcomes.find((outcome) => !SETTLED.has(outcome))}
            tabs={outcomes.map((outcome) => {
              const count = job.counts[outcome];
              const panel = <Pages {...shown} outcome={outcome} count={count} />;
              return { id: outcome, name: t(OUTCOME_NAMES[outcome]), count, panel };
            })}
          />
        </ResultCard>
      )}
    </>
  );
}

interface PagesProps extends Omit<ArticlesReportProps, 'job'> {
  readonly outcome: PageOutcome;
  readonly count: number;
}

/** The pages with one outcome, and what can be done about them. */
function Pages(props: PagesProps): JSX.Element {
  const { store, isSignedIn, outcome, count, hrefOf, onEmptied } = props;
  const limit = useSignal(SHOWN_ARTICLES);
  const pages = useSignal<readonly ReportedPage[]>([]);
  useEffect(
    () => store.requests.watchPages(outcome, limit.value, into(pages)),
    [store, outcome, limit.value, pages],
  );
  const list = useRef<HTMLUListElement>(null);
  const tryAgain = async (which: PageOutcome | WantedPageRow) => {
    await store.tryAgain(which, isSignedIn.value);
    if (store.problem.value !== null) return;
    // The button is gone, and the list may be, too.
    if (list.current) list.current.parentElement?.focus();
    else onEmptied();
  };
  useLayoutEffect(() => {
    const panel = list.current?.parentElement;
    return () => {
      if (panel?.contains(document.activeElement)) onEmptied();
    };
  }, []);
  const hint = HINTS[outcome];
  return (
    <>
      {hint && <p class="hint">{t(hint)}</p>}
      {outcome === 'sign-in' && (
        <Choice chosen={isSignedIn} name="gettingSignedIn" hint="gettingSignedInHint" />
      )}
      {!SETTLED.has(outcome) && (
        <Button onClick={() => void tryAgain(outcome)}>{t('gettingTryAll')}</Button>
      )}
      <ul ref={list}>
        {pages.value.map((page) => (
          <PageRow
            key={page.bookmarkId}
            url={page.url}
            title={page.title}
            facts={page.title === '' || page.title === page.url ? '' : page.url}
            href={hrefOf(page.bookmarkId)}
          >
            {!SETTLED.has(outcome) && (
              <>
                <WaybackLink page={page} />
                <Button look="quiet" onClick={() => void tryAgain(page)}>
                  {t('actionTryAgain')}
                </Button>
              </>
            )}
          </PageRow>
        ))}
      </ul>
      {count > pages.value.length && (
        <Button
          look="quiet"
          onClick={() => {
            limit.value += SHOWN_ARTICLES;
          }}
        >
          {t('showMoreCount', formatNumber(Math.min(SHOWN_ARTICLES, count - pages.value.length)))}
        </Button>
      )}
    </>
  );
}
