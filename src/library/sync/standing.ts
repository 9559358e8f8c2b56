import { watch } from '../live';
import type { Store } from '../store';
import { readStatus } from './sync-meta';
import type { SyncStanding } from './sync-repository';

export const syncStanding = (store: Store): SyncStanding => ({
  watchStatus: (listener) =>
    watch(
      store,
      () => readStatus(store.db),
      (status) => status,
      listener,
    ),
});
