import { exceededBound } from '../wire/json-bounds';
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
/** No form of the contract needs more. */
const JSON_BOUNDS = { maxDepth: 32, maxValues: 100_000 };

/** Parses a JSON body. Returns null if it is not JSON, not an object, or has too many values. */
export function readJsonForm(body: string): FormSource | null {
  if (exceededBound(body, JSON_BOUNDS) !== null) return null;
  try {
    const data: unknown = JSON.parse(body);
    return isObject(data) ? { kind: 'json', data } : null;
  } catch {
    return null; // The caller reports "invalid input data"; the position of the error would not help a client.
  }
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
  // Node joins a piece of text for each plus sign, and keeps 32 bytes for each.
  const parsed = typeof pairs === 'string' ? new URLSearchParams(pairs.replace(/\+/g, ' ')) : pairs;
  for (const [name, value] of parsed) {
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
      const text = textOfJsonValue(item);
      if (text !== null) pairs.append(name, text);
    }
  }
  return pairs;
}

function textOfJsonValue(value: unknown): string | null {
  if (value === null) return NULL_CHARACTER;
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return isPlain || typeof value === 'boolean' ? String(value) : null;
}
