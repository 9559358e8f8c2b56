import { useSignal } from '@preact/signals';
import syncIcon from 'lucide-static/icons/refresh-cw.svg?icon';
import type { JSX } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { MINUTE_MS } from '../../domain/time';
import type { Library, SyncStatus } from '../../library';
import { Button, IconButton, isPlainClick } from '../components/button';
import { into } from '../components/signals';
import { useNow } from '../components/use-now';
import { useLoaded } from '../components/use-store';
import { useTimeLeft } from '../components/use-time-left';
import { t } from '../strings';
import type { SyncStore } from './sync-store';
import { syncStatusText } from './sync-text';
import './sync-line.css';

interface SyncLineProps {
  /** Loaded when the line is rendered, so that the first paint does not wait for it. */
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  readonly library: Promise<Library>;
  /** The address of the sync page. */
  readonly href: string;
  /** Opens the sync page instead of the link. In the popup, a link would replace the popup. */
  readonly onOpen?: () => void;
  /** True when the page in front is saved on this device and is never synced. */
  readonly isLocalOnly?: Promise<boolean>;
}

/** Shows the sync status and *Sync now*. Shows nothing without an account. */
export function SyncLine(props: SyncLineProps): JSX.Element | null {
  const { sync, library, isLocalOnly } = props;
  const store = useLoaded(useCallback(() => sync(library), [sync, library]));
  const isApart = useSignal(false);
  useEffect(() => {
    void isLocalOnly?.then(into(isApart));
  }, [isLocalOnly, isApart]);
  return store && <SyncStatusLine {...props} store={store} isLocalOnly={isApart.value} />;
}

interface LineProps extends Pick<SyncLineProps, 'href' | 'onOpen'> {
  readonly store: SyncStore;
  readonly isLocalOnly: boolean;
}

/** Of so many changes a bar shows how many were sent. */
const MANY_CHANGES = 20;

/**
 * Returns how many of many changes were sent since they began to wait; null while nothing is sent. They
 * wait until all pages have come.
 */
function useSending(status: SyncStatus | null): SyncStatus['arriving'] {
  const most = useRef(0);
  if (status === null) return null;
  const { waiting, stop, attention, arriving } = status;
  most.current = waiting === 0 ? 0 : Math.max(most.current, waiting);
  const of = most.current;
  const isHeld = stop !== null || attention > 0 || arriving !== null;
  if (of < MANY_CHANGES || isHeld) return null;
  return { done: of - waiting, of };
}

/** The line of a store that is loaded. */
export function SyncStatusLine({
  store,
  href,
  onOpen,
  isLocalOnly,
}: LineProps): JSX.Element | null {
  const now = useNow(MINUTE_MS / 2);
  const status = store.status.value;
  const syncAccount = store.syncAccount.value;
  const isPaused = store.settings.value?.isPaused;
  const pending = isPaused ? 0 : status?.articlesPending;
  const sending = useSending(status);
  const moving = status?.arriving ?? sending;
  const here = moving?.done ?? status?.articlesHere ?? 0;
  const missing = moving ? moving.of - moving.done : (pending ?? 0);
  const left = useTimeLeft(here, missing, status?.arriving ? 'arriving' : sending ? 'sending' : '');
  if (status === null || syncAccount === null || syncAccount === 'nobody') return null;
  const { text, tone } = syncStatusText(status, syncAccount, now, isPaused);
  // While many come or go, their number says more than that a sync runs.
  const isMoving = moving !== null || status.articlesPending > 0;
  const isLoading = isMoving && tone === (sending ? 'waiting' : 'quiet') && !isLocalOnly;
  const isSyncing = store.isSyncing.value;
  const quiet = isLocalOnly && tone === 'quiet' ? t('journalKeptHere') : text;
  const loading = [text, left].filter(Boolean).join(' · ');
  const risk = store.areChangesAtRisk.value ? ` · ${t('optionsNotPersisted')}` : '';
  const words = isLoading ? loading : isSyncing ? t('syncBusy') : quiet + risk;
  const isAllowed = status.stop?.kind !== 'not-allowed';
  const open = (event: MouseEvent) => {
    if (!(onOpen && isPlainClick(event))) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <div class="sync-line line hint" data-tone={tone}>
      {isLoading && <progress aria-label={text} max={here + missing} value={here} />}
      <a class="plain-link" href={href} title={t('syncOpen')} onClick={open}>
        {words}
      </a>
      {syncAccount === 'signed-in' && !isAllowed && (
        <Button isDisabled={isSyncing} onClick={store.allow}>
          {t('syncAllow')}
        </Button>
      )}
      {syncAccount === 'signed-in' && isAllowed && (
        <IconButton
          label={t('syncNow')}
          icon={syncIcon}
          isDisabled={isSyncing}
          onClick={store.syncNow}
        />
      )}
    </div>
  );
}
