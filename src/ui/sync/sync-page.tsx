import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { type BookmarkId, MINUTE_MS } from '../../domain';
import type { Library } from '../../library';
import { createDecisions } from '../../sync';
import { Button } from '../components/button';
import { t } from '../strings';
import { useNow } from '../use-now';
import { ArticleProgress } from './article-progress';
import { AttentionList } from './attention-list';
import { JournalList } from './journal-list';
import { LostDataQuestion } from './lost-data-question';
import type { SyncStore } from './sync-store';
import { sayingOf } from './sync-words';
import './sync-page.css';

interface SyncPageProps {
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  readonly library: Promise<Library>;
  /** Opens a bookmark in the reader. */
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Where sync stands, what it needs a person for, and what it did. */
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
  const syncer = store.syncer.value;
  if (syncer === 'nobody') {
    return (
      <Frame>
        <p>
          {t('syncNobody')} <a href="/options.html">{t('signInDo')}</a>
        </p>
      </Frame>
    );
  }
  if (status === null || syncer === null) return null;
  const decisions = createDecisions(library);
  const { text, tone } = sayingOf(status, syncer, now, store.settings.value?.isPaused);
  const { stop } = status;
  const isAllowed = stop?.kind !== 'not-allowed';
  return (
    <Frame>
      <p class="sync-state" data-tone={tone} role="status">
        {store.isAsked.value ? t('syncBusy') : text}
      </p>
      {stop?.kind === 'refused' && stop.detail && <p class="hint">{stop.detail}</p>}
      <p>
        {syncer === 'signed-in' ? (
          <Button
            // A question that is open has the answers that are looked for.
            look={stop?.kind === 'server-lost-data' ? 'plain' : 'primary'}
            isDisabled={store.isAsked.value}
            onClick={isAllowed ? store.syncNow : store.allow}
          >
            {t(isAllowed ? 'syncNow' : 'syncAllow')}
          </Button>
        ) : (
          <a href="/options.html">{t('accountSignInAgain')}</a>
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
      <ArticleProgress store={store} status={status} />
      <JournalList library={library} decisions={decisions} hrefOf={hrefOf} />
    </Frame>
  );
}

function Frame({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <div class="sync-page">{children}</div>;
}
