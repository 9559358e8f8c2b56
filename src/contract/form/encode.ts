import { NULL_CHARACTER } from './input';

/**
 * A query or an urlencoded body, as `readPairs` and `decodeForm` take it: lists as repeated keys,
 * null as its character, absent fields left out. What pairs can't say (objects, files) is left out too.
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
