import * as fc from 'fast-check';
import type { Form } from '../../../src/contract';

/** Any value for a field: of its type, of another type, or far out of bounds. */
export const anyValue = fc.oneof(
  fc.constantFrom(null, '', ' ', '\u0000', '\uFF00', true, 'true', -1, 0, 1.5, 1e308, 2 ** 53),
  fc.constantFrom('authorization_code', 'bookmarks:read', 'https://app.example/', '2026-01-01'),
  fc.constantFrom('data:image/png;base64,', '9999-99-99', '\ud800', '🍃', '__proto__', '../..'),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.string({ minLength: 1000, maxLength: 3000 }),
  fc.array(fc.oneof(fc.string(), fc.constant(null), fc.integer()), { maxLength: 5 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
);

/** Any values for some of the fields of `form`. */
export const anyOfForm = (form: Form) =>
  fc.record(Object.fromEntries(Object.keys(form.fields).map((name) => [name, anyValue])), {
    requiredKeys: [],
  });
