import type { SyncStatus, SyncStop } from '../../library';
import type { BadgeState } from '../badge';

/** Whether only a person can set right what is in the way of sync. */
export function needsPerson(stop: SyncStop | null): boolean {
  switch (stop?.kind) {
    case 'signed-out':
    case 'not-allowed':
    case 'wrong-server':
    case 'refused':
    case 'quota':
    case 'server-lost-data':
      return true;
    default:
      return false;
  }
}

/**
 * What sync makes of the badge. What is just on its way is no news: that something waits is said
 * once it could not go.
 */
export function syncBadge({ stop, attention, waiting }: SyncStatus): BadgeState {
  if (attention > 0 || needsPerson(stop)) return { kind: 'sync-attention' };
  return stop !== null && waiting > 0 ? { kind: 'waiting', count: waiting } : { kind: 'plain' };
}
