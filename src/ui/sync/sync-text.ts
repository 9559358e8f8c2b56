import type { SyncStatus, SyncStop } from '../../library';
import { formatAgo } from '../format';
import { formatNumber, type PlainKey, t } from '../strings';
import type { SyncAccount } from './sync-store';

/** The sync status as a short text. */
interface SyncStatusText {
  readonly text: string;
  /** `attention`: the user has to act. `waiting`: sync continues by itself. */
  readonly tone: 'quiet' | 'waiting' | 'attention';
}

const STOPS = {
  'server-busy': 'syncServerBusy',
  'no-progress': 'syncNoProgress',
  'signed-out': 'syncSignedOut',
  'not-allowed': 'syncNotAllowed',
  'wrong-server': 'syncWrongServer',
  forbidden: 'syncForbidden',
  refused: 'syncRefused',
  quota: 'syncQuota',
  'library-unavailable': 'syncLibraryUnavailable',
  'server-lost-data': 'syncLostData',
} as const satisfies Record<Exclude<SyncStop['kind'], 'offline'>, PlainKey>;

const STOPS_WITHOUT_ATTENTION: ReadonlySet<SyncStop['kind']> = new Set([
  'offline',
  'server-busy',
  'no-progress',
  'library-unavailable',
]);

/**
 * Returns the most important part of the status: the reason why sync is blocked, decisions for the
 * user, waiting changes, or the time of the last sync.
 */
export function syncStatusText(
  status: SyncStatus,
  syncAccount: SyncAccount,
  now: number,
  isPaused = false,
): SyncStatusText {
  const { stop, attention, waiting, articlesPending, syncedAt, arriving } = status;
  if (syncAccount === 'signed-out') return { text: t('syncSignedOut'), tone: 'attention' };
  if (stop !== null && !STOPS_WITHOUT_ATTENTION.has(stop.kind))
    return { text: stopText(stop), tone: 'attention' };
  if (attention > 0)
    return { text: t('syncAttention', formatNumber(attention)), tone: 'attention' };
  if (stop !== null) {
    const rest = waiting > 0 ? t('syncWaiting', formatNumber(waiting)) : null;
    return { text: [stopText(stop), rest].filter(Boolean).join(' · '), tone: 'waiting' };
  }
  if (arriving !== null) {
    const [done, of] = [formatNumber(arriving.done), formatNumber(arriving.of)];
    return { text: t('gettingRunning', done, of), tone: 'quiet' };
  }
  if (waiting > 0) return { text: t('syncWaiting', formatNumber(waiting)), tone: 'waiting' };
  if (articlesPending > 0) {
    const key = isPaused ? 'syncArticlesPaused' : 'syncArticles';
    return { text: t(key, formatNumber(articlesPending)), tone: 'quiet' };
  }
  if (syncedAt === null) return { text: t('syncNever'), tone: 'waiting' };
  return { text: t('syncedAt', formatAgo(syncedAt, now, 'short')), tone: 'quiet' };
}

const stopText = (stop: SyncStop): string =>
  t(stop.kind === 'offline' ? 'syncOffline' : STOPS[stop.kind]);
