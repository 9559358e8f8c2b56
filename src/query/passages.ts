import { fold } from './fold';
import type { Query, SearchField } from './query';
import { patternOf, tokenise, type WordPattern } from './tokenise';

/** Start and end of a marked part of a text, in UTF-16 code units. */
export type Mark = readonly [start: number, end: number];

/** A passage of a text with the parts that match a query. */
export interface Passage {
  readonly text: string;
  /** In order, without overlaps. */
  readonly marks: readonly Mark[];
}

/** Characters of a passage before its first mark, at most. */
const BEFORE = 40;
/** Characters of a passage. */
const PASSAGE_LENGTH = 240;
/** Only the start of a longer text is read. */
const MAX_SEARCHED_LENGTH = 400_000;
/** Further terms are not marked. */
const MAX_PATTERNS = 32;

/** Pieces of a text without white space, which contain whole words. */
const PIECE_OF_TEXT = /\S+/gu;

/** Returns the words that a query searches everywhere or in `field`, without excluded ones. */
export const patternsIn = (
  { terms }: Query,
  field: Exclude<SearchField, 'label'> | null,
): readonly WordPattern[] =>
  terms
    .flatMap((term) =>
      term.kind === 'text' && !term.isExcluded && (term.field === null || term.field === field)
        ? (patternOf(term.text, term.isPrefix) ?? [])
        : [],
    )
    .slice(0, MAX_PATTERNS);

/**
 * Returns the parts of `text` that match a pattern. A mark covers the piece between white space that
 * contains the word, without the punctuation around it, so folding cannot move it.
 */
export function marksIn(text: string, patterns: readonly WordPattern[]): readonly Mark[] {
  const folded = fold(text);
  const possible = patterns.filter(({ tokens }) => tokens.every((token) => folded.includes(token)));
  if (possible.length === 0) return [];
  const placed = placedTokens(text);
  return merged(possible.flatMap((pattern) => marksOf(placed, pattern)));
}

/**
 * Returns the first line of `text` that matches most of the patterns, cut around its first mark.
 * null: none of them matches within a line.
 */
export function passageOf(text: string, patterns: readonly WordPattern[]): Passage | null {
  let best: { readonly line: string; readonly count: number } | null = null;
  for (const line of text.slice(0, MAX_SEARCHED_LENGTH).split('\n')) {
    if (line.trim() === '') continue;
    const folded = fold(line);
    const isPossible = patterns.filter(({ tokens }) =>
      tokens.every((token) => folded.includes(token)),
    );
    if (isPossible.length <= (best?.count ?? 0)) continue;
    const placed = placedTokens(line);
    const count = isPossible.filter((pattern) => marksOf(placed, pattern).length > 0).length;
    if (count <= (best?.count ?? 0)) continue;
    best = { line, count };
    if (count === patterns.length) break;
  }
  return best === null ? null : cut(best.line, marksIn(best.line, patterns));
}

/** A token and the piece of text that contains it. */
interface PlacedToken {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

function placedTokens(text: string): readonly PlacedToken[] {
  const placed: PlacedToken[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE_OF_TEXT)) {
    const [start, end] = wordsInPiece(piece);
    for (const token of tokenise(piece))
      placed.push({ token, start: index + start, end: index + end });
  }
  return placed;
}

const WORD_PART = /[\p{L}\p{N}\p{M}]+/gu;

/** The part of a piece from its first letter or digit to its last one. */
function wordsInPiece(piece: string): Mark {
  const parts = [...piece.matchAll(WORD_PART)];
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return [0, piece.length];
  return [first.index, last.index + last[0].length];
}

function marksOf(
  placed: readonly PlacedToken[],
  { tokens, isPrefix }: WordPattern,
): readonly Mark[] {
  const last = tokens.length - 1;
  const isAt = (start: number) =>
    tokens.every((word, at) => {
      const token = placed[start + at]?.token;
      return at === last && isPrefix ? token?.startsWith(word) === true : token === word;
    });
  return placed.flatMap(({ start }, at): Mark[] =>
    isAt(at) ? [[start, placed[at + last]?.end ?? start]] : [],
  );
}

/** Returns the marks in order, and those that touch as one. */
function merged(marks: readonly Mark[]): readonly Mark[] {
  const all: Mark[] = [];
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last === undefined || start > last[1]) all.push([start, end]);
    else if (end > last[1]) all[all.length - 1] = [last[0], end];
  }
  return all;
}

/** Cuts a line so that its first mark is near the start of what is left. */
function cut(line: string, marks: readonly Mark[]): Passage {
  const first = marks[0]?.[0] ?? 0;
  const from = first <= BEFORE ? 0 : startOfWord(line, first - BEFORE, first);
  const to = Math.min(line.length, Math.max(from + PASSAGE_LENGTH, marks[0]?.[1] ?? 0));
  const [head, tail] = [from === 0 ? '' : '…', to === line.length ? '' : '…'];
  return {
    text: `${head}${line.slice(from, to)}${tail}`,
    marks: marks
      .filter(([, end]) => end <= to)
      .map(([start, end]): Mark => [start - from + head.length, end - from + head.length]),
  };
}

/** Returns the start of the first word from `from` on, or `latest`. */
function startOfWord(line: string, from: number, latest: number): number {
  const blank = line.indexOf(' ', from);
  return blank < 0 || blank >= latest ? latest : blank + 1;
}
