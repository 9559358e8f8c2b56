import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { Permission } from '../../contract';
import type { BookmarkId } from '../../domain/bookmark';
import { MINUTE_MS } from '../../domain/time';
import type { Library, LostData, SyncStatus, SyncStop, Written } from '../../library';
import { createDecisions } from '../../sync';
import { missingText } from '../account/problem-text';
import { Button } from '../components/button';
import { useNow } from '../components/use-now';
import { useTimeLeft } from '../components/use-time-left';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, t } from '../strings';
import { AttentionList } from './attention-list';
import { JournalList } from './journal-list';
import { OnlyHereList } from './only-here-list';
import type { SyncStore } from './sync-store';
import { syncStatusText } from './sync-text';
import './sync-page.css';

interface SyncPageProps {
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  readonly library: Promise<Library>;
  /** Returns the address of a bookmark in the reader. */
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Shows the sync status, the decisions that the user has to make, and the journal. */
export function SyncPage({ sync, library, hrefOf }: SyncPageProps): JSX.Element | null {
  const parts = useSignal<{ readonly store: SyncStore; readonly library: Library } | null>(null);
  useEffect(() => {
    void Promise.all([sync(library), library]).then(([store, opened]) => {
      parts.value = { store, library: opened };
    });
  }, [sync, library, parts]);
  return parts.value && <Page {...parts.value} hrefOf={hrefOf} />;
}

interface PageProps {
  readonly store: SyncStore;
  readonly library: Library;
  readonly hrefOf: (id: BookmarkId) => string;
}

function Page({ store, library, hrefOf }: PageProps): JSX.Element | null {
  const now = useNow(MINUTE_MS / 2);
  const status = store.status.value;
  const syncAccount = store.syncAccount.value;
  if (syncAccount === 'nobody') {
    return (
      <Frame>
        <p>
          {t('syncNobody')} <a href="options.html">{t('signInDo')}</a>
        </p>
      </Frame>
    );
  }
  if (status === null || syncAccount === null) return null;
  const decisions = createDecisions(library);
  const { text, tone } = syncStatusText(status, syncAccount, now, store.settings.value?.isPaused);
  const { stop } = status;
  const isAllowed = stop?.kind !== 'not-allowed';
  return (
    <Frame>
      <p class="sync-state" data-tone={tone} role="status">
        {store.isSyncing.value ? t('syncBusy') : text}
      </p>
      {store.areChangesAtRisk.value && (
        <p>
          {t('optionsNotPersisted')} <a href="options.html#/storage">{t('optionsAskToPersist')}</a>
        </p>
      )}
      <StopReason stop={stop} missing={store.missing.value} />
      <p>
        {syncAccount === 'signed-in' ? (
          <Button
            // An open question has the primary buttons.
            look={stop?.kind === 'server-lost-data' ? 'plain' : 'primary'}
            isDisabled={store.isSyncing.value}
            onClick={isAllowed ? store.syncNow : store.allow}
          >
            {t(isAllowed ? 'syncNow' : 'syncAllow')}
          </Button>
        ) : (
          <a href="options.html">{t('accountSignInAgain')}</a>
        )}
      </p>
      {stop?.kind === 'server-lost-data' && (
        <LostDataQuestion
          lost={stop}
          answer={decisions.answerLostData}
          onAnswered={store.syncNow}
        />
      )}
      <AttentionList
        library={library}
        decisions={decisions}
        hrefOf={hrefOf}
        onDecided={store.syncNow}
      />
      <OnlyHereList
        library={library}
        decisions={decisions}
        hrefOf={hrefOf}
        onDecided={store.syncNow}
      />
      <ArticleProgress store={store} status={status} />
      <JournalList library={library} decisions={decisions} hrefOf={hrefOf} />
    </Frame>
  );
}

/** Stops whose cause the connection check may find. */
const CHECKED: ReadonlySet<SyncStop['kind']> = new Set([
  'forbidden',
  'refused',
  'wrong-server',
  'no-progress',
]);

interface StopReasonProps {
  readonly stop: SyncStop | null;
  readonly missing: readonly Permission[];
}

/** Shows the cause of a stop and what to do about it. Shows nothing where the status says it all. */
function StopReason({ stop, missing }: StopReasonProps): JSX.Element | null {
  const lacking = missingText(missing);
  const isForbidden = lacking !== null || stop?.kind === 'forbidden';
  if (!isForbidden && (stop === null || !CHECKED.has(stop.kind))) return null;
  const detail = stop?.kind === 'forbidden' || stop?.kind === 'refused' ? stop.detail : '';
  return (
    <div class="stack start gap-2">
      {isForbidden && (
        <p>
          {lacking ?? t('problemForbidden')} {t('problemForbiddenDo')}
        </p>
      )}
      {detail !== '' && (
        <p class="hint">
          <bdi>{detail}</bdi>
        </p>
      )}
      <p class="sync-buttons cluster">
        {isForbidden && <a href="options.html#account">{t('accountSignInAgain')}</a>}
        <a href="options.html#check">{t('doctorOpen')}</a>
      </p>
    </div>
  );
}

function Frame({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <div class="tool-page scroll sync-page">{children}</div>;
}

interface ArticleProgressProps {
  readonly store: Pick<SyncStore, 'settings' | 'change'>;
  readonly status: Pick<SyncStatus, 'articlesPending' | 'articlesHere'>;
}

/** Shows how many of the wanted articles are on this device, and a button to pause the download. */
function ArticleProgress({ store, status }: ArticleProgressProps): JSX.Element | null {
  const id = useId();
  const settings = store.settings.value;
  const { articlesPending, articlesHere } = status;
  const left = useTimeLeft(articlesHere, settings?.isPaused ? 0 : articlesPending);
  if (settings === null || articlesPending === 0) return null;
  const all = articlesHere + articlesPending;
  return (
    <section class="sync-progress" aria-labelledby={id}>
      <h2 id={id}>{t('progressTitle')}</h2>
      <progress aria-labelledby={id} max={all} value={articlesHere} />
      <p>
        {t('progressText', formatNumber(articlesHere), formatNumber(all))} {left}
      </p>
      {settings.articles === 'unread' && <p class="hint">{t('articlesUnreadHint')}</p>}
      {settings.isPaused && <p class="hint">{t('progressPaused')}</p>}
      <p>
        <Button onClick={() => store.change({ isPaused: !settings.isPaused })}>
          {t(settings.isPaused ? 'progressResume' : 'actionPause')}
        </Button>
      </p>
    </section>
  );
}

type Answer = 'send-back' | 'accept';

interface LostDataQuestionProps {
  readonly lost: LostData;
  /** Stores the answer for the next sync. */
  readonly answer: (answer: Answer) => Written<void>;
  /** Called when the answer is stored. */
  readonly onAnswered: () => void;
}

/** Asks what to do when the server has lost data. Sync stops until the user has answered. */
function LostDataQuestion(props: LostDataQuestionProps): JSX.Element {
  const { answer, onAnswered } = props;
  const { missing, older, known, highlights = 0 } = props.lost;
  const id = useId();
  const problem = useSignal<string | null>(null);
  const settle = async (chosen: Answer) => {
    const kept = await answer(chosen);
    problem.value = kept.ok ? null : t(LIBRARY_ERRORS[kept.error.kind]);
    if (kept.ok) onAnswered();
  };
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('lostTitle')}</h2>
      {missing > 0 && <p>{t('lostMissing', formatNumber(missing), formatNumber(known))}</p>}
      {older > 0 && <p>{t('lostOlder', formatNumber(older))}</p>}
      {highlights > 0 && <p>{t('lostHighlights', formatNumber(highlights))}</p>}
      <p>{t('lostWhy')}</p>
      <p>{t('lostSafe')}</p>
      {problem.value && <p role="alert">{problem.value}</p>}
      <p class="sync-buttons cluster">
        <Button look="primary" onClick={() => void settle('send-back')}>
          {t('lostSendBack')}
        </Button>
        <Button look="danger" onClick={() => void settle('accept')}>
          {t('lostAccept')}
        </Button>
      </p>
      {missing > 0 && <p class="hint">{t('lostAcceptMissingHint')}</p>}
      {older > 0 && <p class="hint">{t('lostAcceptOlderHint')}</p>}
      {highlights > 0 && <p class="hint">{t('lostAcceptHighlightsHint')}</p>}
    </section>
  );
}
