import { SECOND_MS } from '../../domain/time';
import type { Dispose, SyncStatus, SyncStop } from '../../library';
import type { AccountState } from '../account/account-summary';
import type { LibraryAccess } from '../library/libraries';
import type { BadgeState } from '../toolbar/badge';
import type { BackgroundSync } from './background-sync';

interface Dependencies {
  readonly openLibrary: LibraryAccess;
  readonly accountState: () => Promise<AccountState>;
  readonly sync: Pick<BackgroundSync, 'run'>;
  /** Sets the default badge, for tabs that have none of their own. */
  readonly showDefault: (state: BadgeState) => void;
  /** Called after a sync that may have changed the library. */
  readonly onSynced: () => void;
}

/** Debounce: changes within this time are sent together. */
const DEBOUNCE_MS = SECOND_MS;

/** Observes the sync status of the active library while the worker is alive. */
export function createSyncWatch({
  openLibrary,
  accountState,
  sync,
  showDefault,
  onSynced,
}: Dependencies) {
  let stop: Dispose = () => {};
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const listen = () => {
    let [waiting, lastQueued] = [0, 0];
    let shown = '';
    let syncedAt: SyncStatus['syncedAt'] | undefined;
    return (status: SyncStatus) => {
      const rest = syncBadge(status);
      if (JSON.stringify(rest) !== shown) showDefault(rest);
      shown = JSON.stringify(rest);
      if (syncedAt !== undefined && status.syncedAt !== syncedAt) onSynced();
      syncedAt = status.syncedAt;
      // A change that is queued while another is sent leaves the count as it was.
      const isMore = status.waiting > waiting || status.lastQueued > lastQueued;
      waiting = status.waiting;
      lastQueued = Math.max(lastQueued, status.lastQueued);
      if (!isMore) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // A change that a sync has queued and sent itself needs no further sync.
        if (waiting > 0) void sync.run('background');
      }, DEBOUNCE_MS);
    };
  };

  return {
    /** Must be called at the start, and when another account becomes active. */
    async begin(): Promise<void> {
      turn += 1;
      const ownTurn = turn;
      stop();
      clearTimeout(timer);
      const library = (await accountState()) === 'nobody' ? null : await openLibrary();
      if (ownTurn !== turn) return;
      if (library?.ok) stop = library.value.sync.watchStatus(listen());
      // The badge belonged to another account; a new worker finds no badge.
      else if (ownTurn > 1) showDefault({ kind: 'plain' });
    },
  };
}

/** True if only the user can fix the problem that stopped the sync. */
function needsUser(stop: SyncStop | null): boolean {
  switch (stop?.kind) {
    case 'signed-out':
    case 'not-allowed':
    case 'wrong-server':
    case 'forbidden':
    case 'refused':
    case 'quota':
    case 'server-lost-data':
      return true;
    default:
      return false;
  }
}

/** The badge for a sync status. Unsent changes are only shown after a sync failed to send them. */
export function syncBadge({ stop, attention, waiting }: SyncStatus): BadgeState {
  if (attention > 0 || needsUser(stop)) return { kind: 'sync-attention' };
  return stop !== null && waiting > 0 ? { kind: 'waiting', count: waiting } : { kind: 'plain' };
}
