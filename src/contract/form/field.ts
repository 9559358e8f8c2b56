import * as z from 'zod/mini';
import { messages } from './error-body';

/** The type of a field, which determines its encoding and its decoded value. */
export type FieldType =
  | 'text'
  | 'secret'
  | 'flag'
  | 'integer'
  | 'instant'
  | 'list'
  | 'record'
  | 'file'
  | 'files';

/**
 * The rule for a missing value:
 * - `required`: present and not empty;
 * - `filled`: may be absent, but not empty;
 * - `optional`: null counts as absent;
 * - `clearable`: null is a value of its own and clears the stored value;
 * - `defaulted`: `fallback` is used when the field is absent or null.
 */
export type Presence = 'required' | 'filled' | 'optional' | 'clearable' | 'defaulted';

/**
 * One field of a form. It is plain data, so that a client can use the types without the decoder.
 * `Wire` is the type that clients send, `Value` the decoded type.
 */
export interface Field<Wire = unknown, Value = unknown, P extends Presence = Presence> {
  readonly type: FieldType;
  readonly presence: P;
  /** Bounds of the decoded value. Its messages are sent to clients. */
  readonly rule: z.ZodMiniType<Value>;
  readonly fallback?: Value;
  /** The maximum number of items of a list. A longer list is rejected before its items are read. */
  readonly maxItems?: number;
  /** The items of a list. */
  readonly item?: { readonly type: FieldType; readonly rule: z.ZodMiniType };
  /** For a list: invalid items are dropped instead of rejected. */
  readonly ignoresUnknown?: boolean;
  /** For a list: each line of an item becomes an item. */
  readonly splitsLines?: boolean;
  /** Its format in the documents. */
  readonly format?: string | undefined;
  /** A sentence about its meaning, for the documents. */
  readonly description?: string;
  /** True if white space at the ends is kept. */
  readonly isVerbatim?: boolean;
  /** Never set; carries the type that clients send. */
  readonly wire?: Wire;
}

export type Form = Readonly<Record<string, Field>>;

export interface TextLimits {
  readonly max?: number;
  readonly isVerbatim?: boolean;
  readonly test?: TextTest;
}

export interface TextTest {
  readonly accepts: (text: string) => boolean;
  readonly message: string | ((text: string) => string);
  /** Its format in the documents. */
  readonly format?: 'uri' | 'email';
}

// @__NO_SIDE_EFFECTS__
function textRule({ max, test }: TextLimits): z.ZodMiniString {
  let rule = z.string();
  if (max !== undefined) {
    // The other checks do not read a text that is too long.
    rule = rule.check(z.maxLength(max, { error: messages.tooLong(max), abort: true }));
  }
  if (!test) return rule;
  const { accepts, message } = test;
  const error = (issue: { input?: unknown }) =>
    typeof message === 'string' ? message : message(String(issue.input));
  return rule.check(z.refine(accepts, { error }));
}

/**
 * A text. White space at its ends is removed unless `isVerbatim`. Lengths are in UTF-16 code units.
 */
// @__NO_SIDE_EFFECTS__
export function text(limits: TextLimits = {}): Field<string, string, 'optional'> {
  const { isVerbatim = false, test } = limits;
  return {
    type: 'text',
    presence: 'optional',
    rule: textRule(limits),
    format: test?.format,
    isVerbatim,
  };
}

/** A text that is kept verbatim and never repeated in an error. */
// @__NO_SIDE_EFFECTS__
export function secret(limits: TextLimits = {}): Field<string, string, 'optional'> {
  return { type: 'secret', presence: 'optional', rule: textRule(limits), isVerbatim: true };
}

// @__NO_SIDE_EFFECTS__
const choiceRule = <const T extends readonly string[]>(choices: T) =>
  z.enum(choices, { error: (issue) => messages.notOneOf(String(issue.input), choices) });

/** One of the given words. */
// @__NO_SIDE_EFFECTS__
export function choice<const T extends readonly string[]>(
  choices: T,
): Field<T[number], T[number], 'optional'> {
  return { type: 'text', presence: 'optional', rule: choiceRule(choices) };
}

