import type { UploadedPart } from './upload';

/** In a form or a query, this single character stands for null (protocol.md section 1). */
export const NULL_CHARACTER = '\uFF00';

/** The submitted data before any field is decoded. */
export type FormSource =
  | { readonly kind: 'json'; readonly data: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'entries';
      readonly entries: ReadonlyMap<string, readonly (string | UploadedPart)[]>;
    };

/**
 * No client sends more pairs. They are counted before they are parsed, because Node's `URLSearchParams`
 * takes quadratic time for pairs without a value.
 */
const MAX_PAIRS = 20_000;
/** Levels of lists and objects in a JSON body; no form of the contract needs more. */
const MAX_JSON_DEPTH = 32;
/** Members, items, objects and lists of one body together. */
const MAX_JSON_VALUES = 100_000;

/** Parses a JSON body. Returns null if it is not JSON, not an object, or has too many values. */
export function readJson(body: string): FormSource | null {
  if (!isBoundedJson(body)) return null;
  try {
    const data: unknown = JSON.parse(body);
    return isObject(data) ? { kind: 'json', data } : null;
  } catch {
    return null; // The caller reports "invalid input data"; the position of the error would not help a client.
  }
}

/**
 * True when JSON has few enough values and levels to be parsed in a few ms. Strings are skipped, because
 * a long one is cheap to parse. The text need not be valid JSON.
 */
function isBoundedJson(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COMMA:
        values += 1;
        break;
      case LEFT_BRACKET:
      case LEFT_BRACE:
        values += 1;
        depth += 1;
        if (depth > MAX_JSON_DEPTH) return false;
        break;
      case RIGHT_BRACKET:
      case RIGHT_BRACE:
        depth -= 1;
        break;
    }
    if (values > MAX_JSON_VALUES) return false;
  }
  return true;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LEFT_BRACKET = 0x5b;
const RIGHT_BRACKET = 0x5d;
const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;

/** The index of the quote that ends the string at `start`; the length of the text when none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

/** True when a query or an urlencoded body has at most `MAX_PAIRS` pairs. */
export function isBoundedPairs(pairs: string): boolean {
  let count = 1;
  for (let at = pairs.indexOf('&'); at >= 0; at = pairs.indexOf('&', at + 1)) {
    count += 1;
    if (count > MAX_PAIRS) return false;
  }
  return true;
}

/**
 * Reads the pairs of a query string or an urlencoded body. Keys may be repeated. Check external
 * input with `isBoundedPairs` first.
 */
export function readPairs(pairs: string | URLSearchParams): FormSource {
  const entries = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(pairs)) {
    const values = entries.get(name);
    if (values) values.push(value);
    else entries.set(name, [value]);
  }
  return { kind: 'entries', entries };
}

export type BodyType = 'json' | 'urlencoded' | 'multipart';

/** Returns the body type for a Content-Type, or null for an unsupported type. */
export function bodyTypeOf(contentType: string): BodyType | null {
  switch (contentType.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'application/json':
    case 'text/json':
      return 'json';
    case 'application/x-www-form-urlencoded':
      return 'urlencoded';
    case 'multipart/form-data':
      return 'multipart';
    default:
      return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Encodes a query or an urlencoded body so that `readPairs` and `decodeForm` read it: lists as
 * repeated keys, null as its character. Absent fields, objects and files are left out.
 */
export function encodePairs(values: Readonly<Record<string, unknown>>): URLSearchParams {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const text = textOf(item);
      if (text !== null) pairs.append(name, text);
    }
  }
  return pairs;
}

function textOf(value: unknown): string | null {
  if (value === null) return NULL_CHARACTER;
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return isPlain || typeof value === 'boolean' ? String(value) : null;
}
