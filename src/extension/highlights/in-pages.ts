import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { Clock } from '../../background/library/libraries';
import { err } from '../../domain/result';
import { SECOND_MS } from '../../domain/time';
import { createFrameSessions, FRAME_PATH } from '../messages/frame-sessions';
import type { AnswerPage } from '../messages/serve-messages';
import { createFrameRequests } from './frame-requests';
import { createPageRequests } from './page-requests';

type Dependencies = Omit<Parameters<typeof createPageRequests>[0], 'sessions' | 'browser'> & {
  readonly browser: Pick<WxtBrowser, 'permissions' | 'scripting' | 'storage' | 'tabs'>;
  readonly now: Clock;
  /** The frames that show a toast. */
  readonly toasts: {
    readonly isAsked: (message: unknown) => boolean;
    readonly answer: AnswerPage;
    readonly tabClosed: (tabId: number) => void;
  };
};

/** Answers the scripts and frames in pages, each tab only so often. */
export function answerInPages(dependencies: Dependencies) {
  const { browser, now, ownOrigin, toasts } = dependencies;
  const sessions = createFrameSessions(browser.storage.session, 'highlightFrame', z.string());
  const answerFrame = createFrameRequests({ ...dependencies, sessions });
  const { limit, forget } = createMessageLimit(now);
  return {
    script: limit(createPageRequests({ ...dependencies, sessions })),
    frame: limit((message, sender) =>
      toasts.isAsked(message) ? toasts.answer(message, sender) : answerFrame(message, sender),
    ),
    frameAddress: new URL(FRAME_PATH, ownOrigin).href,
    tabClosed(tabId: number): void {
      forget(tabId);
      void sessions.end(tabId);
      toasts.tabClosed(tabId);
    },
  };
}

/** The messages that a tab may send at once, and per second after that. */
const MESSAGES_AT_ONCE = 400;
const PER_SECOND = 40;

/**
 * Limits the messages of each tab. A page can cause messages of the script in it, which must not keep
 * the background busy. A person who highlights a hundred parts at once stays below the limit.
 */
function createMessageLimit(now: Clock) {
  const tabs = new Map<number, { readonly left: number; readonly at: number }>();

  function isAllowed(tabId: number): boolean {
    const at = now();
    const last = tabs.get(tabId) ?? { left: MESSAGES_AT_ONCE, at };
    const refilled = last.left + ((at - last.at) / SECOND_MS) * PER_SECOND;
    const left = Math.min(MESSAGES_AT_ONCE, refilled) - 1;
    tabs.set(tabId, { left: Math.max(0, left), at });
    return left >= 0;
  }

  return {
    /** Answers with `answer`, and with a failure if the tab has sent too many messages. */
    limit:
      (answer: AnswerPage): AnswerPage =>
      async (message, sender) =>
        sender.tab?.id === undefined || isAllowed(sender.tab.id)
          ? answer(message, sender)
          : err({ kind: 'failed', detail: 'too many messages' }),
    forget: (tabId: number): void => void tabs.delete(tabId),
  };
}
