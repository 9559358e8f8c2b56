import * as z from 'zod/mini';
import {
  type ArticleRequestResult,
  type BackgroundFailure,
  err,
  ok,
  type Result,
  SHARE_PROBLEMS,
  unixMs,
} from '../../domain';
import { ACCOUNT_MESSAGES } from './account-messages';
import type { MessageTable, RequestIn, ResponseIn } from './message-table';
import {
  anyOf,
  BackgroundFailureSchema,
  BookmarkIdSchema,
  CaptureChangeSchema,
  count,
  HighlightIdSchema,
  MAX_DETAIL_LENGTH,
  MAX_URL_LENGTH,
  PageStateSchema,
  Refusal,
  text,
} from './schemas';
import { TRANSFER_MESSAGES } from './transfer-messages';

/**
 * The messages about saving and the library, by name. Messages come from pages of the extension
 * only. Content scripts use the port that the background opens to them (image-port.ts).
 */
export const MESSAGES = {
  describePage: { request: z.strictObject({ save: z.boolean() }), response: PageStateSchema },
  saveAddress: { request: z.strictObject({}), response: PageStateSchema },
  saveTab: { request: z.strictObject({ tabId: count }), response: PageStateSchema },
  captureAgain: {
    request: z.strictObject({ id: BookmarkIdSchema }),
    response: CaptureChangeSchema,
  },
  /** Opens the list of highlights on the page in front. */
  listHighlights: { request: z.strictObject({}), response: z.null() },
  /** Scrolls the page in front to a highlight. */
  showHighlight: { request: z.strictObject({ id: HighlightIdSchema }), response: z.null() },
  fetchImages: { request: z.strictObject({ id: BookmarkIdSchema }), response: count },
  /** Answered when the sync is over; its result is in the library. */
  syncNow: { request: z.strictObject({}), response: z.null() },
  /** The page came to the foreground, or the network is back. */
  pokeSync: { request: z.strictObject({}), response: z.null() },
  libraryChanged: { request: z.strictObject({}), response: z.null() },
} satisfies MessageTable;

/** The longest e-mail address that the service accepts. */
const MAX_EMAIL_LENGTH = 128;

/** The format of a message. */
export const Envelope = z.strictObject({ name: z.string(), request: z.unknown() });

const ShareFailureSchema = z.object({
  problem: z.enum(SHARE_PROBLEMS),
  detail: text(MAX_DETAIL_LENGTH),
});

/** The answer of the server to a request to share. */
/* @__NO_SIDE_EFFECTS__ */
const shared = <T extends z.ZodMiniType>(value: T) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: ShareFailureSchema }),
  ]);

/** The messages about sync, and the other requests to the server of the account. */
export const SYNC_MESSAGES = {
  /** Fetches the article of a bookmark from the server at once. */
  fetchArticle: {
    request: z.strictObject({ id: BookmarkIdSchema }),
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
  },
  /** The server that can share a bookmark; null without an account. */
  shareServer: {
    request: z.strictObject({}),
    response: z.nullable(z.object({ host: text(MAX_URL_LENGTH), hasEmail: z.boolean() })),
  },
  shareByLink: {
    request: z.strictObject({ id: BookmarkIdSchema }),
    response: shared(
      z.object({ url: text(MAX_URL_LENGTH), expires: z.pipe(z.int(), z.transform(unixMs)) }),
    ),
  },
  shareByEmail: {
    request: z.strictObject({
      id: BookmarkIdSchema,
      message: z.strictObject({
        email: text(MAX_EMAIL_LENGTH),
        format: z.enum(['html', 'epub']),
      }),
    }),
    response: shared(z.null()),
  },
} satisfies MessageTable;

export type SyncMessages = typeof SYNC_MESSAGES;

export const BACKUP_MESSAGES = {
  /** Answered when the backup is complete or has failed, which is stored. */
  backupNow: { request: z.strictObject({}), response: z.null() },
} satisfies MessageTable;

/** Every message to the background, by name. */
export const ALL_MESSAGES = {
  ...{ ...MESSAGES, ...ACCOUNT_MESSAGES, ...SYNC_MESSAGES },
  ...{ ...BACKUP_MESSAGES, ...TRANSFER_MESSAGES },
};

export type MessageName = keyof typeof ALL_MESSAGES;
export type RequestOf<Name extends MessageName> = RequestIn<typeof ALL_MESSAGES, Name>;
export type ResponseOf<Name extends MessageName> = ResponseIn<typeof ALL_MESSAGES, Name>;

/**
 * The reply to a message. Errors are plain objects, because not every browser transfers an `Error`.
 */
export const replySchema = <Name extends MessageName>(name: Name) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: ALL_MESSAGES[name].response }),
    z.object({ ok: z.literal(false), error: z.union([BackgroundFailureSchema, Refusal]) }),
  ]);

/**
 * Parses the background's reply to `name`. An invalid reply becomes `failed`. So does a refusal,
 * which a page only gets because of a bug.
 */
export function readReply<Name extends MessageName>(
  name: Name,
  reply: unknown,
): Result<ResponseOf<Name>, BackgroundFailure> {
  const parsed = replySchema(name).safeParse(reply);
  if (!parsed.success) return err({ kind: 'failed', detail: `not a reply to ${name}` });
  // The compiler cannot tell which of all replies belongs to `name`.
  if (parsed.data.ok) return ok(parsed.data.value as ResponseOf<Name>);
  const { error } = parsed.data;
  return err(error.kind === 'refused' ? { kind: 'failed', detail: error.reason } : error);
}
