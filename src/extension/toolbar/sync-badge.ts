import type { SyncStatus, SyncStop } from '../../library';
import type { BadgeState } from './badge';

interface Dependencies {
  /** Sets the default badge, for tabs that have none of their own. */
  readonly showDefault: (state: BadgeState) => void;
  /** Called after a sync that may have changed the library. */
  readonly onSynced: () => void;
}

/** Returns a function that shows each status of the sync; null: there is no account any more. */
export function createSyncBadge({ showDefault, onSynced }: Dependencies) {
  let shown = '';
  let syncedAt: SyncStatus['syncedAt'] | undefined;
  return (status: SyncStatus | null): void => {
    const badge: BadgeState = status === null ? { kind: 'plain' } : syncBadge(status);
    if (JSON.stringify(badge) !== shown) showDefault(badge);
    shown = JSON.stringify(badge);
    if (syncedAt !== undefined && status !== null && status.syncedAt !== syncedAt) onSynced();
    syncedAt = status?.syncedAt;
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
