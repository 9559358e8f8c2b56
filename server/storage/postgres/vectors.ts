import { WORD_FIELDS, type WordDocument, type WordField } from '../search/word-index';

// https://www.postgresql.org/docs/current/textsearch-limitations.html
const MAX_POSITION = 10_000;
const MAX_PER_WORD = 250;
const MAX_BYTES = 500_000;
/** Words that a part repeats from the one before it: phrases of so many are found anywhere. */
const OVERLAP = 64;

/** What a word says about where it stands; the database has four of them. */
export const FIELD_WEIGHT: Readonly<Record<WordField, 'A' | 'B' | 'C' | ''>> = {
  title: 'A',
  author: 'B',
  site: 'C',
  description: '',
  label: '',
  text: '',
  note: '',
};

/** A part of a bookmark's words. Notes have parts of their own. */
export interface VectorPart {
  readonly isNote: boolean;
  /** As PostgreSQL reads a `tsvector`. */
  readonly vector: string;
}

interface Place {
  /** null: nothing stands here, so that the words around it aren't neighbours. */
  readonly word: string | null;
  readonly weight: string;
}

/**
 * Yields a document as vectors, each small enough to count all of its words. A vector is made when it
 * is asked for, so that a long text can be written piece by piece.
 */
export function* vectorsOf({ words }: Pick<WordDocument, 'words'>): Generator<VectorPart> {
  const about = WORD_FIELDS.filter((field) => field !== 'note');
  const places = about.flatMap((field) => placesOf(words[field], FIELD_WEIGHT[field]));
  for (const vector of partsOf(places)) yield { isNote: false, vector };
  const notes = placesOf(words.note, FIELD_WEIGHT.note);
  for (const vector of partsOf(notes)) yield { isNote: true, vector };
}

const IS_WORD = /^[\p{L}\p{N}]/u;

function placesOf(words: string, weight: string): readonly Place[] {
  if (words === '') return [];
  const places = words
    .split(' ')
    // What `indexText` puts between texts is no word.
    .map((word) => ({ word: IS_WORD.test(word) ? word : null, weight }));
  return [...places, { word: null, weight }];
}

function* partsOf(places: readonly Place[]): Generator<string> {
  for (let start = 0; start < places.length; ) {
    const end = endOfPart(places, start);
    yield vectorOf(places.slice(start, end));
    if (end === places.length) return;
    start = Math.max(end - OVERLAP, start + 1);
  }
}

/** Where the part that begins at `start` has all it can count. */
function endOfPart(places: readonly Place[], start: number): number {
  const counts = new Map<string, number>();
  let bytes = 0;
  for (let at = start; at < places.length; at++) {
    const word = places[at]?.word ?? null;
    if (word === null) continue;
    const count = (counts.get(word) ?? 0) + 1;
    bytes += count === 1 ? Buffer.byteLength(word) + 8 : 2;
    if (count > MAX_PER_WORD || bytes > MAX_BYTES || at - start >= MAX_POSITION) return at;
    counts.set(word, count);
  }
  return places.length;
}

function vectorOf(places: readonly Place[]): string {
  const positions = new Map<string, string[]>();
  for (const [index, { word, weight }] of places.entries()) {
    if (word === null) continue;
    const place = `${index + 1}${weight}`;
    const known = positions.get(word);
    if (known) known.push(place);
    else positions.set(word, [place]);
  }
  // Words have letters, digits and marks only: nothing in them to escape.
  return [...positions].map(([word, at]) => `'${word}':${at.join()}`).join(' ');
}
