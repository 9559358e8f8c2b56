import { SECOND_MS } from '../../domain';
import type { Dispose, SyncStatus, SyncStop } from '../../library';
import type { AccountState } from '../account/account-summary';
import type { LibraryAccess } from '../library/libraries';
import type { BadgeState } from '../toolbar/badge';
import type { BackgroundSync } from './background-sync';

interface Dependencies {
  readonly openLibrary: LibraryAccess;
  readonly accountState: () => Promise<AccountState>;
  readonly sync: Pick<BackgroundSync, 'run'>;
  /** What the button says where a page has nothing to say. */
  readonly showDefault: (state: BadgeState) => void;
}

/** Follows what interruptible in the library in use, for as long as the worker is awake. */
export interface SyncWatch {
  /** To be called at the start, and when another account is in use. */
  begin(): Promise<void>;
}

/** What is typed or clicked within that goes out together. */
const TOGETHER_MS = SECOND_MS;

export function createSyncWatch({
  openLibrary,
  accountState,
  sync,
  showDefault,
}: Dependencies): SyncWatch {
  let stop: Dispose = () => {};
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const listen = () => {
    let [waiting, lastQueued] = [0, 0];
    let shown = '';
    return (status: SyncStatus) => {
      const rest = syncBadge(status);
      if (JSON.stringify(rest) !== shown) showDefault(rest);
      shown = JSON.stringify(rest);
      // What comes as something else is settled leaves as many as before.
      const isMore = status.waiting > waiting || status.lastQueued > lastQueued;
      waiting = status.waiting;
      lastQueued = Math.max(lastQueued, status.lastQueued);
      if (!isMore) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // What a round has queued and sent by itself asks for no other.
        if (waiting > 0) void sync.run('background');
      }, TOGETHER_MS);
    };
  };

  return {
    async begin() {
      turn += 1;
      const own = turn;
      stop();
      clearTimeout(timer);
      const library = (await accountState()) === 'nobody' ? null : await openLibrary();
      if (own !== turn) return;
      if (library?.ok) stop = library.value.sync.watchStatus(listen());
      // What stood on the button was of another account; a new worker finds nothing there.
      else if (own > 1) showDefault({ kind: 'plain' });
    },
  };
}

/** Whether only a person can set right what is in the way of sync. */
export function needsUser(stop: SyncStop | null): boolean {
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
 * What sync makes of the badge. What is just on its way is no news: that something interruptible is said
 * once it could not go.
 */
export function syncBadge({ stop, attention, waiting }: SyncStatus): BadgeState {
  if (attention > 0 || needsUser(stop)) return { kind: 'sync-attention' };
  return stop !== null && waiting > 0 ? { kind: 'waiting', count: waiting } : { kind: 'plain' };
}
