import * as z from 'zod/mini';

type Shape = Record<string, z.ZodMiniType>;

const UNKNOWN_FIELD = z.unknown();

/**
 * A record of the service. Unknown fields are kept when it is parsed, so that data of a newer
 * server survives. The type contains only the known fields. They are created when they are first
 * read, because a start needs few of the records, and the schemas of all cost more than the rest of
 * it.
 */
// @__NO_SIDE_EFFECTS__
export function record<S extends Shape>(create: () => S): z.ZodMiniObject<S, z.core.$strip> {
  let shape: S | undefined;
  const loose = new z.ZodMiniObject({
    type: 'object',
    get shape() {
      shape ??= create();
      return shape;
    },
    catchall: UNKNOWN_FIELD,
  });
  // Narrowed on purpose: with an index signature the compiler would accept misspelt fields.
  return loose as unknown as z.ZodMiniObject<S, z.core.$strip>;
}

/** `base` with additional fields. */
// @__NO_SIDE_EFFECTS__
export function extended<B extends Shape, S extends Shape>(
  base: z.ZodMiniObject<B, z.core.$strip>,
  create: () => S,
): z.ZodMiniObject<Omit<B, keyof S> & S, z.core.$strip> {
  return record(() => ({ ...base.shape, ...create() }));
}

/** The ids that routes of the service accept; anything else is a 404 (protocol.md section 1). */
export const SHORT_ID_PATTERN = /^[a-zA-Z0-9]{18,22}$/;

/** An id of the service (`short-uid`), opaque to a client. */
export const ShortId = z.string().check(z.regex(SHORT_ID_PATTERN));

/** Characters that a header can carry. A client could not send any other token back. */
export const TOKEN_PATTERN = /^[\x21-\x7e]+$/;

/** A bearer token, opaque to a client. */
export const Token = z.string().check(z.regex(TOKEN_PATTERN));

/**
 * A `date-time` on the wire. It is a plain text, so that one unreadable date does not invalidate a
 * whole list. Read it with `parseInstant`, which returns null for an unreadable date.
 */
export const Instant = z.string();

/**
 * A `uri`. It is a plain text, because the service sends addresses percent-decoded, with Unicode
 * hosts.
 */
export const Address = z.string();

/** A host name, as in `site`. */
export const Hostname = z.string();

/** Reading progress in per cent. */
export const MAX_PROGRESS = 100; // spec section 8
