/** Limits of a JSON text. They are compared before it is parsed. */
export interface JsonBounds {
  /** Levels of lists and objects. */
  readonly maxDepth: number;
  /** Members, items, objects and lists together. */
  readonly maxValues: number;
}

/**
 * Returns the bound that a JSON text exceeds; null if it is within both. The text need not be valid.
 * It is a loop because a regular expression backtracks on a string without an end.
 */
export function exceededBound(
  json: string,
  { maxDepth, maxValues }: JsonBounds,
): 'depth' | 'values' | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfJsonString(json, at);
        break;
      case ',':
        values += 1;
        break;
      case '[':
      case '{':
        depth += 1;
        values += 1;
        break;
      case ']':
      case '}':
        depth -= 1;
    }
    if (depth > maxDepth) return 'depth';
    if (values > maxValues) return 'values';
  }
  return null;
}

/**
 * Returns the end of the string that starts at `start`. Most of a text is strings, so skipping them
 * is fast.
 */
export function endOfJsonString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json[escapes - 1] === '\\') escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return json.length;
}
