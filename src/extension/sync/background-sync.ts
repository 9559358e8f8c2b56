import type { Browser } from 'wxt/browser';
import { ok } from '../../domain';
import { answerMessage, type HandlersOf, type Reply } from '../messages/message-table';
import { SYNC_MESSAGES, type SyncMessages } from '../messages/messages';
import { createRemoteChanges, type RemoteChangesDependencies } from './remote-changes';
import { createSyncRunner, type RunnerDependencies, type SyncRunner } from './sync-runner';

/** Sync in the background: the syncs themselves, and the remote changes that trigger them. */
export interface BackgroundSync extends Pick<SyncRunner, 'run' | 'restart'> {
  /** Answers a message of `SYNC_MESSAGES`; null for any other. */
  answer(name: string, request: unknown): Promise<Reply> | null;
  /** Registers the port that a page holds while it is visible. */
  addPort(port: Browser.runtime.Port): void;
}

type Dependencies = RunnerDependencies &
  Omit<RemoteChangesDependencies, 'onRemoteChange' | 'runtime'> & {
    readonly browser: { readonly runtime: RemoteChangesDependencies['runtime'] };
  };

export function createBackgroundSync(dependencies: Dependencies): BackgroundSync {
  const runner = createSyncRunner(dependencies);
  const { runtime } = dependencies.browser;
  const remoteChanges = createRemoteChanges({
    ...dependencies,
    runtime,
    onRemoteChange: () => runner.run('remote-change'),
  });
  const handlers: HandlersOf<SyncMessages> = {
    fetchArticle: async ({ id }) => ok(await runner.fetchArticle(id)),
    shareServer: async () => ok(await runner.shareServer()),
    shareByLink: async ({ id }) => ok(await runner.shareByLink(id)),
    shareByEmail: async ({ id, message }) => ok(await runner.shareByEmail(id, message)),
  };
  return {
    run(trigger) {
      if (trigger === 'foreground' || trigger === 'manual') remoteChanges.retryNow();
      return runner.run(trigger);
    },
    answer: (name, request) =>
      Object.hasOwn(SYNC_MESSAGES, name)
        ? answerMessage(SYNC_MESSAGES, handlers, name, request)
        : null,
    addPort: remoteChanges.addPort,
    restart() {
      remoteChanges.restart();
      return runner.restart();
    },
  };
}
