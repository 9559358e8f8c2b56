import { fold } from './fold';

/** Longer words are cut, in texts and in searches alike: no index need hold a whole data address. */
export const MAX_TOKEN_LENGTH = 64; // code points

/** Scripts that put no blank between words. */
const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const WORD = '[\\p{L}\\p{N}]';
const IN_WORD = '[\\p{L}\\p{N}\\p{M}]';

const HAS_UNSPACED = new RegExp(UNSPACED, 'u');
const WORDS = new RegExp(`${WORD}${IN_WORD}*`, 'gu');
/** A run of an unspaced script, or a word of letters and digits up to such a run. */
const RUN = new RegExp(
  `((?:(?=${IN_WORD})${UNSPACED})+)|(?!${UNSPACED})${WORD}(?:(?!${UNSPACED})${IN_WORD})*`,
  'gu',
);

/**
 * The words of a text, in order, as they are indexed and searched: folded runs of letters and
 * digits. In scripts without blanks each pair of neighbouring characters is one, and the last
 * character by itself: dictionaries differ from browser to browser and cut a search otherwise than
 * the text around it, pairs find every occurrence.
 */
export function tokenise(text: string): string[] {
  const folded = fold(text);
  // Most texts have words only, which a simpler expression finds several times faster.
  if (!HAS_UNSPACED.test(folded)) return (folded.match(WORDS) ?? []).map(cut);
  const tokens: string[] = [];
  for (const [run, unspaced] of folded.matchAll(RUN)) {
    if (unspaced === undefined) tokens.push(cut(run));
    else pushPairs(unspaced, tokens);
  }
  return tokens;
}

// Counted only when it may be too long: nearly no word is.
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

/** What to look for in an index. */
export interface WordPattern {
  /** Stand next to one another, in this order; never empty. */
  readonly tokens: readonly string[];
  /** Whether the last one may go on. */
  readonly isPrefix: boolean;
}

/** The decoder's replacement for bytes that are not text. No token contains it. */
const REPLACEMENT = '\uFFFD';

/**
 * The pattern that finds `text` among tokens. null when it has no words: such a term neither
 * chooses nor excludes anything. A term with U+FFFD contains bytes that were not text, and finds
 * nothing.
 */
export function patternOf(text: string, isPrefix: boolean): WordPattern | null {
  if (text.includes(REPLACEMENT)) return { tokens: [REPLACEMENT], isPrefix: false };
  const tokens = tokenise(text);
  if (tokens.length === 0) return null;
  if (!UNSPACED_END.test(fold(text))) return { tokens, isPrefix };
  // The text may go on after the last character, which then is no token but the start of one.
  const last = tokens.at(-1) ?? '';
  const beforeLast = tokens.at(-2) ?? '';
  const isPaired = beforeLast !== last && beforeLast.endsWith(last);
  return isPaired ? { tokens: tokens.slice(0, -1), isPrefix: false } : { tokens, isPrefix: true };
}

/** Between texts of one field, so that no two words of different texts stand next to one another. */
export const BETWEEN = '\u241E';

/**
 * The words of some texts, for an index that cuts at blanks and compares what is between them as it
 * is: FTS5 with `tokenize = "ascii"`, or positions counted along for a `tsvector`.
 */
export const indexText = (texts: readonly string[]): string =>
  texts
    .map((text) => tokenise(text).join(' '))
    .filter(Boolean)
    .join(` ${BETWEEN} `);
