import { err, ok, type Result } from '../../domain';
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

/** True for the spellings that exports use for yes. */
export const isYes = (text: string): boolean => /^(?:true|1|yes)$/i.test(text.trim());

/** Returns the strings of a list. */
export const textsIn = (value: Json | undefined, name: string): string[] =>
  listIn(value, name).filter((item) => typeof item === 'string');

/** Returns one string property of each object in a list, without empty ones. */
export const namesIn = (value: Json | undefined, list: string, name: string): string[] =>
  listIn(value, list)
    .map((item) => textIn(item, name))
    .filter((text) => text !== '');

/**
 * Checks depth and number of values before the text is parsed. Returns null if both are within
 * limits. Brackets in strings don't count. It is a loop because a regular expression backtracks on
 * a string without an end.
 */
export function shapeFailure(json: string): ImportFailure | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfText(json, at);
        break;
      case '[':
      case '{':
        depth += 1;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case ',':
        values += 1;
    }
    if (depth > MAX_JSON_DEPTH) return { kind: 'too-deep' };
    if (values > MAX_JSON_VALUES) return { kind: 'too-many-rows' };
  }
  return null;
}

/**
 * Returns the end of the string that starts at `start`. Most of an export is strings, so skipping
 * them is fast.
 */
export function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json[escapes - 1] === '\\') escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return json.length;
}
