import * as z from 'zod/mini';
import { ADDRESS_ONLY_REASONS } from '../domain/address-only';
import type { BookmarkId } from '../domain/bookmark';
import type { HighlightId } from '../domain/highlight';
import type { BackgroundFailure, PageState } from '../domain/page-state';
import type { GroupId, Recaptured } from '../library';

/** The longest address that is accepted, which is also the browsers' limit. */
export const MAX_MESSAGE_URL_LENGTH = 65_536;
export const MAX_MESSAGE_TITLE_LENGTH = 10_000;
export const MAX_MESSAGE_DETAIL_LENGTH = 2_000;
const MAX_ID_LENGTH = 64;

// Functions that only create a schema are marked as free of side effects, so that each script
// contains only the schemas it uses.

/** An enum of all members of a string union. A missing or unknown member does not compile. */
/* @__NO_SIDE_EFFECTS__ */
export function anyOf<T extends string>(members: Readonly<Record<T, true>>) {
  // Object.keys loses the key type, which the parameter guarantees.
  return z.enum(Object.keys(members) as T[]);
}

/** A string of at most `max` UTF-16 code units. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (max: number) => z.string().check(z.maxLength(max));

/** A response that is not parsed, because the scripts and frames in pages trust the background. */
/* @__NO_SIDE_EFFECTS__ */
export const trusted = <T>() => z.custom<T>();

export const count = z.int().check(z.nonnegative());

const AddressOnlyReasonSchema = z.enum(ADDRESS_ONLY_REASONS);

export const BookmarkIdSchema = z.custom<BookmarkId>(
  (value) => typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH,
);

export const HighlightIdSchema = z.custom<HighlightId>(
  (value) => typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH,
);

const page = { url: text(MAX_MESSAGE_URL_LENGTH), title: text(MAX_MESSAGE_TITLE_LENGTH) };

export const PageStateSchema: z.ZodMiniType<PageState> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('nothing') }),
    z.object({ kind: z.literal('withheld') }),
    z.object({ kind: z.literal('unsaved'), ...page }),
    z.object({ kind: z.literal('not-loaded'), url: text(MAX_MESSAGE_URL_LENGTH) }),
    z.object({ kind: z.literal('error-page'), ...page }),
    z.object({ kind: z.literal('saving'), ...page }),
    z.object({
      kind: z.literal('saved'),
      bookmarkId: BookmarkIdSchema,
      ...page,
      outcome: z.enum(['created', 'existing', 'restored', 'address-kept']),
      undoLeftMs: count,
      addressOnly: z.nullable(AddressOnlyReasonSchema),
      isPrivateWindow: z.boolean(),
      highlights: z.exactOptional(count),
    }),
    z.object({
      kind: z.literal('failed'),
      ...page,
      failure: z.enum(['quota', 'library-unavailable', 'unknown']),
    }),
  ]),
);

export const RecapturedSchema: z.ZodMiniType<Recaptured> = z.lazy(() =>
  z.object({
    // Only the library makes the ids of acts.
    group: z.nullable(count) as unknown as z.ZodMiniType<GroupId | null>,
    earlierId: z.nullable(count),
    isTooShort: z.boolean(),
    titleBefore: z.nullable(text(MAX_MESSAGE_TITLE_LENGTH)),
    wordsBefore: count,
    wordsAfter: count,
    paragraphsAdded: count,
    paragraphsRemoved: count,
    imagesBefore: count,
    imagesAfter: count,
  }),
);

/** All failures but `unreachable`, which a page reports itself when no reply arrives. */
export const BackgroundFailureSchema: z.ZodMiniType<
  Exclude<BackgroundFailure, { kind: 'unreachable' }>
> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('not-in-front') }),
    z.object({ kind: z.literal('not-captured'), reason: AddressOnlyReasonSchema }),
    z.object({ kind: z.literal('not-allowed') }),
    z.object({ kind: z.literal('nothing-better') }),
    z.object({ kind: z.literal('not-found') }),
    z.object({ kind: z.literal('quota') }),
    z.object({ kind: z.literal('failed'), detail: text(MAX_MESSAGE_DETAIL_LENGTH) }),
  ]),
);

/** The reasons for refusing a message. Each means a bug, or a message from another page. */
export const Refusal = z.lazy(() =>
  z.object({
    kind: z.literal('refused'),
    reason: z.enum(['foreign-sender', 'malformed', 'unknown-message']),
  }),
);
export type Refusal = z.output<typeof Refusal>;

/** The failures that a handler of the background may return. */
export type HandlerFailure = Exclude<BackgroundFailure, { kind: 'unreachable' }>;
