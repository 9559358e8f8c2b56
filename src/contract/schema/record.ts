import * as z from 'zod/mini';

type Shape = Record<string, z.ZodMiniType>;

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
