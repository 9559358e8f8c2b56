import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { AddressOnlyReason } from '../../domain/address-only';
import type { Bookmark } from '../../domain/bookmark';
import { isWebAddress } from '../../domain/web-address';
import { owesAccess, type WantedPageRow } from '../../library';
import { Button } from '../components/button';
import { into } from '../components/signals';
import { t } from '../strings';
import { type ArticlesStore, type ArticlesStoreDeps, createArticlesStore } from './articles-store';
import { OUTCOME_NAMES, pausedText } from './outcome-names';

/** The reasons of pages that were never captured. */
const NEVER_READ: ReadonlySet<AddressOnlyReason> = new Set([
  'not-included',
  'not-open',
  'not-loaded',
  'timed-out',
  'tab-closed',
  'navigated',
  'failed',
]);

/** True for a page that may have an article which nobody has looked for. */
export const isNeverRead = ({ content, url }: Pick<Bookmark, 'content' | 'url'>): boolean =>
  content.kind === 'address' && NEVER_READ.has(content.reason) && isWebAddress(url);

interface GetArticleProps {
  readonly bookmark: Bookmark;
  readonly deps: ArticlesStoreDeps;
}

/** Gets the article of one page. On success the article appears by itself. */
export function GetArticle({ bookmark, deps }: GetArticleProps): JSX.Element {
  const { id } = bookmark;
  const store = useMemo(() => createArticlesStore(deps), [deps]);
  useEffect(() => store.dispose, [store]);
  const page = useSignal<WantedPageRow | null>(null);
  useEffect(() => store.requests.watchPage(id, into(page)), [store, id, page]);
  const state = page.value?.state;
  const job = store.job.value;
  const isAsked = state === 'waiting' && job?.asked?.includes(id) === true;
  const isGoing = isAsked || job?.state === 'running';
  return (
    <>
      <Button
        look="primary"
        isDisabled={isAsked}
        onClick={() => void store.start(async () => [id], { isSignedIn: false, isAsked: true })}
      >
        {t('gettingOne')}
      </Button>
      <span role="status">
        {store.problem.value !== null
          ? t(store.problem.value)
          : state === 'waiting'
            ? job && t(isGoing ? 'readerFetching' : pausedText(job))
            : state && t(OUTCOME_NAMES[state])}
      </span>
      {page.value && <WaybackLink page={page.value} />}
      <BorrowedAccess store={store} />
    </>
  );
}

/** Pages that may be kept elsewhere. */
const LOST_STATES: ReadonlySet<WantedPageRow['state']> = new Set(['gone', 'failed']);

/** A link to what an archive has of a page that is lost. */
export function WaybackLink({ page }: { readonly page: WantedPageRow }): JSX.Element | null {
  if (!LOST_STATES.has(page.state)) return null;
  return (
    <a href={`https://web.archive.org/web/${page.url}`} target="_blank" rel="noreferrer noopener">
      {t('gettingWayback')}
    </a>
  );
}

/** Gives the access to all sites back in a click, where that could not be done without one. */
export function BorrowedAccess({ store }: { readonly store: ArticlesStore }): JSX.Element | null {
  const job = store.job.value;
  if (!job || !owesAccess(job) || store.isAllowed.value === false) return null;
  return (
    <p class="cluster gap-3">
      {t('gettingBorrowed')}
      <Button onClick={() => void store.giveBack()}>{t('optionsImagesTakeBack')}</Button>
    </p>
  );
}
