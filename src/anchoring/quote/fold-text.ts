import { boundedNormalise } from '../../domain/bounded-normalise';
import { addToHash, HASH_START } from '../../domain/hash';
import { runAtOnce, type Steps } from '../steps';
import { lastAtMost, type TextIndex } from '../text-index';

/**
 * Text in the form in which quotes are compared. Its map back to the source has one number for each
 * `BLOCK_UNITS` units of the source.
 */
export interface FoldedText {
  readonly source: string;
  /** The UTF-16 code units of the folded text. */
  readonly codes: Uint16Array;
  /** For each block of the source, the folded offset at which its characters begin. */
  readonly blockStarts: Uint32Array;
  /** Equal for equal folded texts. */
  readonly hash: string;
}

/**
 * Characters that a page may change without changing its words: white space (also between blocks),
 * accents, soft hyphens, joiners, direction marks and variation selectors. Marks of other scripts
 * are kept.
 */
const DROPPED_CHARACTERS =
  /[\s\p{Cc}]|[\u0300-\u036f]|\u00ad|\u061c|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|[\ufe00-\ufe0f]|\ufeff|[\u{e0100}-\u{e01ef}]/gu;

/** Maps typographic characters to those on a keyboard. */
const KEYBOARD_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...[...'“”„‟″«»'].map((quote) => [quote, '"'] as const),
  ...[...'‘’‚‛′‹›ʼ'].map((quote) => [quote, "'"] as const),
  ...[...'‐‑‒–—―−'].map((dash) => [dash, '-'] as const),
  ['ς', 'σ'],
]);

/** Folds one character. */
const foldCharacter = (character: string): string =>
  [...boundedNormalise(boundedNormalise(character, 'NFKD').toLowerCase(), 'NFKD')]
    .map((part) => KEYBOARD_CHARACTERS.get(part) ?? part)
    .join('')
    .replace(DROPPED_CHARACTERS, '');

/**
 * The folded form of each UTF-16 unit that is a character by itself, filled on first use. A control
 * character is always dropped, so the first three values have other meanings: 0 is not known yet.
 */
const unitFolds = new Uint16Array(0x10000);
const IS_DROPPED = 1;
/** The folded form has several units, or the unit is half of a character. */
const IS_LONG = 2;

/** The folded forms of other characters. The bound is above what a library uses. */
const longFolds = new Map<string, string>();
const MAX_CACHED_FOLDS = 20_000;

function learnUnit(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
  const folded = isSurrogate ? '' : foldCharacter(String.fromCharCode(unit));
  const known = isSurrogate || folded.length > 1 ? IS_LONG : folded.charCodeAt(0) || IS_DROPPED;
  unitFolds[unit] = known;
  return known;
}

function longFoldOf(character: string): string {
  const known = longFolds.get(character);
  if (known !== undefined) return known;
  const folded = foldCharacter(character);
  if (longFolds.size < MAX_CACHED_FOLDS) longFolds.set(character, folded);
  return folded;
}

/** In UTF-16 code units of the source. A power of two. */
const BLOCK_UNITS = 256;
const FOLDED_PER_STEP = 8192;

class Folder {
  codes: Uint16Array;
  length = 0;
  readonly #source: string;

  constructor(source: string, capacity: number) {
    this.#source = source;
    this.codes = new Uint16Array(capacity);
  }

  /**
   * Folds the characters that start from `from` up to `to`. Returns the end of the last one, which
   * is `to` or one more.
   */
  fold(from: number, to: number): number {
    const source = this.#source;
    let at = from;
    while (at < to) {
      const unit = source.charCodeAt(at);
      const known = unitFolds[unit] || learnUnit(unit);
      if (known > IS_LONG) {
        if (this.length === this.codes.length) this.#grow(1);
        this.codes[this.length] = known;
        this.length += 1;
        at += 1;
      } else if (known === IS_DROPPED) {
        at += 1;
      } else {
        const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
        const folded = longFoldOf(character);
        if (this.length + folded.length > this.codes.length) this.#grow(folded.length);
        for (let part = 0; part < folded.length; part += 1) {
          this.codes[this.length + part] = folded.charCodeAt(part);
        }
        this.length += folded.length;
        at += character.length;
      }
    }
    return at;
  }

