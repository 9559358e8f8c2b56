import { ok } from '../../domain/result';
import type { BackgroundHandlers } from '../../messages/messages';
import type { VisiblePort } from '../ports';
import { createRemoteChanges, type RemoteChangesDependencies } from './remote-changes';
import {
  createSyncRunner,
  type RunnerDependencies,
  SYNC_LOCK,
  type SyncTrigger,
} from './sync-runner';

export type BackgroundSync = ReturnType<typeof createBackgroundSync>;

type Dependencies = Omit<RunnerDependencies, 'onBusy'> &
  Omit<RemoteChangesDependencies, 'onRemoteChange'>;

/** Sync in the background: the syncs themselves, and the remote changes that trigger them. */
export function createBackgroundSync(dependencies: Dependencies) {
  const runner = createSyncRunner({ ...dependencies, onBusy: () => void syncWhenFree() });
  const remoteChanges = createRemoteChanges({
    ...dependencies,
    onRemoteChange: () => runner.run('remote-change'),
  });
  const run = (trigger: SyncTrigger): Promise<void> => {
    if (trigger === 'foreground' || trigger === 'manual') remoteChanges.retryNow();
    return runner.run(trigger);
  };
  let isWaiting = false;
  /** The tab that syncs may be closed in the middle. */
  const syncWhenFree = async () => {
    if (isWaiting) return;
    isWaiting = true;
    await dependencies.locks.request(SYNC_LOCK, async () => {});
    isWaiting = false;
    await run('foreground');
  };
  return {
    run,
    /** Ends the current sync and the connection for remote changes, before a sign-out. */
    stop(): void {
      remoteChanges.stop();
      runner.stop();
    },
    restart(): Promise<void> {
      remoteChanges.restart();
      return runner.restart();
    },
    /** Registers the port that a page holds while it is visible. */
    addPort: (port: VisiblePort): void => remoteChanges.addPort(port),
    handlers: {
      async syncNow() {
        await run('manual');
        return ok(null);
      },
      async pokeSync() {
        void run('foreground');
        return ok(null);
      },
      fetchArticle: async ({ id }) => ok(await runner.fetchArticle(id)),
      shareServer: async ({ first }) => ok(await runner.shareServer(first)),
      shareByLink: async ({ id, lifetime }) => ok(await runner.shareByLink(id, lifetime)),
      shareByEmail: async ({ id, message }) => ok(await runner.shareByEmail(id, message)),
      sharedLinks: async () => ok(await runner.sharedLinks()),
      withdrawLink: async ({ id }) => ok(await runner.withdrawLink(id)),
    } satisfies Partial<BackgroundHandlers>,
  };
}
