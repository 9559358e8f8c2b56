import { type GeneratedI18nStructure, i18n } from '#i18n';

// The only module that reads the message catalogue (locales/en.yml).

type Catalogue = GeneratedI18nStructure;

/** A key of the catalogue. */
export type MessageKey = Exclude<keyof Catalogue, `@@${string}`>;

type KeyWith<Values extends number> = {
  [K in MessageKey]: Catalogue[K]['substitutions'] extends Values ? K : never;
}[MessageKey];

/** The key of a message without values. */
export type PlainKey = KeyWith<0>;

/** The key of a message with two values. */
export type PairKey = KeyWith<2>;

/** The part before `_one` and `_other` in the keys of a message with plural forms. */
export type PluralKey = MessageKey extends infer K
  ? K extends `${infer Base}_other`
    ? Base
    : never
  : never;

type Values<K extends MessageKey> = Catalogue[K]['substitutions'] extends 0
  ? []
  : [first: string, ...rest: string[]];

// Widened: the generated types cannot follow a key that is a type parameter.
const translate = i18n.t as (key: string, values?: string[]) => string;

/** Returns the message of `key` in the user's language. `values` replace `$1`, `$2`, … */
export function t<K extends MessageKey>(key: K, ...values: Values<K>): string {
  return values.length === 0 ? translate(key) : translate(key, values.map(isolate));
}

/**
 * Returns the message of a key that is only known at run time. `values` may have more items than
 * the message uses.
 */
export const message = (key: MessageKey, values: readonly string[]): string =>
  translate(key, values.map(isolate));

const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates a value that may have another text direction than the text around it. */
function isolate(value: string): string {
  const runsAlong = translate('direction') === 'ltr' && !RIGHT_TO_LEFT_LETTER.test(value);
  return runsAlong ? value : `\u2068${value}\u2069`;
}

let pluralRules: Intl.PluralRules | null = null;
let numbers: Intl.NumberFormat | null = null;

/**
 * Returns the plural form of the message for `count`. `$1` is the count, `more` are `$2`, `$3`, …
 * The plural rules are those of the catalogue's language, which may differ from the browser's.
 */
export function plural(key: PluralKey, count: number, ...more: string[]): string {
  pluralRules ??= new Intl.PluralRules(t('language'));
  return translate(
    `${key}_${pluralRules.select(count)}`,
    [formatNumber(count), ...more].map(isolate),
  );
}

/** Formats a number in the browser's language. */
export function formatNumber(value: number): string {
  numbers ??= new Intl.NumberFormat();
  return numbers.format(value);
}

/** Formats a length of time in the catalogue's language: "30 days". */
export const formatUnit = (value: number, unit: 'day' | 'minute'): string =>
  new Intl.NumberFormat(t('language'), {
    style: 'unit',
    unit,
    unitDisplay: unit === 'day' ? 'long' : 'short',
  }).format(value);
