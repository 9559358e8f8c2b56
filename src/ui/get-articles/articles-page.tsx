import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import type { ArticlesJob, Library } from '../../library';
import { Button } from '../components/button';
import { into } from '../components/signals';
import { untilLeft } from '../components/until-left';
import { useStore } from '../components/use-store';
import { JobCard } from '../jobs/job-card';
import { formatNumber, plural, t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import {
  firstScope,
  idsOfScope,
  PageScope,
  type Scope,
  type ScopeChoices,
} from '../transfer/page-scope';
import { ArticlesReport } from './articles-report';
import {
  type ArticlesStore,
  type ArticlesStoreDeps,
  createArticlesStore,
  type SiteAccess,
} from './articles-store';
import { Choice } from './choice';
import { pausedText } from './outcome-names';
import './get-articles.css';

interface ArticlesPageProps extends ScopeChoices, Pick<ArticlesStoreDeps, 'background'> {
  readonly library: Promise<Library>;
  readonly access: () => Promise<SiteAccess>;
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  /** Returns the address of a bookmark in the reader. */
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Gets the articles of pages that are only addresses: how to start it, its progress, its report. */
export function ArticlesPage(props: ArticlesPageProps): JSX.Element | null {
  const { library, access, sync, background, hrefOf, ...choices } = props;
  const server = useSignal<SyncStore | null>(null);
  const store = useStore(
    () => Promise.all([library, access(), sync(library).then(into(server))]),
    ([opened, sites]) => createArticlesStore({ library: opened, access: sites, background }),
    [library, access, sync, background],
  );
  const isSignedIn = useSignal(false);
  const region = useRef<HTMLElement>(null);
  // The element that had the focus is gone.
  const focus = () => region.current?.focus();
  if (store === null || store.job.value === undefined) return null;
  const job = store.job.value;
  const isOpen = job !== null && job.state !== 'finished';
  return (
    <section class="tool-page scroll" tabIndex={-1} ref={region} aria-label={t('gettingTitle')}>
      <p>{t('gettingWhat')}</p>
      {isOpen && (
        <JobCard
          job={job}
          title={
            job.state === 'paused'
              ? t('gettingRunning', formatNumber(job.done), formatNumber(job.total))
              : t('gettingTitle')
          }
          running={'gettingRunning'}
          pause={() => void store.pause()}
          goOn={{
            name: job.problem === 'not-allowed' ? 'syncAllow' : 'actionContinue',
            run: () => void store.resume(),
          }}
          end={{ name: 'actionStop', run: () => void store.stop().then(focus) }}
          mayEndAtOnce
        >
          <p role="status">{job.state === 'paused' && t(pausedText(job))}</p>
        </JobCard>
      )}
      <div role="status">{store.problem.value && <p>{t(store.problem.value)}</p>}</div>
      {job !== null && (
        <ArticlesReport
          store={store}
          job={job}
          isSignedIn={isSignedIn}
          hrefOf={hrefOf}
          onEmptied={focus}
        />
      )}
      <StartForm
        {...choices}
        store={store}
        job={job}
        sync={server.value}
        isSignedIn={isSignedIn}
        onStarted={focus}
      />
    </section>
  );
}

interface StartFormProps extends ScopeChoices {
  readonly store: ArticlesStore;
  readonly job: ArticlesJob | null;
  readonly sync: SyncStore | null;
  readonly isSignedIn: Signal<boolean>;
  readonly onStarted: () => void;
}

/** A choice of the pages, and of who reads them. They join a job that is not over. */
function StartForm(props: StartFormProps): JSX.Element {
  const { store, job, sync, isSignedIn, onStarted, ...choices } = props;
  const chosen = useSignal(firstScope(choices));
  const isByServer = useSignal(false);
  const isSyncing = sync?.isSyncing.value === true;
  const articlesHere = sync?.status.value?.articlesHere ?? 0;
  const isOpen = job !== null && job.state !== 'finished';
  const added = useSignal(0);
  const changes = [articlesHere, isOpen, added.value];
  const { ids, count } = usePages(store, choices, chosen.value, changes);
  // A person who has come with pages finds the form open, until it has given way to the report.
  const isWanted = added.value === 0 && chosen.value !== 'all' && !!count;
  const hasServer = sync?.syncAccount.value === 'signed-in';
  const server = hasServer && isByServer.value ? sync : null;
  const start = async () => {
    if (server !== null) {
      await store.readOnServer(ids ?? []);
      return server.syncNow();
    }
    await store.start(async () => ids ?? [], { isSignedIn: isSignedIn.value, isAsked: false });
    if (store.problem.value !== null) return;
    added.value += 1;
    onStarted();
  };
  return (
    <details class="articles-more" open={job === null || isWanted}>
      <summary hidden={job === null}>{t(isOpen ? 'gettingMore' : 'gettingAgain')}</summary>
      <div class="articles-form stack start gap-4">
        <PageScope {...choices} legend={t('gettingScope')} all={t('gettingAll')} chosen={chosen} />
        {hasServer && (
          <Choice chosen={isByServer} name={'gettingByServer'} hint={'gettingByServerHint'} />
        )}
        {server?.settings.value?.isPaused && (
          <p>
            {t('progressPaused')}{' '}
            <Button onClick={() => server.change({ isPaused: false })}>
              {t('progressResume')}
            </Button>
          </p>
        )}
        {server === null && (
          <>
            <Choice chosen={isSignedIn} name={'gettingSignedIn'} hint={'gettingSignedInHint'} />
            {!isOpen && <p class="hint">{t('gettingAccess')}</p>}
          </>
        )}
        <p class="cluster gap-3">
          <Button
            look={isOpen ? 'plain' : 'primary'}
            isDisabled={(server === null && (ids === null || count === 0)) || isSyncing}
            onClick={() => void start()}
          >
            {t('gettingTitle')}
          </Button>
          <span role="status">
            {isSyncing
              ? t('syncBusy')
              : server === null &&
                count !== null &&
                (count === 0 && !isOpen ? t('gettingNothing') : plural('bookmarks', count))}
          </span>
        </p>
      </div>
    </details>
  );
}

/**
 * Returns the chosen bookmarks, and the number of those that can be added. null: not known yet. They
 * are counted again when one of `changes` has another value.
 */
function usePages(
  { requests }: ArticlesStore,
  choices: ScopeChoices,
  scope: Scope,
  changes: readonly unknown[],
) {
  const all = useSignal<readonly BookmarkId[] | null>(null);
  const count = useSignal<number | null>(null);
  useEffect(() => untilLeft(requests.withoutText(), into(all)), [requests, all]);
  const ids = scope === 'all' ? all.value : idsOfScope(scope, choices);
  useEffect(() => {
    count.value = null;
    return ids === null ? undefined : untilLeft(requests.count(ids), into(count));
  }, [requests, ids, count, ...changes]);
  return { ids, count: count.value };
}
