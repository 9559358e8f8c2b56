import * as z from 'zod/mini';
import { ARTICLE_WAYS, type ArticleRequestResult } from '../domain/article';
import { MAX_SHARED_LINKS, SHARE_LIFETIMES, SHARE_PROBLEMS } from '../domain/share';
import { HOUR_MS, MINUTE_MS, SECOND_MS, unixMs } from '../domain/time';
import { SignInRequest } from '../service/account/account-status';
import { SIGN_IN_USES } from '../service/account/accounts';
import { Problem } from '../service/account/problem';
import type { HandlersOf, MessageTable } from './message-table';
import {
  anyOf,
  BookmarkIdSchema,
  count,
  HighlightIdSchema,
  MAX_MESSAGE_DETAIL_LENGTH,
  MAX_MESSAGE_URL_LENGTH,
  PageStateSchema,
  RecapturedSchema,
  text,
} from './schemas';

const MAX_TYPED_LENGTH = 2_000;
const MAX_HEADERS_LENGTH = 10_000;
const MAX_ACCOUNT_ID_LENGTH = 1_000;
/** The longest e-mail address that the service accepts. */
const MAX_EMAIL_LENGTH = 128;
const MAX_SERVER_ID_LENGTH = 100;
const MAX_ORIGINS = 8;

const nothing = z.strictObject({});
const bookmark = z.strictObject({ id: BookmarkIdSchema });
const account = z.strictObject({ id: text(MAX_ACCOUNT_ID_LENGTH) });

/** Origins that the person has just allowed. */
const allowed = z.readonly(z.array(text(MAX_MESSAGE_URL_LENGTH)).check(z.maxLength(MAX_ORIGINS)));

/** Why a request about an account failed; null on success. */
const accountOutcome = z.nullable(Problem);

/** A `Result` as a response. */
/* @__NO_SIDE_EFFECTS__ */
const result = <T extends z.ZodMiniType, E extends z.ZodMiniType>(value: T, error: E) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error }),
  ]);

/** The end of a public link; null: it has none. */
const linkEnd = z.nullable(z.pipe(z.int(), z.transform(unixMs)));
const serverId = text(MAX_SERVER_ID_LENGTH);

const sharedLink = z.lazy(() =>
  z.object({
    id: serverId,
    bookmark: serverId,
    title: text(MAX_MESSAGE_DETAIL_LENGTH),
    expires: linkEnd,
    isOwn: z.boolean(),
  }),
);

const shareFailure = z.lazy(() =>
  z.object({
    problem: z.enum(SHARE_PROBLEMS),
    detail: text(MAX_MESSAGE_DETAIL_LENGTH),
  }),
);

/** More than the background waits for a capture. */
const CAPTURE_TIMEOUT_MS = 30 * SECOND_MS;

/**
 * The messages from pages that each background answers, that of the extension and that of the web app,
 * by name: the schemas of the request and the response, and how long the page waits if that is more than
 * 5 seconds. Scripts and frames in the pages of others may send none of them; they have their own
 * (page-messages.ts) and the port of the images (image-port.ts).
 */
