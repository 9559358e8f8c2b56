import * as z from 'zod/mini';
import { record } from '../schema/record';
import { flag, orNull } from '../schema/tolerant';

const Messages = orNull(z.array(z.string()));

/** What is said of one field. `errors` is null when it is good. */
export const FormErrorField = record({
  is_null: flag(),
  is_bound: flag(),
  value: z.optional(z.unknown()),
  errors: Messages,
});
export type FormErrorField = z.output<typeof FormErrorField>;

/** Why a form was refused: every field of it is listed, the good ones too (protocol.md section 1). */
export const FormError = record({
  is_valid: flag(),
  errors: Messages,
  fields: z.record(z.string(), FormErrorField),
});
export type FormError = z.output<typeof FormError>;

/** Each bad field with its first message, in the form's order. */
export function badFields(error: FormError): readonly { field: string; message: string }[] {
  return Object.entries(error.fields).flatMap(([field, { errors }]) =>
    errors?.[0] === undefined ? [] : [{ field, message: errors[0] }],
  );
}
