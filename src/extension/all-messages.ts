import * as z from 'zod/mini';
import { ACCOUNT_MESSAGES } from './account/messages';
import type { RequestIn, ResponseIn } from './message-table';
import { MESSAGES } from './messages';
import { Refusal } from './refusal';
import { BackgroundFailureSchema } from './schemas';
import { SYNC_MESSAGES } from './sync/messages';

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
