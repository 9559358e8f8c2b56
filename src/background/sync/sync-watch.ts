import { SECOND_MS } from '../../domain/time';
import type { Dispose, SyncStatus } from '../../library';
import type { AccountState } from '../account/account-summary';
import type { LibraryAccess } from '../library/libraries';
import type { BackgroundSync } from './background-sync';

interface Dependencies {
  readonly openLibrary: LibraryAccess;
  readonly accountState: () => Promise<AccountState>;
  readonly sync: Pick<BackgroundSync, 'run'>;
  /** Called with each status of the sync, and with null when there is no account any more. */
  readonly onStatus: (status: SyncStatus | null) => void;
}

/** Debounce: changes within this time are sent together. */
const DEBOUNCE_MS = SECOND_MS;

/** Observes the sync status of the active library while the worker is alive. */
export function createSyncWatch({ openLibrary, accountState, sync, onStatus }: Dependencies) {
  let stop: Dispose = () => {};
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const listen = () => {
    let [waiting, lastQueued] = [0, 0];
    return (status: SyncStatus) => {
      onStatus(status);
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
      // A new worker has reported no status yet.
      else if (ownTurn > 1) onStatus(null);
    },
  };
}
