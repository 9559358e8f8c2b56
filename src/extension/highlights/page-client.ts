import type { Browser } from 'wxt/browser';
import type {
  Highlight,
  HighlightChanges,
  HighlightDoubt,
  HighlightId,
  HighlightPosition,
} from '../../domain/highlight';
import { err, type Result } from '../../domain/result';
import type { NewHighlight } from '../../library';
import type { HandlerFailure } from '../../messages/schemas';
import type { ShowHighlight, TabMessage } from './page-messages';

type Failure = HandlerFailure | { readonly kind: 'unreachable' };
type Answer<T> = Promise<Result<T, Failure>>;

/** Sends a message to the background: `runtime.sendMessage`. */
type Send = (message: object) => Promise<unknown>;

/**
 * Sends messages to the background. It checks what it gets, and scripts and frames in pages trust
 * what it answers. `token` is that of a frame.
 */
export function createAsk(send: Send, token?: string) {
  return async <T>(name: string, request: object): Answer<T> => {
    try {
      const message = { name, request, ...(token !== undefined && { token }) };
      const reply = (await send(message)) as Result<T, Failure | { kind: 'refused' }>;
      if (reply.ok) return reply;
      const { error } = reply;
      return err(error.kind === 'refused' ? { kind: 'failed', detail: 'refused' } : error);
    } catch {
      return err({ kind: 'unreachable' }); // The extension was updated or removed.
    }
  };
}

/** The background as the script in a page sees it. `PageBackground` of ui/ has the same shape. */
export function createPageClient(send: Send) {
  const ask = createAsk(send);
  return {
    openFrame: (url: string, token: string) => ask<null>('openFrame', { url, token }),
    openReader: (url: string, id: HighlightId | null) => ask<null>('openReader', { url, id }),
    addColors: (url: string) => ask<null>('addColors', { url }),
    read: (url: string) => ask<readonly Highlight[]>('readHighlights', { url }),
    add: (url: string, { quote, color, position }: Omit<NewHighlight, 'bookmarkId'>) =>
      ask<Highlight>('addHighlight', { url, quote, color, position }),
    edit: (url: string, id: HighlightId, changes: HighlightChanges) =>
      ask<HighlightChanges>('editHighlight', { url, id, changes }),
    delete: (url: string, ids: readonly HighlightId[]) =>
      ask<readonly Highlight[]>('deleteHighlights', { url, ids }),
    restore: (url: string, ids: readonly HighlightId[]) =>
      ask<null>('restoreHighlights', { url, ids }),
    setPositions(url: string, found: ReadonlyMap<HighlightId, HighlightPosition | HighlightDoubt>) {
      const positions = [...found].filter(([, result]) => typeof result !== 'string');
      return ask<void>('placeHighlights', { url, positions });
    },
  };
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