export const MESSAGES = {
  /** The page wrote to the library, so badges and titles are updated. */
  libraryChanged: () => ({ request: nothing, response: z.null() }),
  /** Syncs without the usual delays. Answered when the sync is over; its result is in the library. */
  syncNow: () => ({ request: nothing, response: z.null(), timeoutMs: 600 * SECOND_MS }),
  /** The page came to the foreground, or the network is back. A sync starts when it is due. */
  pokeSync: () => ({ request: nothing, response: z.null() }),
  /** Fetches the article of a bookmark from the server at once. */
  fetchArticle: () => ({
    request: bookmark,
    response: anyOf<ArticleRequestResult>({
      here: true,
      none: true,
      offline: true,
      'server-busy': true,
      'no-progress': true,
      'signed-out': true,
      'not-allowed': true,
      'wrong-server': true,
      forbidden: true,
      refused: true,
      quota: true,
      'library-unavailable': true,
      'server-lost-data': true,
      failed: true,
    }),
    timeoutMs: 120 * SECOND_MS,
  }),
  /** The server that can share a bookmark; null without an account. It gets `first` before others. */
  shareServer: () => ({
    request: z.strictObject({ first: z.nullable(BookmarkIdSchema) }),
    response: z.nullable(z.object({ host: text(MAX_MESSAGE_URL_LENGTH), hasEmail: z.boolean() })),
  }),
  /** Makes the server create a public link to an article. */
  shareByLink: () => ({
    request: z.strictObject({ id: BookmarkIdSchema, lifetime: z.enum(SHARE_LIFETIMES) }),
    response: result(
      z.object({ url: text(MAX_MESSAGE_URL_LENGTH), expires: linkEnd }),
      shareFailure,
    ),
    timeoutMs: MINUTE_MS,
  }),
  /** Makes the server send an article by e-mail. */
  shareByEmail: () => ({
    request: z.strictObject({
      id: BookmarkIdSchema,
      message: z.strictObject({
        email: text(MAX_EMAIL_LENGTH),
        format: z.enum(['html', 'epub']),
      }),
    }),
    response: result(z.null(), shareFailure),
    timeoutMs: MINUTE_MS,
  }),
  /** The public links that work, of all articles. `not-on-server`: the server has no such list. */
  sharedLinks: () => ({
    request: nothing,
    response: result(
      z.readonly(z.array(sharedLink).check(z.maxLength(MAX_SHARED_LINKS))),
      shareFailure,
    ),
    timeoutMs: MINUTE_MS,
  }),
  /** Ends a public link at once. */
  withdrawLink: () => ({
    request: z.strictObject({ id: serverId }),
    response: result(z.null(), shareFailure),
    timeoutMs: MINUTE_MS,
  }),
  /** Searches for a server at a typed address. On success the stored sign-in is `choosing`. */
  findServer: () => ({
    request: z.strictObject({
      address: text(MAX_TYPED_LENGTH),
      headers: text(MAX_HEADERS_LENGTH),
      allowed,
      use: z.enum(SIGN_IN_USES),
    }),
    response: accountOutcome,
    timeoutMs: 180 * SECOND_MS,
  }),
  /** Searches for the server of an account to sign in to it again. */
  findAgain: () => ({
    request: z.strictObject({ id: text(MAX_ACCOUNT_ID_LENGTH), allowed }),
    response: accountOutcome,
    timeoutMs: 60 * SECOND_MS,
  }),
  /**
   * Starts to sign in. With a browser window or a device code it is answered as soon as these are
   * open. The outcome is in the status: either `signIn` is null and `active` is the account, or
   * `choosing` has the problem.
   */
  signIn: () => ({ request: SignInRequest, response: accountOutcome, timeoutMs: 120 * SECOND_MS }),
  /** Answers the question about the library from before the server was set up anew. */
  answerFormer: () => ({
    request: z.strictObject({ isOpened: z.boolean() }),
    response: accountOutcome,
    timeoutMs: 60 * SECOND_MS,
  }),
  /** Continues the sign-in under way, and wakes the background, which may have been stopped. */
  pokeSignIn: () => ({ request: nothing, response: z.null() }),
  /** Ends the sign-in of that use, if there is one. */
  cancelSignIn: () => ({
    request: z.strictObject({ use: z.enum(SIGN_IN_USES) }),
    response: z.null(),
    timeoutMs: 60 * SECOND_MS,
  }),
  switchAccount: () => ({ request: account, response: accountOutcome }),
  /**
   * Revokes the token, and keeps the library in use or removes account and library for good. It also
   * ends a source of an import. The response is false if the server refuses to revoke the token, which then stays valid. A server
   * that does not respond is asked again later (`AccountStatus.pendingRevocations`).
   */
  signOut: () => ({
    request: z.strictObject({ id: text(MAX_ACCOUNT_ID_LENGTH), keep: z.boolean() }),
    response: z.boolean(),
    timeoutMs: 120 * SECOND_MS,
  }),
  /** Asks the server what has become of its reading of a page; null: it does not say. */
  pageReading: () => ({
    request: z.strictObject({ id: serverId }),
    response: z.nullable(
      z.object({
        isOver: z.boolean(),
        /** When the server last changed the bookmark, as it writes it. */
        updated: z.string(),
        /** Why it could not read the page, in its own words. */
        errors: z.readonly(z.array(z.string())),
        /** False if it reads a page only once, as a Readeck does. */
        readsAgain: z.boolean(),
      }),
    ),
    timeoutMs: MINUTE_MS,
  }),
  /** Checks the connection to the server of the sign-in under way, or of the active account. */
  examine: () => ({ request: nothing, response: accountOutcome, timeoutMs: 300 * SECOND_MS }),
} satisfies MessageTable;

