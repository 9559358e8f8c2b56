import type { Browser } from 'wxt/browser';
import { createFollower, type FollowerDependencies } from './follower';
import { createSyncRunner, type RunnerDependencies, type SyncRunner } from './sync-runner';

/** Sync in the background: its rounds, and what asks for one while somebody looks. */
export interface BackgroundSync extends SyncRunner {
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
  return {
    run(occasion) {
      if (occasion === 'here' || occasion === 'asked') follower.hurry();
      return runner.run(occasion);
    },
    attend: follower.attend,
    startAnew() {
      follower.startAnew();
      return runner.startAnew();
    },
  };
}
