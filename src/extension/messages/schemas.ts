import * as z from 'zod/mini';
import type {
  AddressOnlyReason,
  BackgroundFailure,
  BookmarkId,
  CaptureChange,
  PageState,
} from '../../domain';

/** Longest address that is taken from anywhere: what browsers themselves show and store. */
export const MAX_URL_LENGTH = 65_536;
export const MAX_TITLE_LENGTH = 10_000;
const MAX_DETAIL_LENGTH = 2_000;
const MAX_ID_LENGTH = 64;

// What only makes a schema is marked so: each script is then without those that it does not use.

/** An enum of all members of a union of strings: a member left out, or made up, does not compile. */
/* @__NO_SIDE_EFFECTS__ */
export function anyOf<T extends string>(members: Readonly<Record<T, true>>) {
  // Object.keys forgets the key type that the parameter has just proved.
  return z.enum(Object.keys(members) as T[]);
}

/** A string of at most `max` UTF-16 code units. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (max: number) => z.string().check(z.maxLength(max));

export const count = z.int().check(z.nonnegative());

export const AddressOnlyReasonSchema = anyOf<AddressOnlyReason>({
  'browser-page': true,
  'extension-store': true,
  pdf: true,
  file: true,
  'not-html': true,
  'not-open': true,
  'not-loaded': true,
  'no-access': true,
  'timed-out': true,
  'tab-closed': true,
  navigated: true,
  'too-large': true,
  'no-text': true,
  quota: true,
  'on-server': true,
  failed: true,
});

export const BookmarkIdSchema = z.custom<BookmarkId>(
  (value) => typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH,
);

const page = { url: text(MAX_URL_LENGTH), title: text(MAX_TITLE_LENGTH) };

export const PageStateSchema: z.ZodMiniType<PageState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing') }),
  z.object({ kind: z.literal('withheld') }),
  z.object({ kind: z.literal('unsaved'), ...page }),
  z.object({ kind: z.literal('not-loaded'), url: text(MAX_URL_LENGTH) }),
  z.object({ kind: z.literal('saving'), ...page }),
  z.object({
    kind: z.literal('saved'),
    bookmarkId: BookmarkIdSchema,
    ...page,
    outcome: z.enum(['created', 'existing', 'restored', 'address-kept']),
    undoLeftMs: count,
    addressOnly: z.nullable(AddressOnlyReasonSchema),
    isPrivateWindow: z.boolean(),
  }),
  z.object({
    kind: z.literal('failed'),
    ...page,
    failure: z.enum(['quota', 'library-unavailable', 'unknown']),
  }),
]);

export const CaptureChangeSchema: z.ZodMiniType<CaptureChange> = z.object({
  titleBefore: z.nullable(text(MAX_TITLE_LENGTH)),
  wordsBefore: count,
  wordsAfter: count,
  paragraphsAdded: count,
  paragraphsRemoved: count,
  imagesBefore: count,
  imagesAfter: count,
});

/** All but `unreachable`, which is what a page says when no reply came. */
export const BackgroundFailureSchema: z.ZodMiniType<
  Exclude<BackgroundFailure, { kind: 'unreachable' }>
> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-in-front') }),
  z.object({ kind: z.literal('not-captured'), reason: AddressOnlyReasonSchema }),
  z.object({ kind: z.literal('not-allowed') }),
  z.object({ kind: z.literal('nothing-better') }),
  z.object({ kind: z.literal('not-found') }),
  z.object({ kind: z.literal('quota') }),
  z.object({ kind: z.literal('failed'), detail: text(MAX_DETAIL_LENGTH) }),
]);

/** Why a message was not even looked at. Any of them is a bug, or somebody else's page. */
export const Refusal = z.object({
  kind: z.literal('refused'),
  reason: z.enum(['foreign-sender', 'malformed', 'unknown-message']),
});
export type Refusal = z.output<typeof Refusal>;

/** What a handler of the background may answer. */
export type HandlerFailure = Exclude<BackgroundFailure, { kind: 'unreachable' }>;
