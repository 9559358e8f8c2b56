import * as z from 'zod/mini';
import type {
  HighlightChanges,
  HighlightId,
  HighlightPosition,
  Quote,
} from '../../domain/highlight';
import type { MessageTable } from '../../messages/message-table';
import { count, HighlightIdSchema, MAX_URL_LENGTH, text } from '../../messages/schemas';

// The limits of what a page may send. They are those of the interface, or larger.
const MAX_QUOTE_LENGTH = 10_000;
const MAX_CONTEXT_LENGTH = 200;
const MAX_COLOR_LENGTH = 32;
const MAX_REFUSED = 100;
const MAX_AT_ONCE = 10_000;
const MAX_ID_LENGTH = 64;

const quote: z.ZodMiniType<Quote> = z.strictObject({
  exact: text(MAX_QUOTE_LENGTH).check(z.minLength(1)),
  prefix: text(MAX_CONTEXT_LENGTH),
  suffix: text(MAX_CONTEXT_LENGTH),
});

const position = z.strictObject({
  start: count,
  end: count,
  textLength: count,
  textHash: text(MAX_ID_LENGTH),
  wordsHash: z.optional(text(MAX_ID_LENGTH)),
  rivalScore: z.optional(z.nullable(z.number())),
  similarScore: z.optional(z.nullable(z.number())),
  rivalCount: z.optional(z.number()),
  // A cast, because the type of an optional field allows `undefined` as a value.
}) as unknown as z.ZodMiniType<HighlightPosition>;

const color = text(MAX_COLOR_LENGTH).check(z.minLength(1));

// A note is only read and written in the frame. A cast for the same reason.
const changes = z.partial(
  z.strictObject({
    color,
    quote,
    isNoteOnly: z.boolean(),
    refused: z.array(quote).check(z.maxLength(MAX_REFUSED)),
    position: z.nullable(position),
    pagePosition: z.nullable(position),
  }),
) as unknown as z.ZodMiniType<HighlightChanges>;

/** The address of the page that asks. It is compared with that of the sender. */
const url = text(MAX_URL_LENGTH);
const id = HighlightIdSchema;
const ids = z.array(id).check(z.maxLength(MAX_AT_ONCE));

/**
 * The messages from the script in a page. A site can make its renderer send any of them, so each is
 * about the page of the sender only, and none has a note. The script trusts the responses, so they
 * have no schema.
 */
export const PAGE_MESSAGES = {
  /** Lets a frame with this token show the highlights of the page. */
  openFrame: {
    request: z.strictObject({ url, token: text(MAX_ID_LENGTH) }),
    response: z.unknown(),
  },
  /** Opens the highlights in the reader, on a page in which no frame can be shown. */
  openReader: { request: z.strictObject({ url, id: z.nullable(id) }), response: z.unknown() },
  /** Adds the colours of highlights to the documents of the page. */
  addColors: { request: z.strictObject({ url }), response: z.unknown() },
  readHighlights: { request: z.strictObject({ url }), response: z.unknown() },
  addHighlight: {
    request: z.strictObject({ url, quote, color, position: z.nullable(position) }),
    response: z.unknown(),
  },
  editHighlight: { request: z.strictObject({ url, id, changes }), response: z.unknown() },
  deleteHighlights: { request: z.strictObject({ url, ids }), response: z.unknown() },
  restoreHighlights: { request: z.strictObject({ url, ids }), response: z.unknown() },
  placeHighlights: {
    request: z.strictObject({
      url,
      positions: z.array(z.tuple([id, position])).check(z.maxLength(MAX_AT_ONCE)),
    }),
    response: z.unknown(),
  },
} satisfies MessageTable;

/** The messages from the background to the script in a page. */
export type TabMessage =
  | 'highlight-selection'
  /** Shows the highlights, and again those that have changed. */
  | 'refresh-highlights'
  /** Like `refresh-highlights`, if highlights are shown. */
  | 'highlights-changed'
  | 'list-highlights';

/** Scrolls the page to a highlight. */
export interface ShowHighlight {
  readonly name: 'show-highlight';
  readonly id: HighlightId;
}
