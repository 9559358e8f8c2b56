import { err, ok, type Result } from '../../domain';
import type { ImportFailure } from './imported';
import { MAX_FILE_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES } from './limits';
/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [name: string]: Json;
}

/** Text as JSON, when it is, and neither nests deeper nor holds more than an export does. */
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

/** The object's own value; null when there is none. */
export function get(value: Json | undefined, name: string): Json {
  return isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The items of a list; none when it is none. */
export const listIn = (value: Json | undefined, name: string): readonly Json[] => {
  const list = get(value, name);
  return Array.isArray(list) ? list : [];
};

/** A text; a number as it is written; empty otherwise. */
export function textIn(value: Json | undefined, name: string): string {
  const text = get(value, name);
  if (typeof text === 'number') return String(text);
  return typeof text === 'string' ? text : '';
}

/** `true`, 1 and their spellings as text. */
export const flagIn = (value: Json | undefined, name: string): boolean =>
  isYes(String(get(value, name)));

/** How exports write that something is so. */
export const isYes = (text: string): boolean => /^(?:true|1|yes)$/i.test(text.trim());

/** The texts of a list. */
export const textsIn = (value: Json | undefined, name: string): string[] =>
  listIn(value, name).filter((item) => typeof item === 'string');

/** The names of a list of objects that have one. */
export const namesIn = (value: Json | undefined, list: string, name: string): string[] =>
  listIn(value, list)
    .map((item) => textIn(item, name))
    .filter((text) => text !== '');

/**
 * What is wrong with the shape of a JSON text before it is one in memory; null when nothing is.
 * Brackets in texts don't count. By hand: a pattern backtracks on a text that isn't closed.
 */
function shapeFailure(json: string): ImportFailure | null {
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

/** Where the text ends that begins at `start`: most of an export is texts, which needn't be read. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json[escapes - 1] === '\\') escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return json.length;
}

/**
 * The text of a file: UTF-8, or UTF-16 when its byte order mark says so. Anything else is refused:
 * a guess would put wrong words in titles for good.
 */
export async function readText(file: Blob): Promise<Result<string, ImportFailure>> {
  if (file.size > MAX_FILE_BYTES) return err({ kind: 'too-large' });
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return err({ kind: 'unreadable' }); // It is gone, or its disk is.
  }
}

/** As `readText`, of bytes. */
export function decodeText(bytes: Uint8Array): Result<string, ImportFailure> {
  const mark = [...bytes.subarray(0, 2)].join();
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? err({ kind: 'not-text' }) : ok(text);
  } catch {
    return err({ kind: 'not-text' });
  }
}
