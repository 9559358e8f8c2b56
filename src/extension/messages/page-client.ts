import { browser } from 'wxt/browser';
import {
  type ArticleRequestResult,
  type BackgroundFailure,
  type BookmarkId,
  type CaptureChange,
  err,
  type HighlightId,
  type PageState,
  type Result,
  SECOND_MS,
} from '../../domain';
import type { MessageName, RequestOf, ResponseOf } from './messages';

/** The requests that a page can send to the background. `Background` of ui/ has the same shape. */
export interface BackgroundClient {
  describePage(request: { readonly save: boolean }): Promise<Result<PageState, BackgroundFailure>>;
  saveAddress(): Promise<Result<PageState, BackgroundFailure>>;
  captureAgain(id: BookmarkId): Promise<Result<CaptureChange, BackgroundFailure>>;
  fetchImages(id: BookmarkId): Promise<Result<number, BackgroundFailure>>;
  fetchArticle(id: BookmarkId): Promise<Result<ArticleRequestResult, BackgroundFailure>>;
  listHighlights(): Promise<void>;
  showHighlight(id: HighlightId): Promise<void>;
  libraryChanged(): Promise<void>;
  syncNow(): Promise<void>;
  pokeSync(): Promise<void>;
}

/**
 * The background as pages see it. It is small enough for a first load, because it needs no zod and
 * no Dexie. The code that parses replies is loaded after `painted`, the page's first paint.
 */
export function createBackground(
  painted: Promise<void>,
  transport: Transport = (message) => browser.runtime.sendMessage(message),
): BackgroundClient {
  const tell = async (name: 'listHighlights' | 'libraryChanged' | 'syncNow' | 'pokeSync') =>
    void (await sendMessage(transport, name, {}));
  return {
    describePage: ({ save }) => sendMessage(transport, 'describePage', { save }, painted),
    saveAddress: () => sendMessage(transport, 'saveAddress', {}),
    captureAgain: (id) => sendMessage(transport, 'captureAgain', { id }),
    fetchImages: (id) => sendMessage(transport, 'fetchImages', { id }),
    fetchArticle: (id) => sendMessage(transport, 'fetchArticle', { id }),
    listHighlights: () => tell('listHighlights'),
    async showHighlight(id) {
      await sendMessage(transport, 'showHighlight', { id });
    },
    // Best effort: a stale badge is corrected when its tab is next shown.
    libraryChanged: () => tell('libraryChanged'),
    // The result is in the library; a sync that exceeds the timeout continues.
    syncNow: () => tell('syncNow'),
    // Best effort: the alarm starts a sync in any case.
    pokeSync: () => tell('pokeSync'),
  };
}

/** Sends a message to the background: `runtime.sendMessage`, except in tests. */
export type Transport = (message: {
  readonly name: string;
  readonly request: unknown;
}) => Promise<unknown>;

/** For messages that are answered at once. */
const SHORT_TIMEOUT_MS = 5 * SECOND_MS;

/** Slightly longer than the background takes at most, for other messages. */
export type Timeouts = Readonly<Partial<Record<MessageName, number>>>;

const TIMEOUT_MS: Timeouts = {
  describePage: 15 * SECOND_MS,
  saveTab: 15 * SECOND_MS,
  captureAgain: 15 * SECOND_MS,
  fetchImages: 120 * SECOND_MS,
  syncNow: 600 * SECOND_MS,
  fetchArticle: 120 * SECOND_MS,
};

/**
 * Sends a message to the background and returns its parsed reply, or `unreachable` if none arrives
 * in time. The message is sent first, because this is in the path of the click. The schemas (and
 * zod) load while the background works, so they are not part of a page's first load. They load only
 * after `idle` settles, when the page has painted everything that it can without the reply.
 */
export async function sendMessage<Name extends MessageName>(
  transport: Transport,
  name: Name,
  request: RequestOf<Name>,
  idle: Promise<void> = Promise.resolve(),
  timeouts: Timeouts = TIMEOUT_MS,
): Promise<Result<ResponseOf<Name>, BackgroundFailure>> {
  const reply = transport({ name, request });
  const [answer, { readReply }] = await Promise.all([
    withinTime(reply, timeouts[name] ?? SHORT_TIMEOUT_MS),
    idle.then(() => import('./messages')),
  ]);
  return answer.arrived ? readReply(name, answer.reply) : err({ kind: 'unreachable' });
}

type Answer = { readonly arrived: true; readonly reply: unknown } | { readonly arrived: false };

function withinTime(reply: Promise<unknown>, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ arrived: false }), timeoutMs);
    const settle = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    reply.then(
      (value) => settle({ arrived: true, reply: value }),
      // There was no listener, or the worker died; browsers use different error messages.
      () => settle({ arrived: false }),
    );
  });
}
