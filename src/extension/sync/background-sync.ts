import type { Browser } from 'wxt/browser';
import { ok } from '../../domain';
import { answerMessage, type HandlersOf, type Reply } from '../messages/message-table';
import { SYNC_MESSAGES, type SyncMessages } from '../messages/messages';
import { createFollower, type FollowerDependencies } from './remote-changes';
import { createSyncRunner, type RunnerDependencies, type SyncRunner } from './sync-runner';

/** Sync in the background: its rounds, and what asks for one while somebody looks. */
export interface BackgroundSync extends Omit<SyncRunner, 'fetchArticle'> {
  /** Answers a message of `SYNC_MESSAGES`; null for any other. */
  answer(name: string, request: unknown): Promise<Reply> | null;
  /** A page holds `port` while somebody looks at it. */
  attend(port: Browser.runtime.Port): void;
}

type Dependencies = RunnerDependencies &
  Omit<FollowerDependencies, 'onNews' | 'runtime'> & {
    readonly browser: { readonly runtime: FollowerDependencies['runtime'] };
  };

export function createBackgroundSync(given: Dependencies): BackgroundSync {
  const runner = createSyncRunner(given);
  const { runtime } = given.browser;
  const follower = createFollower({ ...given, runtime, onNews: () => void runner.run('news') });
  const handlers: HandlersOf<SyncMessages> = {
    fetchArticle: async ({ id }) => ok(await runner.fetchArticle(id)),
  };
  return {
    run(occasion) {
      if (occasion === 'here' || occasion === 'asked') follower.hurry();
      return runner.run(occasion);
    },
    answer: (name, request) =>
      Object.hasOwn(SYNC_MESSAGES, name)
        ? answerMessage(SYNC_MESSAGES, handlers, name, request)
        : null,
    attend: follower.attend,
    startAnew() {
      follower.startAnew();
      return runner.startAnew();
    },
  };
}
