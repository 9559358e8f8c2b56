import type { TextIndex } from '../text-index';

/** Text in the form in which quotes are compared, with the source position of each character. */
export interface FoldedText {
  readonly text: string;
  /** Offsets in UTF-16 code units, in non-decreasing order. */
  readonly offsets: readonly number[];
}

/**
 * Characters that a page may change without changing its words: white space (also between blocks),
 * accents, soft hyphens, joiners, direction marks and variation selectors. Vowel marks of other
 * scripts are kept.
 */
const DROPPED =
  /[\s\p{Cc}]|[\u0300-\u036f]|\u00ad|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2069]|[\ufe00-\ufe0f]|\ufeff/gu;

/** Maps typographic characters to those on a keyboard. */
const TYPED: ReadonlyMap<string, string> = new Map([
  ...[...'“”„‟″«»'].map((quote) => [quote, '"'] as const),
  ...[...'‘’‚‛′‹›'].map((quote) => [quote, "'"] as const),
  ...[...'‐‑‒–—―−'].map((dash) => [dash, '-'] as const),
  ['ς', 'σ'],
]);

/**
 * Caches the characters seen so far. The bound is above what a library uses and below the number of
 * code points.
 */
const folds = new Map<string, string>();
const MAX_CACHED_FOLDS = 20_000;

/**
 * Folds `source`: removes case, accents, white space and typography. Each character is folded by
 * itself, so that matches can be mapped back to the source.
 */
export function foldText(source: string): FoldedText {
  const pieces: string[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const character of source) {
    const folded = foldCharacter(character);
    for (let count = 0; count < folded.length; count += 1) offsets.push(offset);
    pieces.push(folded);
    offset += character.length;
  }
  return { text: pieces.join(''), offsets };
}

function foldCharacter(character: string): string {
  const known = folds.get(character);
  if (known !== undefined) return known;
  const folded = [...character.normalize('NFKD').toLowerCase().normalize('NFKD')]
    .map((part) => TYPED.get(part) ?? part)
    .join('')
    .replace(DROPPED, '');
  if (folds.size < MAX_CACHED_FOLDS) folds.set(character, folded);
  return folded;
}

const foldedTexts = new WeakMap<TextIndex, FoldedText>();

/** Returns the folded text of an index. It is computed on first use. */
export function foldedTextOf(index: TextIndex): FoldedText {
  const known = foldedTexts.get(index);
  if (known !== undefined) return known;
  const folded = foldText(index.text);
  foldedTexts.set(index, folded);
  return folded;
}
