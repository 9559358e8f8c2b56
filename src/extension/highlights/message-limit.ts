import { err } from '../../domain/result';
import { SECOND_MS } from '../../domain/time';
import type { AnswerPage } from '../messages/serve-messages';

/** The messages that a tab may send at once, and per second after that. */
const AT_ONCE = 400;
const PER_SECOND = 40;

/** Limits the messages of each tab. */
export interface MessageLimit {
  /** Answers with `answer`, and with a failure if the tab has sent too many messages. */
  limit(answer: AnswerPage): AnswerPage;
  forget(tabId: number): void;
}

/**
 * A page can cause messages of the script in it, which must not keep the background busy. A person
 * who highlights a hundred parts at once stays below the limit.
 */
export function createMessageLimit(now: () => number): MessageLimit {
  const tabs = new Map<number, { readonly left: number; readonly at: number }>();

  function isAllowed(tabId: number): boolean {
    const at = now();
    const last = tabs.get(tabId) ?? { left: AT_ONCE, at };
    const refilled = last.left + ((at - last.at) / SECOND_MS) * PER_SECOND;
    const left = Math.min(AT_ONCE, refilled) - 1;
    tabs.set(tabId, { left: Math.max(0, left), at });
    return left >= 0;
  }

  return {
    limit: (answer) => async (message, sender) =>
      sender.tab?.id === undefined || isAllowed(sender.tab.id)
        ? answer(message, sender)
        : err({ kind: 'failed', detail: 'too many messages' }),
    forget: (tabId) => void tabs.delete(tabId),
  };
}