  #grow(needed: number): void {
    const larger = new Uint16Array(Math.ceil(this.codes.length * 1.5) + needed + BLOCK_UNITS);
    larger.set(this.codes);
    this.codes = larger;
  }
}

/** Folds `source` in steps: removes case, accents, white space and typography. */
function* foldInSteps(source: string): Steps<FoldedText> {
  const folder = new Folder(source, source.length);
  const blocks = Math.ceil(source.length / BLOCK_UNITS);
  const blockStarts = new Uint32Array(blocks + 1);
  let at = 0;
  for (let block = 0; block < blocks; block += 1) {
    blockStarts[block] = folder.length;
    at = folder.fold(at, Math.min(source.length, (block + 1) * BLOCK_UNITS));
    if ((block * BLOCK_UNITS) % FOLDED_PER_STEP === 0) yield;
  }
  blockStarts[blocks] = folder.length;
  const codes = folder.codes.subarray(0, folder.length);
  return { source, codes, blockStarts, hash: yield* hashOfCodes(codes) };
}

/** Returns a hash of the words of a place. */
export const hashOfSpan = ({ codes }: FoldedText, start: number, end: number): string =>
  runAtOnce(hashOfCodes(codes.subarray(start, end)));

/** Returns a hash of 64 bits and the length. */
function* hashOfCodes(codes: Uint16Array): Steps<string> {
  let [first, second] = [HASH_START, 0x9747b28c];
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    first = addToHash(first, code);
    second = Math.imul((second << 5) ^ (second >>> 27) ^ code, 0x5bd1e995);
    if (at % FOLDED_PER_STEP === 0) yield;
  }
  return [codes.length, first >>> 0, second >>> 0].map((part) => part.toString(36)).join('-');
}

/** Returns the units of the folded form of a short text. */
export function foldText(source: string): Uint16Array {
  const folder = new Folder(source, source.length);
  folder.fold(0, source.length);
  return folder.codes.subarray(0, folder.length);
}

const foldedTexts = new WeakMap<TextIndex, FoldedText>();

/** Returns the folded text of an index. It is computed on first use. */
export const foldedTextOf = (index: TextIndex): FoldedText => runAtOnce(foldIndex(index));

/** Like `foldedTextOf`, in steps. */
export function* foldIndex(index: TextIndex): Steps<FoldedText> {
  const known = foldedTexts.get(index);
  if (known !== undefined) return known;
  const folded = yield* foldInSteps(index.text);
  foldedTexts.set(index, folded);
  return folded;
}

/** Returns the folded offset of the first character at or after `offset` of the source. */
export function foldedOffset({ source, blockStarts }: FoldedText, offset: number): number {
  const block = Math.min(Math.floor(offset / BLOCK_UNITS), blockStarts.length - 1);
  const folder = new Folder(source, BLOCK_UNITS);
  folder.fold(blockStart(source, block), offset);
  return (blockStarts[block] ?? 0) + folder.length;
}

/** Returns the start of the first whole character of a block. */
function blockStart(source: string, block: number): number {
  const at = block * BLOCK_UNITS;
  const isInside = (source.codePointAt(at - 1) ?? 0) > 0xffff;
  return isInside ? at + 1 : at;
}

/**
 * Returns the source offset of the character whose folded form contains the unit at `offset`, or
 * the length of the source at the end.
 */
export function sourceOffset({ source, blockStarts, codes }: FoldedText, offset: number): number {
  if (offset >= codes.length) return source.length;
  const block = lastAtMost(blockStarts, offset, blockStarts.length - 2);
  const left = offset - (blockStarts[block] ?? 0);
  const folder = new Folder(source, BLOCK_UNITS);
  let at = blockStart(source, block);
  for (;;) {
    const next = folder.fold(at, at + 1);
    if (folder.length > left) return at;
    at = next;
  }
}

/**
 * Returns the source offset just after the folded unit before `end`. Characters that folding drops
 * belong to the character before them.
 */
export function sourceEnd(folded: FoldedText, end: number): number {
  const last = sourceOffset(folded, end - 1);
  // A character that folds to several units may be covered partially.
  let next = end;
  while (next < folded.codes.length && sourceOffset(folded, next) === last) next += 1;
  return sourceOffset(folded, next);
}
