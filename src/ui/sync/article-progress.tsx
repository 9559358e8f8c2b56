import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { SyncStatus } from '../../library';
import { Button } from '../components/button';
import { formatNumber, t } from '../strings';
import type { SyncStore } from './sync-store';

interface ArticleProgressProps {
  readonly store: Pick<SyncStore, 'settings' | 'change'>;
  readonly status: Pick<SyncStatus, 'articlesWanted' | 'articlesHere'>;
}

/** How many articles are here of those that shall be, and the way to let them wait. */
export function ArticleProgress({ store, status }: ArticleProgressProps): JSX.Element | null {
  const id = useId();
  const settings = store.settings.value;
  const { articlesWanted, articlesHere } = status;
  if (settings === null || articlesWanted === 0) return null;
  const all = articlesHere + articlesWanted;
  return (
    <section class="sync-progress" aria-labelledby={id}>
      <h2 id={id}>{t('progressTitle')}</h2>
      <progress aria-labelledby={id} max={all} value={articlesHere} />
      <p>{t('progressText', formatNumber(articlesHere), formatNumber(all))}</p>
      {settings.articles === 'unread' && <p class="hint">{t('progressUnread')}</p>}
      {settings.isPaused && <p class="hint">{t('progressPaused')}</p>}
      <p>
        <Button onClick={() => store.change({ isPaused: !settings.isPaused })}>
          {t(settings.isPaused ? 'progressResume' : 'progressPause')}
        </Button>
      </p>
    </section>
  );
}
