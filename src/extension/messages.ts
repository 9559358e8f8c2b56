import * as z from 'zod/mini';
import type { MessageTable } from './message-table';
import { BookmarkIdSchema, CaptureChangeSchema, count, PageStateSchema } from './schemas';

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
