import * as z from 'zod/mini';
import { described, record } from '../schema/record';
import { flag, orNull } from '../schema/tolerant';

const Messages = orNull(z.array(z.string()));

/** What is said of one field. `errors` is null when it is good. */
export const FormErrorField = record({
  is_null: described(flag(), 'Whether it was null or absent.'),
  is_bound: described(flag(), 'Whether it was sent.'),
  value: described(z.optional(z.unknown()), 'What it was read as.'),
  errors: described(Messages, 'What is wrong with it; null when it is good.'),
});
export type FormErrorField = z.output<typeof FormErrorField>;

/** Why a form was refused: every field of it is listed, the good ones too (protocol.md section 1). */
export const FormError = record({
  is_valid: described(flag(), 'Always false.'),
  errors: described(Messages, 'What is wrong with the whole; null when it is single fields.'),
  fields: described(
    z.record(z.string(), FormErrorField),
    'Every field of the form by its name, the good ones too.',
  ),
});
export type FormError = z.output<typeof FormError>;

/** Each bad field with its first message, in the form's order. */
export function badFields(error: FormError): readonly { field: string; message: string }[] {
  return Object.entries(error.fields).flatMap(([field, { errors }]) =>
    errors?.[0] === undefined ? [] : [{ field, message: errors[0] }],
  );
}

/** Characters of a value that a message quotes. */
const MAX_QUOTED = 64;

const shortened = (value: string): string =>
  value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value;

/** The English sentences of form errors (protocol.md section 1). Clients go by field, not by these. */
export const messages = {
  required: 'field is required',
  invalid: 'invalid value',
  invalidUrl: 'invalid URL',
  invalidRedirect:
    'invalid URL: a redirect address is https, http on 127.0.0.1 or [::1], or has a scheme such as com.example.app',
  invalidEmail: 'not a valid email address',
  tooSmall: (min: number) => `must be greater or equal than ${min}`,
  tooLarge: (max: number) => `must be lower or equal than ${max}`,
  tooMany: (max: number) => `list must have at most ${max} items`,
  tooLong: (max: number) => `text must contain at most ${max} characters`,
  notOneOf: (value: string, choices: readonly string[]) =>
    `${shortened(value)} is not one of ${choices.join(', ')}`,
  notADate: (value: string) => `"${shortened(value)}" is not a valid date value`,
  noContentType: 'Invalid content-type',
  unknownContentType: 'Unknown content-type',
  unreadable: 'invalid input data',
  unprocessable: 'Unable to process input data',
} as const;