/** The messages that the background of the extension answers. */
export const EXTENSION_MESSAGES = {
  ...MESSAGES,
  /** Describes the page in front for the popup. With `save` it saves the page first. */
  describePage: () => ({
    request: z.strictObject({ save: z.boolean() }),
    response: PageStateSchema,
    timeoutMs: CAPTURE_TIMEOUT_MS,
  }),
  /** Saves the page in front, also one that its server sent with an error. */
  saveErrorPage: () => ({
    request: nothing,
    response: PageStateSchema,
    timeoutMs: CAPTURE_TIMEOUT_MS,
  }),
  /** Saves the address of the page in front, also of one that failed to load. */
  saveAddress: () => ({ request: nothing, response: PageStateSchema }),
  saveTab: () => ({
    request: z.strictObject({ tabId: count }),
    response: PageStateSchema,
    timeoutMs: CAPTURE_TIMEOUT_MS,
  }),
  captureAgain: () => ({
    request: z.strictObject({
      ...bookmark.shape,
      keepsErrors: z.exactOptional(z.boolean()),
      /** The way of finding the article. Absent: with our rules. */
      way: z.exactOptional(z.enum(ARTICLE_WAYS)),
    }),
    response: RecapturedSchema,
    timeoutMs: CAPTURE_TIMEOUT_MS,
  }),
  /** Opens the list of highlights on the page in front. False: the browser runs no script there. */
  listHighlights: () => ({ request: nothing, response: z.boolean() }),
  /** Scrolls the page in front to a highlight. */
  showHighlight: () => ({ request: z.strictObject({ id: HighlightIdSchema }), response: z.null() }),
  /**
   * Fetches the images of an article that the page itself could not read. Needs the access of *Keep
   * all images*, or fails with `not-allowed`. The response is the number of images that were added.
   */
  fetchImages: () => ({ request: bookmark, response: count, timeoutMs: 120 * SECOND_MS }),
  /** Finds the companion server and signs in to it. */
  signInToCompanion: () => ({
    request: z.strictObject({ allowed }),
    response: accountOutcome,
    timeoutMs: 60 * SECOND_MS,
  }),
  /** The address of the server that `npm start` set up; null if there is none. */
  companion: () => ({ request: nothing, response: z.nullable(text(MAX_MESSAGE_URL_LENGTH)) }),
  /** Answered when the backup is complete or has failed, which is stored. A large one takes long. */
  backupNow: () => ({ request: nothing, response: z.null(), timeoutMs: HOUR_MS }),
} satisfies MessageTable;

/** The handlers of the messages that each background answers. */
export type BackgroundHandlers = HandlersOf<typeof MESSAGES>;

/** The handlers of all messages from the pages of the extension. */
export type ExtensionHandlers = HandlersOf<typeof EXTENSION_MESSAGES>;
