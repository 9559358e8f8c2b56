import * as z from 'zod/mini';
import type { BackgroundFailure } from '../domain';
import {
  BackgroundFailureSchema,
  BookmarkIdSchema,
  CaptureChangeSchema,
  count,
  PageStateSchema,
} from './schemas';

/**
 * Every message that reaches the background, by name. All come from pages of ours: a content
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
  libraryChanged: { request: z.strictObject({}), response: z.null() },
} satisfies Record<string, { request: z.ZodMiniType; response: z.ZodMiniType }>;

export type MessageName = keyof typeof MESSAGES;
export type RequestOf<Name extends MessageName> = z.output<(typeof MESSAGES)[Name]['request']>;
export type ResponseOf<Name extends MessageName> = z.output<(typeof MESSAGES)[Name]['response']>;

/** How a message travels. */
export const Envelope = z.strictObject({ name: z.string(), request: z.unknown() });

/** Why a message was not even looked at. Any of them is a bug, or somebody else's page. */
export const Refusal = z.object({
  kind: z.literal('refused'),
  reason: z.enum(['foreign-sender', 'malformed', 'unknown-message']),
});
export type Refusal = z.output<typeof Refusal>;

/** What a handler of the background may answer. */
export type HandlerFailure = Exclude<BackgroundFailure, { kind: 'unreachable' }>;

/** The reply to a message: an `Error` would not survive the way in every browser. */
export const replySchema = <Name extends MessageName>(name: Name) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: MESSAGES[name].response }),
    z.object({ ok: z.literal(false), error: z.union([BackgroundFailureSchema, Refusal]) }),
  ]);
