import * as z from 'zod/mini';
import { messages } from './error-body';
import { type Field, readings, type TextTest } from './field';

const MAX_HOST_LENGTH = 253; // RFC 1035 2.3.4, without the root

/** An absolute http or https address with a host. */
export const isWebAddress: TextTest = {
  accepts: (text) =>
    /^https?:\/\/[^/]/i.test(text) &&
    URL.canParse(text) &&
    new URL(text).hostname.length <= MAX_HOST_LENGTH,
  message: messages.invalidUrl,
  format: 'uri',
};

/** An e-mail address as far as syntax can tell: one `@` with text on both sides. */
export const isEmail: TextTest = {
  accepts: (text) => /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text),
  message: messages.invalidEmail,
  format: 'email',
};

/** The length of a language tag with more subtags than any language has. */
export const MAX_LANGUAGE_LENGTH = 64;

/** Empty, or a text with the syntax of a BCP 47 language tag. */
export const isLanguage: TextTest = {
  accepts: (text) => /^([a-z]{2,8}([-_][a-z0-9]{1,8})*)?$/i.test(text),
  message: messages.invalid,
};

/** Makes a field required: present and not empty. */
// @__NO_SIDE_EFFECTS__
export const required = <V, W>({ _zod }: Field<V, W>): z.ZodMiniType<V, W> => _zod.def.innerType;

/** Makes a field optional but not empty. */
// @__NO_SIDE_EFFECTS__
export const filled = <V, W>({ _zod }: Field<V, W>): Field<V, W> =>
  z.exactOptional(_zod.def.innerType).register(readings, { isFilled: true });

/** Makes a field clearable: null clears the stored value. */
// @__NO_SIDE_EFFECTS__
export const clearable = <V, W>({ _zod }: Field<V, W>): Field<V | null, W | null> =>
  z.exactOptional(z.nullable(_zod.def.innerType));

/** Gives a field a default for when it is absent or null. */
// @__NO_SIDE_EFFECTS__
export const defaulted = <V, W>(
  { _zod }: Field<V, W>,
  fallback: NoInfer<V>,
): z.ZodMiniDefault<z.ZodMiniType<V, W>> =>
  z._default(_zod.def.innerType, fallback as z.core.util.NoUndefined<V>);
