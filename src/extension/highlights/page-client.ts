import type { Browser } from 'wxt/browser';
import type { HighlightId } from '../../domain/highlight';
import { err } from '../../domain/result';
import { createClient } from '../../messages/create-client';
import type { ClientOf, MessageTable, Reply } from '../../messages/message-table';

/**
 * Creates the client of a script or a frame in a page, for the messages of the table `T`. It has no
 * schema, because the background checks what it gets, and what it answers is trusted.
 * @param send `runtime.sendMessage`
 * @param token that of a frame
 */
export const createPageClient = <T extends MessageTable<keyof T>>(
  send: (message: object) => Promise<unknown>,
  token?: string,
): ClientOf<T> =>
  createClient(async (name, request) => {
    try {
      const message = { name, request, ...(token !== undefined && { token }) };
      const reply = (await send(message)) as Reply;
      if (reply.ok) return reply;
      const { error } = reply;
      return err(error.kind === 'refused' ? { kind: 'failed', detail: 'refused' } : error);
    } catch {
      return err({ kind: 'unreachable' }); // The extension was updated or removed.
    }
  });

/** The messages from the background to the script in a page. */
export type TabMessage =
  | 'highlight-selection'
  /** Shows the highlights, and again those that have changed. */
  | 'refresh-highlights'
  /** Like `refresh-highlights`, if highlights are shown. */
  | 'highlights-changed'
  | 'list-highlights';

/** Scrolls the page to a highlight. */
export interface ShowHighlight {
  readonly name: 'show-highlight';
  readonly id: HighlightId;
}

// Only the background can send messages to this script.
const isShowHighlight = (message: unknown): message is ShowHighlight =>
  typeof message === 'object' && message !== null && 'name' in message && 'id' in message;

type Listener = (message: unknown, sender: Browser.runtime.MessageSender) => undefined;

/** Calls the function of each message that the background sends. */
export function onTabMessage(
  onMessage: { addListener(listener: Listener): void; removeListener(listener: Listener): void },
  handlers: Readonly<Record<TabMessage, () => void>> & {
    readonly 'show-highlight': (id: HighlightId) => void;
  },
): () => void {
  const isTabMessage = (message: unknown): message is TabMessage =>
    typeof message === 'string' && message !== 'show-highlight' && Object.hasOwn(handlers, message);
  const listener: Listener = (message) => {
    if (isTabMessage(message)) handlers[message]();
    else if (isShowHighlight(message)) handlers['show-highlight'](message.id);
    return undefined;
  };
  onMessage.addListener(listener);
  return () => onMessage.removeListener(listener);
}
