import * as z from 'zod/mini';

type Shape = Record<string, z.ZodMiniType>;

/** Names, formats and descriptions of schemas for the documents. */
export const documented = z.registry<{ id?: string; format?: string; description?: string }>();

/**
 * A copy of a schema, or of a field of a form, with its description for the documents. It is a copy
 * because a shared schema such as `Instant` means something else in each record.
 */
// @__NO_SIDE_EFFECTS__
export function described<T extends z.ZodMiniType | { readonly presence: string }>(
  value: T,
  description: string,
): T {
  if (!('_zod' in value)) return { ...value, description };
  const copy = value.clone(undefined, { parent: true });
  documented.add(copy, { description });
  return copy as T;
}

/**
 * An object of the service. Fields we don't know are kept when it is parsed, so that what a newer
 * server says survives a round through here; the type has only the fields that are known.
 */
// @__NO_SIDE_EFFECTS__
export function record<S extends Shape>(shape: S): z.ZodMiniObject<S, z.core.$strip> {
  // Narrowed on purpose: an index signature would let every misspelt field through the compiler.
  return z.looseObject(shape) as unknown as z.ZodMiniObject<S, z.core.$strip>;
}

/** `base` with more fields. */
// @__NO_SIDE_EFFECTS__
export function extended<B extends Shape, S extends Shape>(
  base: z.ZodMiniObject<B, z.core.$strip>,
  shape: S,
): z.ZodMiniObject<Omit<B, keyof S> & S, z.core.$strip> {
  return record({ ...base.shape, ...shape });
}

/** What the service's routes take for an id: anything else in its place is a 404 (protocol.md 1). */
export const SHORT_ID_PATTERN = /^[a-zA-Z0-9]{18,22}$/;

/** An id of the service (`short-uid`), opaque to a client. */
export const ShortId = z.string().check(z.regex(SHORT_ID_PATTERN));

/** What a header can carry: a client could not send another token back. */
export const TOKEN_PATTERN = /^[\x21-\x7e]+$/;

/** A token to ask with, opaque to a client. */
export const Token = z.string().check(z.regex(TOKEN_PATTERN));

/**
 * A `date-time` on the wire. It is text here, as one unreadable date must not cost a whole list:
 * read it with `parseInstant`, which answers null for what it can't read.
 */
export const Instant = z.string();

/** A `uri`. Text, because the service gives addresses percent-decoded, with Unicode hosts. */
export const Address = z.string();

/** A host name, as in `site`. */
export const Hostname = z.string();

/** Part of a whole, in per cent. */
export const MAX_PROGRESS = 100; // spec section 8
