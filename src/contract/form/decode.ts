import * as z from 'zod/mini';
import { isDateExpression } from '../wire/dates';
import { bodyMessages, type FormError, type FormErrorField, messages } from './error-body';
import type { Fields, Form, FormValue } from './field';
import { type FieldShape, readingOf, shapeOf } from './field-shape';
import { bodyTypeOf, type FormSource, isBoundedPairs, readJsonForm, readPairs } from './input';
import { type Found, readField } from './read-field';

/** The values of a form, or the error body with its messages. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: FormError };

/** A message for each invalid field; empty when all fields are valid. */
export type FieldMessages<F extends Form> = Readonly<
  Partial<Record<keyof F['fields'] & string, string>>
>;

/** Rules that concern several fields. */
export type FormRules<F extends Form> = (value: FormValue<F>) => FieldMessages<F>;

/**
 * Decodes a form: JSON strictly, key-value pairs leniently. Unknown fields are ignored. `rules` are
 * checked only when every field is valid.
 */
export function decodeForm<F extends Form>(
  form: F,
  source: FormSource,
  rules?: FormRules<F>,
): Decoded<FormValue<F>> {
  const states: (readonly [name: string, state: State])[] = [];
  const present: Record<string, unknown> = {};
  let isGood = true;
  for (const [name, schema] of fieldsOfForm(form)) {
    const field = shapeOf(schema);
    const found = readField(name, field, source);
    const state = found.kind === 'absent' ? absentState(field) : stateOfField(field, found);
    states.push([name, state]);
    if (state.errors !== null) isGood = false;
    if (state.isPresent) present[name] = state.value;
  }
  if (!isGood) return refused(states);
  // Each field was decoded according to its type, which the compiler can't follow.
  const value = present as FormValue<F>;
  const broken: Readonly<Record<string, string | undefined>> = rules?.(value) ?? {};
  if (Object.keys(broken).length === 0) return { ok: true, value };
  return refused(
    states.map(([name, state]) => {
      const message = broken[name];
      return [name, message === undefined ? state : { ...state, errors: [message] }];
    }),
  );
}

/** Decodes the parameters of an address. */
export const decodeQuery = <F extends Form>(form: F, query: string | URLSearchParams) =>
  decodeForm(form, readPairs(query));

/**
 * Returns the error body for a form that can't be read at all, for example with an unknown
 * Content-Type.
 */
export function refusedForm(form: Form, message: string): FormError {
  const states = Object.entries(form.fields).map(
    ([name, field]) =>
      [name, { ...stateOfField(shapeOf(field), { kind: 'absent' }), errors: null }] as const,
  );
  return { ...refused(states).error, errors: [message] };
}

/** The fields of each form, because every request reads all of its route. */
const fields = new WeakMap<Form, readonly (readonly [name: string, schema: Fields[string]])[]>();

function fieldsOfForm(form: Form) {
  const known = fields.get(form) ?? Object.entries(form.fields);
  fields.set(form, known);
  return known;
}

/** Most fields of a request are absent. */
const absentStates = new WeakMap<FieldShape, State>();

function absentState(field: FieldShape): State {
  const known = absentStates.get(field) ?? stateWithoutValue(field, false);
  absentStates.set(field, known);
  return known;
}

interface State {
  readonly isBound: boolean;
  readonly isNull: boolean;
  /** True if the field is part of the result, possibly as null. */
  readonly isPresent: boolean;
  readonly value: unknown;
  /** The value in an error body. */
  readonly shown: unknown;
  readonly errors: readonly string[] | null;
}

function stateOfField(field: FieldShape, found: Found): State {
  const isBound = found.kind !== 'absent';
  if (found.kind === 'unreadable' || found.kind === 'too-many') {
    const message = found.kind === 'unreadable' ? messages.invalid : messages.tooMany(found.max);
    const state = { isBound, isNull: false, isPresent: true, value: null };
    return { ...state, shown: emptyOf(field), errors: [message] };
  }
  if (found.kind !== 'value') return stateWithoutValue(field, isBound);
  const value = kept(field, found.value);
  const shown = shownOf(field, value);
  const state = { isBound, isNull: false, isPresent: true, value, shown };
  if (isEmptyField(value) && !field.mayBeEmpty) return { ...state, errors: [messages.required] };
  // Some rules have messages of their own; for all others the message is "invalid value".
  const checked = z.safeParse(field.rule, value, { error: () => messages.invalid });
  if (checked.success) return { ...state, value: checked.data, errors: dateErrors(field, value) };
  return { ...state, errors: [...new Set(checked.error.issues.map((issue) => issue.message))] };
}