// @__NO_SIDE_EFFECTS__
export function flag(): Field<boolean, boolean, 'optional'> {
  return { type: 'flag', presence: 'optional', rule: z.boolean() };
}

// @__NO_SIDE_EFFECTS__
export function integer(
  limits: { readonly min?: number; readonly max?: number } = {},
): Field<number, number, 'optional'> {
  const { min, max } = limits;
  let rule = z.int();
  if (min !== undefined) rule = rule.check(z.minimum(min, { error: messages.tooSmall(min) }));
  if (max !== undefined) rule = rule.check(z.maximum(max, { error: messages.tooLarge(max) }));
  return { type: 'integer', presence: 'optional', rule };
}

/** A date in any form that `parseDate` reads, decoded to milliseconds since the Unix epoch. */
// @__NO_SIDE_EFFECTS__
export function instant(): Field<string, number, 'optional'> {
  return { type: 'instant', presence: 'optional', rule: z.number() };
}

/**
 * A list of texts: a JSON array or a repeated key. Blank items are dropped; with `splitsLines` each
 * line becomes an item. `max` is the length of an item, `maxItems` their number.
 */
// @__NO_SIDE_EFFECTS__
export function texts(
  limits: TextLimits & { readonly maxItems: number; readonly splitsLines?: boolean },
): Field<readonly string[], readonly string[], 'optional'> {
  const rule = textRule(limits);
  const { maxItems } = limits;
  return {
    type: 'list',
    presence: 'optional',
    rule: z.array(rule).check(z.maxLength(maxItems, { error: messages.tooMany(maxItems) })),
    maxItems,
    item: { type: 'text', rule },
    splitsLines: limits.splitsLines === true,
  };
}

/** The most items of a list of `words`. Clients of other versions may send more than the known words. */
const MAX_CHOICES = 100;

/**
 * A list of the given words. With `ignoresUnknown`, other words are dropped instead of rejected.
 */
// @__NO_SIDE_EFFECTS__
export function choices<const T extends readonly string[]>(
  words: T,
  { ignoresUnknown = false }: { readonly ignoresUnknown?: boolean } = {},
): Field<readonly T[number][], readonly T[number][], 'optional'> {
  const rule = choiceRule(words);
  return {
    type: 'list',
    presence: 'optional',
    rule: z.array(rule).check(z.maxLength(MAX_CHOICES, { error: messages.tooMany(MAX_CHOICES) })),
    maxItems: MAX_CHOICES,
    item: { type: 'text', rule },
    ignoresUnknown,
  };
}

/** An object, in JSON bodies only. */
// @__NO_SIDE_EFFECTS__
export function object<S extends z.ZodMiniType>(
  rule: S,
): Field<z.input<S>, z.output<S>, 'optional'> {
  return { type: 'record', presence: 'optional', rule: rule as z.ZodMiniType<z.output<S>> };
}

type Simplify<T> = { [K in keyof T]: T[K] };

type KeysWith<F extends Form, P extends string> = {
  [K in keyof F]: F[K] extends Field<infer _W, infer _V, infer Q>
    ? Q extends P
      ? K
      : never
    : never;
}[keyof F];

type WireOf<T> =
  T extends Field<infer W, infer _V, infer P> ? (P extends 'clearable' ? W | null : W) : never;
type ValueOf<T> =
  T extends Field<infer _W, infer V, infer P> ? (P extends 'clearable' ? V | null : V) : never;

/** The type that a client sends for `F`. */
export type FormInput<F extends Form> = Simplify<
  { readonly [K in KeysWith<F, 'required'>]: WireOf<F[K]> } & {
    readonly [K in Exclude<keyof F, KeysWith<F, 'required'>>]?: WireOf<F[K]> | undefined;
  }
>;

/** The decoded type of `F`: values within bounds; absent fields are absent. */
export type FormValue<F extends Form> = Simplify<
  { readonly [K in KeysWith<F, 'required' | 'defaulted'>]: ValueOf<F[K]> } & {
    readonly [K in Exclude<keyof F, KeysWith<F, 'required' | 'defaulted'>>]?: ValueOf<F[K]>;
  }
>;
