import { useSignal } from '@preact/signals';
import syncIcon from 'lucide-static/icons/refresh-cw.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { MINUTE_MS } from '../../domain';
import type { Library } from '../../library';
import { Button, IconButton } from '../components/button';
import { t } from '../strings';
import { useNow } from '../use-now';
import type { SyncStore } from './sync-store';
import { sayingOf } from './sync-words';
import './sync-line.css';

interface SyncLineProps {
  /** Fetched when the line is drawn: no first paint waits for it. */
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  readonly library: Promise<Library>;
  /** Of the page that says more. */
  readonly href: string;
  /** True when the page in front is saved on this device and is never synced. */
  readonly isHereOnly?: Promise<boolean>;
}

/** Where sync stands, and *Sync now*; nothing while there is nobody to sync for. */
export function SyncLine({ sync, library, href, isHereOnly }: SyncLineProps): JSX.Element | null {
  const store = useSignal<SyncStore | null>(null);
  useEffect(() => {
    void sync(library).then((loaded) => {
      store.value = loaded;
    });
  }, [sync, library, store]);
  const isApart = useSignal(false);
  useEffect(() => {
    void isHereOnly?.then((is) => {
      isApart.value = is;
    });
  }, [isHereOnly, isApart]);
  return store.value && <Line store={store.value} href={href} isHereOnly={isApart.value} />;
}

interface LineProps {
  readonly store: SyncStore;
  readonly href: string;
  readonly isHereOnly: boolean;
}

function Line({ store, href, isHereOnly }: LineProps): JSX.Element | null {
  const now = useNow(MINUTE_MS / 2);
  const status = store.status.value;
  const syncer = store.syncer.value;
  if (status === null || syncer === null || syncer === 'nobody') return null;
  const { text, tone } = sayingOf(status, syncer, now, store.settings.value?.isPaused);
  const isAsked = store.isAsked.value;
  const isAllowed = status.stop?.kind !== 'not-allowed';
  return (
    <div class="sync-line" data-tone={tone}>
      <a href={href} title={t('syncOpen')}>
        {isAsked ? t('syncBusy') : isHereOnly && tone === 'quiet' ? t('syncHereOnly') : text}
      </a>
      {syncer === 'signed-in' && !isAllowed && (
        <Button isDisabled={isAsked} onClick={store.allow}>
          {t('syncAllow')}
        </Button>
      )}
      {syncer === 'signed-in' && isAllowed && (
        <IconButton
          label={t('syncNow')}
          icon={syncIcon}
          isDisabled={isAsked}
          onClick={store.syncNow}
        />
      )}
    </div>
  );
}
