import type { TextIndex } from '../text-index';

/** Text as quotes are compared, and where in the source each of its characters comes from. */
export interface FoldedText {
  readonly text: string;
  /** Offsets in UTF-16 code units, never falling. */
  readonly offsets: readonly number[];
}

/**
 * What a page may change without changing its words: white space (also between blocks), accents,
 * soft hyphens, joiners, marks of direction, variation selectors. Marks of scripts that write
 * vowels with them stay.
 */
const DROPPED =
  /[\s\p{Cc}]|[\u0300-\u036f]|\u00ad|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2069]|[\ufe00-\ufe0f]|\ufeff/gu;

/** The typographic forms of a character that can be typed. */
const TYPED: ReadonlyMap<string, string> = new Map([
  ...[...'“”„‟″«»'].map((quote) => [quote, '"'] as const),
  ...[...'‘’‚‛′‹›'].map((quote) => [quote, "'"] as const),
  ...[...'‐‑‒–—―−'].map((dash) => [dash, '-'] as const),
  ['ς', 'σ'],
]);

/** Of the characters seen so far; more than a library uses, less than there are. */
const folds = new Map<string, string>();
const MOST_FOLDS = 20_000;

/**
 * `source` without case, accents, white space and typography. Each character by itself, so that
 * what is found can be mapped back.
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
  if (folds.size < MOST_FOLDS) folds.set(character, folded);
  return folded;
}

const foldedTexts = new WeakMap<TextIndex, FoldedText>();

/** The folded text of an index, made when it is first asked for. */
export function foldedTextOf(index: TextIndex): FoldedText {
  const known = foldedTexts.get(index);
  if (known !== undefined) return known;
  const folded = foldText(index.text);
  foldedTexts.set(index, folded);
  return folded;
}
