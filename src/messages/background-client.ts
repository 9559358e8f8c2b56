import { createClient } from './create-client';
import type { ClientOf, MessageTable } from './message-table';
import type { EXTENSION_MESSAGES, MESSAGES } from './messages';

/** The background as all pages see it: a function for each message. */
export type Background = ClientOf<typeof MESSAGES>;

/** The background as the pages of the extension see it. */
export type ExtensionBackground = ClientOf<typeof EXTENSION_MESSAGES>;

/** Sends a message to the background: `runtime.sendMessage`, except in tests. */
type Transport = (message: { readonly name: string; readonly request: object }) => Promise<unknown>;

/**
 * Creates the client of a page for the table `T`. It is small enough for a first load, because it needs no zod and no
 * Dexie. A message is sent first, because it is in the path of the click. The code that parses
 * replies is loaded after `painted`, the page's first paint.
 */
export const createBackground = <T extends MessageTable<keyof T>>(
  painted: Promise<void>,
  transport: Transport,
): ClientOf<T> =>
  createClient<T>(async (name, request) => {
    const reply = transport({ name, request }).then(
      (value) => ({ hasArrived: true, value }),
      // There was no listener, or the worker died; browsers use different error messages.
      () => ({ hasArrived: false, value: null }),
    );
    const { readReply } = await painted.then(() => import('./read-reply'));
    return readReply(name, reply);
  });
