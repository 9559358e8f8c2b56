import * as z from 'zod/mini';
import type { BackgroundFailure } from '../domain';
import type { MessageTable, RequestIn, ResponseIn } from './message-table';
import { BookmarkIdSchema, CaptureChangeSchema, count, PageStateSchema } from './schemas';

/**
 * The messages that the background answers by itself, by name. Those that need the service's client
 * are in all-messages.ts. All come from pages of ours: a content script is answered over the port
 * that the background opened to it (image-port.ts).
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
} satisfies MessageTable;

export type RequestOf<Name extends keyof typeof MESSAGES> = RequestIn<typeof MESSAGES, Name>;
export type ResponseOf<Name extends keyof typeof MESSAGES> = ResponseIn<typeof MESSAGES, Name>;

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
