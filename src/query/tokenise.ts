import { unicodeExpression } from '../domain/unicode-expression';
import { fold } from './fold';

/**
 * Longer words are truncated in texts and searches alike, so that no index has to store long
 * tokens.
 */
export const MAX_TOKEN_LENGTH = 64; // code points

/**
 * Splits a text into the tokens that are indexed and searched: normalised runs of letters and
 * digits, in order. In scripts without spaces, and in Korean, which adds particles to nouns, every pair
 * of adjacent characters is a token, and so is the last character of a run. Dictionaries differ between
 * browsers and could split a search differently from the text; pairs find every occurrence.
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
    } else if (kind >= UNSPACED) {
      eachComplexToken(folded, start >= 0 ? start : at, visit);
      return;
    } else if (start < 0 && kind === STARTS_WORD) start = at;
  }
  if (start >= 0) visit(folded, start, Math.min(folded.length, start + MAX_TOKEN_LENGTH));
}

const OTHER = 1;
const STARTS_WORD = 2;
const IN_WORD_ONLY = 3;
/** Belongs to a script that is written without spaces between words, or adds particles to words. */
const UNSPACED = 4;
/** Half of a character. */
const SURROGATE_KIND = 5;

/** The kind of each UTF-16 code unit; 0 if it has not occurred yet. */
const kinds = new Uint8Array(0x10000);

function kindOf(unit: number): number {
  const known = kinds[unit] ?? 0;
  if (known !== 0) return known;
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  const kind = isSurrogate ? SURROGATE_KIND : findKind(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function findKind(char: string): number {
  if (!isInWord(char)) return OTHER;
  if (isUnspaced(char)) return UNSPACED;
  return startsWord(char) ? STARTS_WORD : IN_WORD_ONLY;
}

const wordStart = unicodeExpression('[\\p{L}\\p{N}]');
const wordPart = unicodeExpression('[\\p{L}\\p{N}\\p{M}]');
const unspaced = unicodeExpression(
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Hangul}]',
);
const startsWord = (char: string): boolean => wordStart().test(char);
const isInWord = (char: string): boolean => wordPart().test(char);
const isUnspaced = (char: string): boolean => unspaced().test(char);

/** Splits a text with any characters, which takes longer than one with simple characters only. */
function eachComplexToken(folded: string, from: number, visit: TokenVisitor): void {
  let at = from;
  while (at < folded.length) {
    const start = at;
    const kind = kindAt(folded, at);
    at += charLength(folded, at);
    if (kind !== STARTS_WORD && kind !== UNSPACED) continue;
    while (at < folded.length && continues(kind, kindAt(folded, at))) at += charLength(folded, at);
    if (kind === UNSPACED) eachPair(folded, start, at, visit);
    else visit(folded, start, start + cutLength(folded.slice(start, at)));
  }
}

const continues = (first: number, next: number): boolean =>
  first === UNSPACED ? next === UNSPACED : next === STARTS_WORD || next === IN_WORD_ONLY;

/** The kind of a whole character. */
function kindAt(text: string, at: number): number {
  const kind = kindOf(text.charCodeAt(at));
  return kind === SURROGATE_KIND ? findKind(String.fromCodePoint(text.codePointAt(at) ?? 0)) : kind;
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
    const isWord = isInWord(char);
    if (isWord && !isWordNext && isUnspaced(char)) return true;
    if (startsWord(char)) return false;
    isWordNext = isWord;
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
const REPLACEMENT_CHARACTER = '\uFFFD';

/**
 * Builds the pattern that finds `text` among tokens. Returns null if `text` contains no words; such
 * a term neither selects nor excludes anything. A term with U+FFFD contained invalid bytes, so its
 * pattern matches nothing.
 */
export function patternOf(text: string, isPrefix: boolean): WordPattern | null {
  if (text.includes(REPLACEMENT_CHARACTER))
    return { tokens: [REPLACEMENT_CHARACTER], isPrefix: false };
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
