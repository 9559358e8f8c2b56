import { fold } from './fold';

/**
 * Longer words are truncated in texts and searches alike, so that no index has to store long
 * tokens.
 */
export const MAX_TOKEN_LENGTH = 64; // code points

/** Scripts that are written without spaces between words. */
const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const WORD = '[\\p{L}\\p{N}]';
const IN_WORD = '[\\p{L}\\p{N}\\p{M}]';

const WORD_START = new RegExp(WORD, 'u');
const WORD_PART = new RegExp(IN_WORD, 'u');
const SURROGATE = /\p{Surrogate}/u;
const IS_UNSPACED = new RegExp(UNSPACED, 'u');
/** Matches a run of such a script, or a word of letters and digits up to such a run. */
const RUN = new RegExp(
  `((?:(?=${IN_WORD})${UNSPACED})+)|(?!${UNSPACED})${WORD}(?:(?!${UNSPACED})${IN_WORD})*`,
  'gu',
);

/**
 * Splits a text into the tokens that are indexed and searched: normalised runs of letters and
 * digits, in order. In scripts without spaces every pair of adjacent characters is a token, and so
 * is the last character of a run. Dictionaries differ between browsers and could split a search
 * differently from the text; pairs find every occurrence.
 */
export function tokenise(text: string): string[] {
  const tokens: string[] = [];
  eachToken(text, (folded, start, end) => tokens.push(folded.slice(start, end)));
  return tokens;
}

/** Receives a token as a part of a normalised text. */
export type TokenVisitor = (folded: string, start: number, end: number) => void;

/** Passes the tokens of a text to `visit` in order. No string is made for each of them. */
export function eachToken(text: string, visit: TokenVisitor): void {
  const folded = fold(text);
  let start = -1;
  for (let at = 0; at < folded.length; at += 1) {
    const kind = kindOf(folded.charCodeAt(at));
    if (kind === OTHER) {
      if (start >= 0) visit(folded, start, Math.min(at, start + MAX_TOKEN_LENGTH));
      start = -1;
    } else if (kind === COMPLEX) {
      eachComplexToken(folded.slice(start >= 0 ? start : at), visit);
      return;
    } else if (start < 0 && kind === STARTS_WORD) start = at;
  }
  if (start >= 0) visit(folded, start, Math.min(folded.length, start + MAX_TOKEN_LENGTH));
}

const OTHER = 1;
const STARTS_WORD = 2;
const IN_WORD_ONLY = 3;
/** Only `RUN` can split a text with such characters. It is several times slower. */
const COMPLEX = 4;

/** The kind of each UTF-16 code unit; 0 if it has not occurred yet. */
const kinds = new Uint8Array(0x10000);

function kindOf(unit: number): number {
  const known = kinds[unit] ?? 0;
  if (known !== 0) return known;
  const kind = findKind(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function findKind(char: string): number {
  if (SURROGATE.test(char)) return COMPLEX;
  if (!WORD_PART.test(char)) return OTHER;
  if (IS_UNSPACED.test(char)) return COMPLEX;
  return WORD_START.test(char) ? STARTS_WORD : IN_WORD_ONLY;
}

function eachComplexToken(folded: string, visit: TokenVisitor): void {
  for (const { 0: run, 1: unspaced, index } of folded.matchAll(RUN)) {
    if (unspaced !== undefined) eachPair(folded, index, index + run.length, visit);
    else visit(folded, index, index + cutLength(run));
  }
}

// Hardly any word is too long, so code points are counted only when it may be.
const cutLength = (word: string): number =>
  word.length <= MAX_TOKEN_LENGTH
    ? word.length
    : [...word.slice(0, 2 * MAX_TOKEN_LENGTH)].slice(0, MAX_TOKEN_LENGTH).join('').length;

function eachPair(folded: string, start: number, end: number, visit: TokenVisitor): void {
  let first = start;
  while (first < end) {
    const second = first + charLength(folded, first);
    visit(folded, first, second < end ? second + charLength(folded, second) : end);
    first = second;
  }
}

const charLength = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;

/** True if the last word of a normalised text ends with a character of such a script. */
function endsUnspaced(folded: string): boolean {
  let isWordNext = false;
  for (const char of [...folded].reverse()) {
    const isInWord = WORD_PART.test(char);
    if (isInWord && !isWordNext && IS_UNSPACED.test(char)) return true;
    if (WORD_START.test(char)) return false;
    isWordNext = isInWord;
  }
  return false;
}

/** The tokens that a term matches in an index. */
export interface WordPattern {
  /** Consecutive tokens in this order; never empty. */
  readonly tokens: readonly string[];
  /** True if the last token is a prefix. */
  readonly isPrefix: boolean;
}

/** The decoder's replacement for bytes that are not text. No token contains it. */
const REPLACEMENT = '\uFFFD';

/**
 * Builds the pattern that finds `text` among tokens. Returns null if `text` contains no words; such
 * a term neither selects nor excludes anything. A term with U+FFFD contained invalid bytes, so its
 * pattern matches nothing.
 */
export function patternOf(text: string, isPrefix: boolean): WordPattern | null {
  if (text.includes(REPLACEMENT)) return { tokens: [REPLACEMENT], isPrefix: false };
  const tokens = tokenise(text);
  if (tokens.length === 0) return null;
  if (!endsUnspaced(fold(text))) return { tokens, isPrefix };
  // The text may continue after the last character. That character is then a prefix of a token
  // rather than a token.
  const last = tokens.at(-1) ?? '';
  const beforeLast = tokens.at(-2) ?? '';
  const isPaired = beforeLast !== last && beforeLast.endsWith(last);
  return isPaired ? { tokens: tokens.slice(0, -1), isPrefix: false } : { tokens, isPrefix: true };
}

/** Separates the texts of one field, so that a phrase cannot match across two texts. */
export const TEXT_SEPARATOR = '\u241E';

/**
 * Converts texts to a form for an index that splits at spaces and compares tokens literally: FTS5
 * with `tokenize = "ascii"`, or a `tsvector` with positions.
 */
export const indexText = (texts: readonly string[]): string =>
  texts
    .map((text) => tokenise(text).join(' '))
    .filter(Boolean)
    .join(` ${TEXT_SEPARATOR} `);
