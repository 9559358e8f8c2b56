import * as z from 'zod/mini';
import {
  type ArticleRequestResult,
  type BackgroundFailure,
  err,
  ok,
  type Result,
} from '../../domain';
import { ACCOUNT_MESSAGES } from './account-messages';
import type { MessageTable, RequestIn, ResponseIn } from './message-table';
import {
  anyOf,
  BackgroundFailureSchema,
  BookmarkIdSchema,
  CaptureChangeSchema,
  count,
  PageStateSchema,
  Refusal,
} from './schemas';

/**
 * The messages about saving and the library, by name. Those about accounts and sync are in their own
 * tables; all-messages.ts has every message. They come from pages of the extension only: a content
 * script is answered over the port that the background opened to it (image-port.ts).
 */
export const MESSAGES = {
  describePage: { request: z.strictObject({ save: z.boolean() }), response: PageStateSchema },
  saveAddress: { request: z.strictObject({}), response: PageStateSchema },
  captureAgain: {
    request: z.strictObject({ id: BookmarkIdSchema }),
    response: CaptureChangeSchema,
  },
  fetchImages: { request: z.strictObject({ id: BookmarkIdSchema }), response: count },
  /** Settled when the round is over; what came of it is in the library. */
  syncNow: { request: z.strictObject({}), response: z.null() },
  /** Somebody is there, or the network is back. */
  pokeSync: { request: z.strictObject({}), response: z.null() },
  libraryChanged: { request: z.strictObject({}), response: z.null() },
} satisfies MessageTable;

/** How a message travels. */
export const Envelope = z.strictObject({ name: z.string(), request: z.unknown() });

/** The messages about sync that need the service's client, by name. */
export const SYNC_MESSAGES = {
  /** Fetches an article that is on the server, at once. */
  fetchArticle: {
    request: z.strictObject({ id: BookmarkIdSchema }),
    response: anyOf<ArticleRequestResult>({
      here: true,
      none: true,
      offline: true,
      'server-busy': true,
      'signed-out': true,
      'not-allowed': true,
      'wrong-server': true,
      refused: true,
      quota: true,
      'library-unavailable': true,
      'server-lost-data': true,
      failed: true,
    }),
  },
} satisfies MessageTable;

export type SyncMessages = typeof SYNC_MESSAGES;

/** Every message that reaches the background, by name. */
export const ALL_MESSAGES = { ...MESSAGES, ...ACCOUNT_MESSAGES, ...SYNC_MESSAGES };

export type MessageName = keyof typeof ALL_MESSAGES;
export type RequestOf<Name extends MessageName> = RequestIn<typeof ALL_MESSAGES, Name>;
export type ResponseOf<Name extends MessageName> = ResponseIn<typeof ALL_MESSAGES, Name>;

/** The reply to a message: an `Error` would not survive the way in every browser. */
export const replySchema = <Name extends MessageName>(name: Name) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: ALL_MESSAGES[name].response }),
    z.object({ ok: z.literal(false), error: z.union([BackgroundFailureSchema, Refusal]) }),
  ]);

/**
 * The background's reply, parsed. What is not a reply to `name` is `failed`; so is a refusal, which
 * a page of ours never gets unless there is a bug.
 */
export function readReply<Name extends MessageName>(
  name: Name,
  reply: unknown,
): Result<ResponseOf<Name>, BackgroundFailure> {
  const parsed = replySchema(name).safeParse(reply);
  if (!parsed.success) return err({ kind: 'failed', detail: `not a reply to ${name}` });
  // The union of all replies: which one belongs to `name` is beyond the compiler.
  if (parsed.data.ok) return ok(parsed.data.value as ResponseOf<Name>);
  const { error } = parsed.data;
  return err(error.kind === 'refused' ? { kind: 'failed', detail: error.reason } : error);
}
