import * as z from 'zod/mini';
import { record } from '../schema/record';
import { flag, orNull } from '../schema/tolerant';

const Messages = orNull(z.array(z.string()));

/** The state of one field. `errors` is null when it is valid. */
export const FormErrorField = record(() => ({
  is_null: flag(),
  is_bound: flag(),
  value: z.optional(z.unknown()),
  errors: Messages,
}));
export type FormErrorField = z.output<typeof FormErrorField>;

/** The error body of a form. It lists every field, also the valid ones (protocol.md section 1). */
export const FormError = record(() => ({
  is_valid: flag(),
  errors: Messages,
  fields: z.record(z.string(), FormErrorField),
}));
export type FormError = z.output<typeof FormError>;

/** Returns each invalid field with its first message, in the order of the form. */
export function badFields(error: FormError): readonly { field: string; message: string }[] {
  return Object.entries(error.fields).flatMap(([field, { errors }]) =>
    errors?.[0] === undefined ? [] : [{ field, message: errors[0] }],
  );
}

/** Characters of a value that a message quotes. */
const MAX_QUOTED = 64;

const shortenedValue = (value: string): string =>
  value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value;

/**
 * The English messages of form errors (protocol.md section 1). Clients should rely on field names
 * instead.
 */
export const messages = {
  required: 'field is required',
  invalid: 'invalid value',
  invalidUrl: 'invalid URL',
  invalidRedirect: 'invalid URL: not https, http on this machine, or the scheme of an app',
  invalidEmail: 'not a valid email address',
  tooSmall: (min: number) => `must be greater or equal than ${min}`,
  tooLarge: (max: number) => `must be lower or equal than ${max}`,
  tooMany: (max: number) => `list must have at most ${max} items`,
  tooLong: (max: number) => `text must contain at most ${max} characters`,
  notOneOf: (value: string, choices: readonly string[]) =>
    `${shortenedValue(value)} is not one of ${choices.join(', ')}`,
  notADate: (value: string) => `"${shortenedValue(value)}" is not a valid date value`,
} as const;

/** The messages of bodies that cannot be read as a whole. Only servers need them. */
export const bodyMessages = {
  noContentType: 'Invalid content-type',
  unknownContentType: 'Unknown content-type',
  unreadable: 'invalid input data',
  unprocessable: 'Unable to process input data',
} as const;
