import type { WxtBrowser } from 'wxt/browser';
import type { Clock } from '../library/libraries';
import type { InPages } from '../messages/serve-messages';
import { createFrameRequests } from './frame-requests';
import { createFrameSessions, FRAME_PATH } from './frame-sessions';
import { createMessageLimit } from './message-limit';
import { createPageRequests } from './page-requests';

type Dependencies = Omit<Parameters<typeof createPageRequests>[0], 'sessions' | 'browser'> & {
  readonly browser: Pick<WxtBrowser, 'scripting' | 'storage' | 'tabs'>;
  readonly now: Clock;
};

/** Answers the scripts and frames for highlights, each tab only so often. */
export function answerInPages(dependencies: Dependencies): InPages & {
  tabClosed(tabId: number): void;
} {
  const { browser, now, ownOrigin } = dependencies;
  const sessions = createFrameSessions(browser.storage.session);
  const { limit, forget } = createMessageLimit(now);
  return {
    script: limit(createPageRequests({ ...dependencies, sessions })),
    frame: limit(createFrameRequests({ ...dependencies, sessions })),
    frameAddress: new URL(FRAME_PATH, ownOrigin).href,
    tabClosed(tabId) {
      forget(tabId);
      void sessions.end(tabId);
    },
  };
}
