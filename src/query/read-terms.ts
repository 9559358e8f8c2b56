/** A term as it is written, before its field is interpreted. Positions are in UTF-16 code units. */
export interface WrittenTerm<Field extends string> {
  /** The position of the sign, or of the first character. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly isExcluded: boolean;
  /** null: it names no field of the language. */
  readonly field: Field | null;
  /** The position after the sign and the field. */
  readonly valueStart: number;
  /** Without quotes and escapes. */
  readonly text: string;
  readonly isQuoted: boolean;
  readonly isPrefix: boolean;
}

/** Marks of direction, which text from other programs may have around it. They cannot be seen. */
const DIRECTION_MARKS = '\\u200E\\u200F\\u061C\\u202A-\\u202E\\u2066-\\u2069';
const WHITE_SPACE = /\s/;
const BLANK_OR_MARK = new RegExp(`[\\s${DIRECTION_MARKS}]`);
const DIRECTION_MARK = new RegExp(`[${DIRECTION_MARKS}]`);
/** Matches a text that begins or ends with such a mark. */
export const MARK_AT_END = /* @__PURE__ */ new RegExp(
  `^[${DIRECTION_MARKS}]|[${DIRECTION_MARKS}]$`,
);

/**
 * Splits the text of a search box into terms (protocol.md section 13). Every text is valid. `fields`
 * are the names of the language. Without any, a colon has no special meaning.
 */
export function readTerms<Field extends string>(
  text: string,
  fields: readonly Field[],
): readonly WrittenTerm<Field>[] {
  const terms: WrittenTerm<Field>[] = [];
  for (let at = skip(text, 0, BLANK_OR_MARK); at < text.length; ) {
    const term = readTerm(text, at, fields);
    terms.push(term);
    at = skip(text, term.end, BLANK_OR_MARK);
  }
  return terms;
}

function skip(text: string, from: number, skipped: RegExp): number {
  let at = from;
  while (at < text.length && skipped.test(text.charAt(at))) at++;
  return at;
}

function readTerm<Field extends string>(
  text: string,
  start: number,
  fields: readonly Field[],
): WrittenTerm<Field> {
  const isExcluded = text[start] === '-' && isInsideTerm(text, start + 1);
  const afterSign = isExcluded ? skip(text, start + 1, DIRECTION_MARK) : start;
  const field = fieldAt(text, afterSign, fields);
  const valueStart = afterSign + (field === null ? 0 : field.length + 1);
  const from = skip(text, valueStart, DIRECTION_MARK);
  const quote = text[from];
  const isQuoted = quote === '"' || quote === "'";
  const value = isQuoted ? readPhrase(text, from, quote) : readBare(text, from);
  return { start, isExcluded, field, valueStart, isQuoted, ...value };
}

/** No name with its colon is longer. Searching the whole rest for a colon would take quadratic time. */
const MAX_TERM_NAME_LENGTH = 7;

/** Returns the field that is named at a position, if a value follows. */
function fieldAt<Field extends string>(
  text: string,
  at: number,
  fields: readonly Field[],
): Field | null {
  const colon = text.slice(at, at + MAX_TERM_NAME_LENGTH).indexOf(':');
  if (colon < 0 || !isInsideTerm(text, at + colon + 1)) return null;
  const name = text.slice(at, at + colon).toLowerCase();
  return fields.find((field) => field === name) ?? null;
}

const isInsideTerm = (text: string, at: number) =>
  at < text.length && !WHITE_SPACE.test(text.charAt(at));

type Value = Pick<WrittenTerm<never>, 'text' | 'isPrefix' | 'end'>;

/** Reads a phrase from its opening quote. Without a closing quote it extends to the end. */
function readPhrase(text: string, from: number, quote: string): Value {
  let phrase = '';
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '\\' && (next === quote || next === '\\')) {
      phrase += next;
      at++;
    } else if (char === quote) {
      const isPrefix = next === '*' && !isInsideTerm(text, at + 2);
      return { text: phrase, isPrefix, end: isPrefix ? at + 2 : at + 1 };
    } else phrase += char;
  }
  return { text: phrase, isPrefix: false, end: text.length };
}

/** Reads the text up to the next white space. */
function readBare(text: string, from: number): Value {
  let end = from;
  while (isInsideTerm(text, end)) end++;
  let last = end;
  while (last > from && DIRECTION_MARK.test(text.charAt(last - 1))) last--;
  const word = text.slice(from, last);
  const isPrefix = word.length > 1 && word.endsWith('*');
  return { text: isPrefix ? word.slice(0, -1) : word, isPrefix, end };
}
