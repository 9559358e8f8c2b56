import type { Field } from './field';

/** `field`, which must be there and not be empty. */
// @__NO_SIDE_EFFECTS__
export const required = <W, V>(field: Field<W, V>): Field<W, V, 'required'> => ({
  ...field,
  presence: 'required',
});

/** `field`, which may be absent but not empty. */
// @__NO_SIDE_EFFECTS__
export const filled = <W, V>(field: Field<W, V>): Field<W, V, 'filled'> => ({
  ...field,
  presence: 'filled',
});

/** `field`, where null is a value of its own: it takes what was there away. */
// @__NO_SIDE_EFFECTS__
export const clearable = <W, V>(field: Field<W, V>): Field<W, V, 'clearable'> => ({
  ...field,
  presence: 'clearable',
});

/** `field`, with `fallback` for what is absent or null. */
// @__NO_SIDE_EFFECTS__
export const defaulted = <W, V>(
  field: Field<W, V>,
  fallback: NoInfer<V>,
): Field<W, V, 'defaulted'> => ({ ...field, presence: 'defaulted', fallback });
