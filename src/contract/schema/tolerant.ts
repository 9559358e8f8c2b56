import * as z from 'zod/mini';

// These schemas accept what older servers and the original server send, and produce the normal form
// that Leafmark's server sends. protocol.md sections 6, 16 and 18 list the differences.

/**
 * Applies `prepare` to a value before `schema` reads it. An absent field is passed as undefined.
 */
// @__NO_SIDE_EFFECTS__
const prepared = <S extends z.ZodMiniType>(prepare: (value: unknown) => unknown, schema: S) =>
  z.pipe(z.transform(prepare), schema);

type EmptyObject = Readonly<Record<string, never>>;

/** Uses `fallback` (or what `schema` makes of `{}`) when the field is absent or null. */
// @__NO_SIDE_EFFECTS__
export function orElse<S extends z.ZodMiniType>(schema: S, fallback: z.input<S> | EmptyObject) {
  return prepared((value) => value ?? fallback, schema);
}

/** Text; empty when absent or null. */
// @__NO_SIDE_EFFECTS__
export const text = () => orElse(z.string(), '');

/** `schema` or null; absent is null. */
// @__NO_SIDE_EFFECTS__
export const orNull = <S extends z.ZodMiniType>(schema: S) => orElse(z.nullable(schema), null);

/** `schema` or absent; null is absent. */
// @__NO_SIDE_EFFECTS__
export function orAbsent<S extends z.ZodMiniType>(schema: S) {
  return z.optional(prepared((value) => value ?? undefined, z.optional(schema)));
}

const DIGITS = /^\d+$/;

/** A non-negative integer; 0 when absent or null. Strings of digits are accepted. */
// @__NO_SIDE_EFFECTS__
export function count(max?: number) {
  const whole = z.int().check(z.minimum(0));
  return prepared(
    (value) => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : (value ?? 0)),
    max === undefined ? whole : whole.check(z.maximum(max)),
  );
}

const asBoolean = (value: unknown): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;

/**
 * A boolean; false when absent or null. The strings "true" and "false" are accepted (spec 2.13).
 */
// @__NO_SIDE_EFFECTS__
export const flag = () => prepared((value) => asBoolean(value) ?? false, z.boolean());

/**
 * Like `flag`, but an absent field stays absent, for responses that contain changed fields only.
 */
// @__NO_SIDE_EFFECTS__
export const flagIfGiven = () =>
  z.optional(prepared((value) => asBoolean(value) ?? undefined, z.optional(z.boolean())));

const asList = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);

/** A list; empty when absent or null. A bare string is a list with one item. */
// @__NO_SIDE_EFFECTS__
export const list = <S extends z.ZodMiniType>(item: S) =>
  prepared((value) => asList(value) ?? [], z.array(item));

/** One of `words`; `otherwise` when absent, null or any other value. */
// @__NO_SIDE_EFFECTS__
export const oneOf = <const T extends readonly string[]>(words: T, otherwise: T[number]) => {
  const known: ReadonlySet<unknown> = new Set(words);
  return prepared((value) => (known.has(value) ? value : otherwise), z.enum(words));
};
