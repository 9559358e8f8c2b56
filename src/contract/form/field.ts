import * as z from 'zod/mini';
import { messages } from './error-body';

/** Fields by name. Absent ones are absent after decoding. */
export type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** The fields of a query or a body. */
export interface Form<F extends Fields = Fields> {
  readonly fields: F;
}

/** Declares a form. Its fields are created when they are first read, as those of a `record`. */
// @__NO_SIDE_EFFECTS__
export function form<F extends Fields>(create: () => F): Form<F> {
  let fields: F | undefined;
  return {
    get fields() {
      fields ??= create();
      return fields;
    },
  };
}

/**
 * An optional field: null counts as absent. `Value` is the decoded type, `Wire` the one that clients
 * send. `rules.ts` has the other rules for a missing value.
 */
export type Field<Value, Wire = Value> = z.ZodMiniExactOptional<z.ZodMiniType<Value, Wire>>;

/** The reading of a field, as far as its schema does not determine it. */
interface Reading {
  /** Never repeated in an error. */
  readonly isSecret?: boolean;
  /** White space at the ends is kept. */
  readonly isVerbatim?: boolean;
  /** A date in any form that `parseDate` reads. */
  readonly isInstant?: boolean;
  /** Empty, or a text that `resolveDateExpression` reads. Only servers read it. */
  readonly isDateExpression?: boolean;
  /** An optional field that may not be empty. */
  readonly isFilled?: boolean;
  /** The maximum number of items of a list. A longer list is rejected before its items are read. */
  readonly maxItems?: number;
  /** For a list: invalid items are dropped instead of rejected. */
  readonly ignoresUnknown?: boolean;
  /** For a list: each line of an item becomes an item. */
  readonly splitsLines?: boolean;
  /** Its format in the documents. */
  readonly format?: string | undefined;
}

export const readings = z.registry<Reading>();

/** The form of a route without a query. */
export const noFields = form(() => ({}));

interface TextLimits {
  readonly max?: number;
  readonly isVerbatim?: boolean;
  readonly isDateExpression?: boolean;
  readonly test?: TextTest;
}

export interface TextTest {
  readonly accepts: (text: string) => boolean;
  readonly message: string;
  /** Its format in the documents. */
  readonly format?: 'uri' | 'email';
}

// @__NO_SIDE_EFFECTS__
function textRule({ max, test }: TextLimits): z.ZodMiniString<string> {
  let rule = z.string();
  if (max !== undefined) {
    // The other checks do not read a text that is too long.
    rule = rule.check(z.maxLength(max, { error: messages.tooLong(max), abort: true }));
  }
  if (!test) return rule;
  return rule.check(z.refine(test.accepts, { error: test.message }));
}

/**
 * A text. White space at its ends is removed unless `isVerbatim`. Lengths are in UTF-16 code units.
 */
// @__NO_SIDE_EFFECTS__
export function text(limits: TextLimits = {}): Field<string> {
  const { isVerbatim = false, isDateExpression = false, test } = limits;
  const reading = { isVerbatim, isDateExpression, format: test?.format };
  return z.exactOptional(textRule(limits).register(readings, reading));
}

/** A text that is kept verbatim and never repeated in an error. */
// @__NO_SIDE_EFFECTS__
export const secret = (limits: TextLimits = {}): Field<string> =>
  z.exactOptional(
    textRule(limits).register(readings, { isSecret: true, isVerbatim: true, format: 'password' }),
  );

// @__NO_SIDE_EFFECTS__
const choiceRule = <const T extends readonly string[]>(choices: T) =>
  z.enum(choices, { error: (issue) => messages.notOneOf(String(issue.input), choices) });

/** One of the given words. */
// @__NO_SIDE_EFFECTS__
export const choice = <const T extends readonly string[]>(choices: T): Field<T[number]> =>
  z.exactOptional(choiceRule(choices));

// @__NO_SIDE_EFFECTS__
export const flag = (): Field<boolean> => z.exactOptional(z.boolean());

// @__NO_SIDE_EFFECTS__
export function integer(
  limits: { readonly min?: number; readonly max?: number } = {},
): Field<number> {
  const { min, max } = limits;
  let rule = z.int();
  if (min !== undefined) rule = rule.check(z.minimum(min, { error: messages.tooSmall(min) }));
  if (max !== undefined) rule = rule.check(z.maximum(max, { error: messages.tooLarge(max) }));
  return z.exactOptional(rule);
}

/** A date in any form that `parseDate` reads, decoded to milliseconds since the Unix epoch. */
// @__NO_SIDE_EFFECTS__
export const instant = (): Field<number, string> =>
  // The decoder reads the text before the schema checks the number.
  z.exactOptional(
    (z.number() as unknown as z.ZodMiniType<number, string>).register(readings, {
      isInstant: true,
      format: 'date-time',
    }),
  );

/** At most `maxItems` values, each of which `item` accepts. */
// @__NO_SIDE_EFFECTS__
export const listOf = <V, W>(
  item: z.ZodMiniType<V, W>,
  maxItems: number,
  reading: Reading = {},
): Field<readonly V[], readonly W[]> => {
  const rule = z.array(item).check(z.maxLength(maxItems, { error: messages.tooMany(maxItems) }));
  return z.exactOptional(rule.register(readings, { ...reading, maxItems }));
};

/**
 * A list of texts: a JSON array or a repeated key. Blank items are dropped; with `splitsLines` each
 * line becomes an item. `max` is the length of an item, `maxItems` their number.
 */
// @__NO_SIDE_EFFECTS__
export function texts(
  limits: TextLimits & { readonly maxItems: number; readonly splitsLines?: boolean },
): Field<readonly string[]> {
  const { maxItems, splitsLines = false } = limits;
  return listOf(textRule(limits), maxItems, { splitsLines });
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
): Field<readonly T[number][]> {
  return listOf<T[number], T[number]>(choiceRule(words), MAX_CHOICES, { ignoresUnknown });
}

/** An object, in JSON bodies only. */
// @__NO_SIDE_EFFECTS__
export const object = <S extends z.ZodMiniType>(rule: S): z.ZodMiniExactOptional<S> =>
  z.exactOptional(rule);

type Simplify<T> = { [K in keyof T]: T[K] };

/** The type that a client sends for `F`. */
export type FormInput<F extends Form> = OrUndefined<z.input<z.ZodMiniObject<F['fields']>>>;

type OrUndefined<T> = {
  readonly [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K];
};

/** The decoded type of `F`: values within bounds; absent fields are absent. */
export type FormValue<F extends Form> = Simplify<Readonly<z.output<z.ZodMiniObject<F['fields']>>>>;
