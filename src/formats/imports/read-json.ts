import { exceededBound } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import type { ImportFailure } from './imported';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from './limits';

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Parses JSON as a whole. Fails if the text nests more deeply or has more values than a real export. */
export function readJson(text: string): Result<Json, ImportFailure> {
  const failure = shapeFailure(text);
  if (failure !== null) return err(failure);
  try {
    const value: Json = JSON.parse(text);
    return ok(value);
  } catch {
    return err({ kind: 'not-json' });
  }
}

/** Returns the object's own property; null if it does not have it. */
export function get(value: Json | undefined, name: string): Json {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a list; empty if the value is not a list. */
export const listIn = (value: Json | undefined, name: string): readonly Json[] => {
  const list = get(value, name);
  return Array.isArray(list) ? list : [];
};

/** Returns a string, a number as text, or an empty string for other values. */
export function textIn(value: Json | undefined, name: string): string {
  const text = get(value, name);
  if (typeof text === 'number') return String(text);
  return typeof text === 'string' ? text : '';
}

/** True for `true`, 1 and the same as text. */
export const flagIn = (value: Json | undefined, name: string): boolean =>
  isYes(String(get(value, name)));

const YES =
  /^(?:true|wahr|vrai|ver(?:o|dadero|dadeiro)|1|yes|y|x|on|ja|oui|s[iíì]|sim|tak|да|はい|是|[✓✔]\ufe0f?)$/i;

/** True for the spellings that exports use for yes. */
export const isYes = (text: string): boolean => YES.test(text.trim());

/** Returns the strings of a list. */
export const textsIn = (value: Json | undefined, name: string): string[] =>
  listIn(value, name).filter((item) => typeof item === 'string');

/** Returns one string property of each object in a list, without empty ones. */
export const namesIn = (value: Json | undefined, list: string, name: string): string[] =>
  listIn(value, list)
    .map((item) => textIn(item, name))
    .filter((text) => text !== '');

const IMPORTED_JSON_BOUNDS = { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_JSON_VALUES };

/** Checks depth and number of values before the text is parsed. Returns null if both are allowed. */
export function shapeFailure(json: string): ImportFailure | null {
  const exceeded = exceededBound(json, IMPORTED_JSON_BOUNDS);
  if (exceeded === null) return null;
  return { kind: exceeded === 'depth' ? 'too-deep' : 'too-many-rows' };
}