/** The check is not in the schema, so that clients do without all forms of dates. */
function dateErrors(field: FieldShape, value: unknown): readonly string[] | null {
  if (!readingOf(field.rule).isDateExpression || value === '') return null;
  const text = String(value);
  return isDateExpression(text) ? null : [messages.notADate(text)];
}

function stateWithoutValue(field: FieldShape, isBound: boolean): State {
  const { fallback } = field;
  if (fallback !== undefined) {
    return {
      isBound,
      isNull: false,
      isPresent: true,
      value: fallback,
      shown: fallback,
      errors: null,
    };
  }
  return {
    isBound,
    isNull: true,
    isPresent: isBound && field.isClearable,
    value: null,
    shown: emptyOf(field),
    errors: field.isRequired ? [messages.required] : null,
  };
}

function kept(field: FieldShape, value: unknown): unknown {
  if (!Array.isArray(value) || field.type !== 'list') return value;
  const { item, maxItems } = field;
  const { splitsLines, ignoresUnknown } = readingOf(field.rule);
  if (splitsLines) return value.flatMap((each) => linesOfItem(each, maxItems));
  if (!ignoresUnknown || item === null) return value;
  return value.filter((each) => z.safeParse(item, each).success);
}

/** The most characters of a value that an error body repeats. */
const MAX_SHOWN_LENGTH = 1024;

/** The value as an error body shows it: cut when it is long, empty when it is a secret. */
function shownOf(field: FieldShape, value: unknown): unknown {
  switch (field.type) {
    case 'text':
      return String(value).slice(0, MAX_SHOWN_LENGTH);
    case 'list':
      return Array.isArray(value) ? firstItems(value.map(String)) : null;
    case 'secret':
    case 'file':
    case 'files':
    case 'record':
      return emptyOf(field);
    default:
      return value;
  }
}

/** Returns the first items, with at most `MAX_SHOWN_LENGTH` characters in total. */
function firstItems(items: readonly string[]): readonly string[] {
  let length = 0;
  const end = items.findIndex((item) => {
    length += item.length;
    return length > MAX_SHOWN_LENGTH;
  });
  return end < 0 ? items : items.slice(0, end);
}

/**
 * Returns the lines that are not blank. If there are more than `max`, it returns enough for the
 * rule to reject them.
 */
function linesOfItem(item: unknown, max: number): readonly string[] {
  const lines = String(item).split(/\r\n|\r|\n/, max + 1);
  return lines.length > max ? lines : lines.map((line) => line.trim()).filter(Boolean);
}

const isEmptyField = (value: unknown): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Returns the representation of null in an error body: `""` for text, `false` for a boolean,
 * otherwise null.
 */
function emptyOf(field: FieldShape): unknown {
  if (field.type === 'text' || field.type === 'secret') return '';
  return field.type === 'flag' ? false : null;
}

function refused(states: readonly (readonly [string, State])[]): { ok: false; error: FormError } {
  const fields = states.map(([name, state]): [string, FormErrorField] => [
    name,
    {
      is_null: state.isNull,
      is_bound: state.isBound,
      value: state.shown,
      errors: state.errors && [...state.errors],
    },
  ]);
  return {
    ok: false,
    error: { is_valid: false, errors: null, fields: Object.fromEntries(fields) },
  };
}

/**
 * Reads the fields of a text body by its Content-Type (null when the header is missing). Returns
 * the error body when the type is unsupported or the body can't be read. Multipart bodies are read
 * elsewhere, part by part.
 */
export function readBody(
  form: Form,
  contentType: string | null,
  body: string,
): Decoded<FormSource> {
  const refused = (message: string) => ({ ok: false, error: refusedForm(form, message) }) as const;
  if (!contentType?.includes('/')) return refused(bodyMessages.noContentType);
  const type = bodyTypeOf(contentType);
  if (type === null || type === 'multipart') return refused(bodyMessages.unknownContentType);
  const source = type === 'json' ? readJsonForm(body) : readBoundedPairs(body);
  return source === null ? refused(bodyMessages.unreadable) : { ok: true, value: source };
}

const readBoundedPairs = (body: string) => (isBoundedPairs(body) ? readPairs(body) : null);
