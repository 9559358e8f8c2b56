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

const HAS_UNSPACED = new RegExp(UNSPACED, 'u');
const WORDS = new RegExp(`${WORD}${IN_WORD}*`, 'gu');
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
  const folded = fold(text);
  // Most texts contain no such script. A simpler expression handles them several times faster.
  if (!HAS_UNSPACED.test(folded)) return (folded.match(WORDS) ?? []).map(cut);
  const tokens: string[] = [];
  for (const [run, unspaced] of folded.matchAll(RUN)) {
    if (unspaced === undefined) tokens.push(cut(run));
    else pushPairs(unspaced, tokens);
  }
  return tokens;
}

// Hardly any word is too long, so code points are counted only when it may be.
const cut = (word: string) =>
  word.length <= MAX_TOKEN_LENGTH
    ? word
    : [...word.slice(0, 2 * MAX_TOKEN_LENGTH)].slice(0, MAX_TOKEN_LENGTH).join('');

function pushPairs(run: string, tokens: string[]): void {
  let previous = '';
  for (const char of run) {
    if (previous !== '') tokens.push(previous + char);
    previous = char;
  }
  tokens.push(previous);
}

const UNSPACED_END = new RegExp(`(?=${IN_WORD})${UNSPACED}(?!${IN_WORD})[^\\p{L}\\p{N}]*$`, 'u');

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
  if (!UNSPACED_END.test(fold(text))) return { tokens, isPrefix };
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
