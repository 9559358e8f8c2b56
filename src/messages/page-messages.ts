import * as z from 'zod/mini';
import {
  type Highlight,
  type HighlightChanges,
  type HighlightId,
  type HighlightPosition,
  NOTE_MAX_LENGTH,
  type Quote,
} from '../domain/highlight';
import type { GroupId, LocalOnly } from '../library';
import type { ClientOf, MessageTable } from './message-table';
import { count, HighlightIdSchema, MAX_MESSAGE_URL_LENGTH, text, trusted } from './schemas';

// The limits of what a page may send. They are those of the interface, or larger.
const MAX_QUOTE_LENGTH = 10_000;
const MAX_CONTEXT_LENGTH = 200;
const MAX_COLOR_LENGTH = 32;
const MAX_REFUSED = 100;
const MAX_IDS_PER_MESSAGE = 10_000;
const MAX_ID_LENGTH = 64;

const quote: z.ZodMiniType<Quote> = z.lazy(() =>
  z.strictObject({
    exact: text(MAX_QUOTE_LENGTH).check(z.minLength(1)),
    prefix: text(MAX_CONTEXT_LENGTH),
    suffix: text(MAX_CONTEXT_LENGTH),
  }),
);

const position = z.lazy(
  () =>
    z.strictObject({
      start: count,
      end: count,
      textLength: count,
      textHash: text(MAX_ID_LENGTH),
      page: z.optional(count),
      wordsHash: z.optional(text(MAX_ID_LENGTH)),
      rivalScore: z.optional(z.nullable(z.number())),
      similarScore: z.optional(z.nullable(z.number())),
      rivalCount: z.optional(z.number()),
      // A cast, because the type of an optional field allows `undefined` as a value.
    }) as unknown as z.ZodMiniType<HighlightPosition>,
);

/** The act that can be undone; null: nothing has changed. */
const acted = z.lazy(() => trusted<{ readonly group: GroupId | null }>());

const color = text(MAX_COLOR_LENGTH).check(z.minLength(1));

// A note is only read and written in the frame. A cast for the same reason.
const changes = z.lazy(
  () =>
    z.partial(
      z.strictObject({
        color,
        quote,
        isNoteOnly: z.boolean(),
        refused: z.array(quote).check(z.maxLength(MAX_REFUSED)),
        position: z.nullable(position),
        pagePosition: z.nullable(position),
      }),
    ) as unknown as z.ZodMiniType<HighlightChanges>,
);

/** The address of the page that asks. It is compared with that of the sender. */
const url = text(MAX_MESSAGE_URL_LENGTH);
const id = HighlightIdSchema;
const ids = z.readonly(z.array(id).check(z.maxLength(MAX_IDS_PER_MESSAGE)));

/**
 * The messages from the script in a page. A site can make its renderer send any of them, so each is
 * about the page of the sender only, and none has a note.
 */
export const PAGE_MESSAGES = {
  /** Lets a frame with this token show the highlights of the page. */
  openFrame: () => ({
    request: z.strictObject({ url, token: text(MAX_ID_LENGTH) }),
    response: trusted<null>(),
  }),
  /** Opens the highlights in the reader, on a page in which no frame can be shown. */
  openReader: () => ({
    request: z.strictObject({ url, id: z.nullable(id) }),
    response: trusted<null>(),
  }),
  /** True if the person is to be asked, for the first time, if highlights show by themselves on this site. */
  askAboutSite: () => ({ request: z.strictObject({ url }), response: trusted<boolean>() }),
  /** Asks for the access to the site, in Firefox in a page of the extension. */
  chooseSite: () => ({ request: z.strictObject({ url }), response: trusted<null>() }),
  /** Adds the colours of highlights to the documents of the page. */
  addColors: () => ({ request: z.strictObject({ url }), response: trusted<null>() }),
  /** Returns the highlights with their positions in the page. */
  readHighlights: () => ({
    request: z.strictObject({ url }),
    response: trusted<readonly Highlight[]>(),
  }),
  /** Saves the page first if it is not saved. */
  addHighlight: () => ({
    request: z.strictObject({ url, quote, color, position: z.nullable(position) }),
    response: trusted<Highlight>(),
  }),
  editHighlight: () => ({ request: z.strictObject({ url, id, changes }), response: acted }),
  deleteHighlights: () => ({ request: z.strictObject({ url, ids }), response: acted }),
  /** Undoes a change of highlights of the page. */
  undoHighlights: () => ({ request: z.strictObject({ url, group: count }), response: acted }),
  placeHighlights: () => ({
    request: z.strictObject({
      url,
      positions: z.array(z.tuple([id, position])).check(z.maxLength(MAX_IDS_PER_MESSAGE)),
    }),
    response: trusted<null>(),
  }),
} satisfies MessageTable;

/** The background as the script in a page sees it. */
export type PageBackground = ClientOf<typeof PAGE_MESSAGES>;

/** The highlights of a page with their notes. */
export interface FrameHighlights {
  /** The title of the saved page; empty if it is not saved. */
  readonly title: string;
  readonly url: string;
  readonly highlights: readonly Highlight[];
  /** Why some of them are not on the server. */
  readonly localOnly: readonly (readonly [HighlightId, LocalOnly])[];
}

/**
 * The messages from the frame in a page. They alone have notes. A site can embed the frame itself,
 * so each has the token that the script in the page has given to its own frame. The background knows
 * the page by that token.
 */
export const FRAME_MESSAGES = {
  readFrame: () => ({ request: z.strictObject({}), response: trusted<FrameHighlights>() }),
  setNote: () => ({
    request: z.strictObject({ id, note: text(NOTE_MAX_LENGTH) }),
    response: acted,
  }),
} satisfies MessageTable;

/** The background as the frame in a page sees it. */
export type FrameBackground = ClientOf<typeof FRAME_MESSAGES>;
