import { browser } from 'wxt/browser';
import {
  type ArticleRequestResult,
  type BackgroundFailure,
  type BookmarkId,
  type CaptureChange,
  err,
  type PageState,
  type Result,
  SECOND_MS,
} from '../../domain';
import type { MessageName, RequestOf, ResponseOf } from './messages';

/** What a page of ours may ask of the background; `Background` of ui/ is the same shape. */
export interface BackgroundClient {
  describePage(request: { readonly save: boolean }): Promise<Result<PageState, BackgroundFailure>>;
  saveAddress(): Promise<Result<PageState, BackgroundFailure>>;
  captureAgain(id: BookmarkId): Promise<Result<CaptureChange, BackgroundFailure>>;
  fetchImages(id: BookmarkId): Promise<Result<number, BackgroundFailure>>;
  fetchArticle(id: BookmarkId): Promise<Result<ArticleRequestResult, BackgroundFailure>>;
  libraryChanged(): Promise<void>;
  syncNow(): Promise<void>;
  pokeSync(): Promise<void>;
}

/**
 * The background as a page of ours sees it. Small enough for a first load: no zod, no Dexie. What
 * reads the answers comes after `painted`, the page's first paint.
 */
export function createBackground(
  painted: Promise<void>,
  transport: Transport = (message) => browser.runtime.sendMessage(message),
): BackgroundClient {
  return {
    describePage: ({ save }) => sendMessage(transport, 'describePage', { save }, painted),
    saveAddress: () => sendMessage(transport, 'saveAddress', {}),
    captureAgain: (id) => sendMessage(transport, 'captureAgain', { id }),
    fetchImages: (id) => sendMessage(transport, 'fetchImages', { id }),
    fetchArticle: (id) => sendMessage(transport, 'fetchArticle', { id }),
    async libraryChanged() {
      // Best effort: a badge that was not told is put right when its tab is looked at again.
      await sendMessage(transport, 'libraryChanged', {});
    },
    async syncNow() {
      // What came of it is in the library; a round that takes longer than anybody interruptible goes on.
      await sendMessage(transport, 'syncNow', {});
    },
    async pokeSync() {
      // Best effort: the alarm comes in any case.
      await sendMessage(transport, 'pokeSync', {});
    },
  };
}

/** Gives a message to the background; the way is `runtime.sendMessage` but in tests. */
export type Transport = (message: {
  readonly name: string;
  readonly request: unknown;
}) => Promise<unknown>;

/** A little more than the background itself takes at most. */
const TIMEOUT_MS: Readonly<Record<MessageName, number>> = {
  describePage: 15 * SECOND_MS,
  saveAddress: 5 * SECOND_MS,
  captureAgain: 15 * SECOND_MS,
  fetchImages: 120 * SECOND_MS,
  syncNow: 600 * SECOND_MS,
  fetchArticle: 120 * SECOND_MS,
  pokeSync: 5 * SECOND_MS,
  libraryChanged: 5 * SECOND_MS,
  findServer: 180 * SECOND_MS,
  findAgain: 60 * SECOND_MS,
  signIn: 120 * SECOND_MS,
  pokeSignIn: 5 * SECOND_MS,
  cancelSignIn: 60 * SECOND_MS,
  signInToCompanion: 60 * SECOND_MS,
  companion: 5 * SECOND_MS,
  switchAccount: 5 * SECOND_MS,
  countUnsent: 15 * SECOND_MS,
  signOut: 120 * SECOND_MS,
  examine: 300 * SECOND_MS,
};

/**
 * Asks the background and gives its parsed reply; `unreachable` when there is none in time.
 * The message is on its way before anything else happens: it is in the path of the click. The
 * schemas (and zod) come while the background works, so no page's first load has them; not before
 * `idle` settles, which is when the page has painted what it can paint without an answer.
 */
export async function sendMessage<Name extends MessageName>(
  transport: Transport,
  name: Name,
  request: RequestOf<Name>,
  idle: Promise<void> = Promise.resolve(),
): Promise<Result<ResponseOf<Name>, BackgroundFailure>> {
  const reply = transport({ name, request });
  const [answer, { readReply }] = await Promise.all([
    withinTime(reply, TIMEOUT_MS[name]),
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
      // No listener, or the worker died while it worked: browsers word it differently.
      () => settle({ arrived: false }),
    );
  });
}
