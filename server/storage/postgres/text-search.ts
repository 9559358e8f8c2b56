import { type RawBuilder, sql } from 'kysely';
import {
  WORD_INDEX_FIELDS,
  type WordDocument,
  type WordField,
  type WordIndex,
  type WordTerm,
} from '../database/word-index';
import type { BookmarkKey } from '../schema/ids';

/** The rank of a word by weight: D (text and others), C (site), B (author), A (title). */
const POSTGRES_WEIGHTS = sql.raw(`'{0.1, 0.2, 0.5, 1}'`);
/** Divides by 1 + the logarithm of the length, because long texts contain more words. */
const NORMALISATION = 1;

/**
 * The word index of PostgreSQL. It builds `tsvector`s from the words of `src/query` and uses no
 * dictionary, so that both databases find the same.
 */
export const postgresWords: WordIndex = {
  found: (terms, [first, last]) =>
    // Terms are searched separately, because they may be in different parts of a long text.
    sql`(${sql.join(
      terms.map(
        (term) => sql`select distinct bookmark_key as key from words
          where ${holds(term)} and bookmark_key between ${first} and ${last}`,
      ),
      sql` intersect `,
    )})`,
  async rank(db, terms, keys) {
    if (keys.length === 0) return [];
    const any = terms.map(queryOf).join(' | ');
    const { rows } = await sql<{ key: BookmarkKey }>`
      select bookmark_key as key from words
      where bookmark_key = any(${keys}::bigint[]) and vector @@ ${any}::tsquery
      group by bookmark_key
      order by sum(ts_rank(${POSTGRES_WEIGHTS}, vector, ${any}::tsquery, ${NORMALISATION})) desc,
        bookmark_key`.execute(db);
    return rows.map(({ key }) => key);
  },
  async put(db, documents) {
    await postgresWords.remove(
      db,
      documents.map(({ key }) => key),
    );
    for (const { key, words } of documents) {
      let part = 0;
      for (const { isNote, vector } of vectorsOf({ words })) {
        await sql`insert into words (bookmark_key, part, is_note, vector)
          values (${key}, ${part}, ${isNote ? 1 : 0}, ${vector}::tsvector)`.execute(db);
        part += 1;
      }
    }
  },
  async remove(db, keys) {
    await sql`delete from words where bookmark_key = any(${keys}::bigint[])`.execute(db);
  },
};

const holds = (term: WordTerm): RawBuilder<unknown> =>
  term.field === 'note'
    ? sql`is_note = 1 and vector @@ ${queryOf(term)}::tsquery`
    : sql`vector @@ ${queryOf(term)}::tsquery`;

/** Writes a `tsquery` for adjacent words, restricted to the weight of the field. */
function queryOf({ field, pattern: { tokens, isPrefix } }: WordTerm): string {
  const weight = field === null ? '' : FIELD_WEIGHT[field];
  const last = tokens.length - 1;
  const [word = ''] = tokens;
  if (isPrefix && last === 0 && lengthOfWord(word) <= MAX_MARKED_LENGTH) {
    const marks = weight === '' ? '' : `:${weight}`;
    return `('${word}'${marks} | '${markOf(word)}'${marks})`;
  }
  const words = tokens.map((token, index) => {
    const marks = `${index === last && isPrefix ? '*' : ''}${weight}`;
    return `'${token}'${marks === '' ? '' : `:${marks}`}`;
  });
  return words.length === 1 ? words.join('') : `(${words.join(' <-> ')})`;
}

/**
 * The length of the beginnings of words that have an entry of their own, in characters. PostgreSQL finds
 * the beginning of a word by reading every word with it, which are too many for short ones.
 */
const MAX_MARKED_LENGTH = 2;
/** Makes the entry for a beginning. No word contains this character. */
const markOf = (beginning: string): string => `${beginning}…`;
/** A beginning, with its position. */
const MARK_BYTES = 24;

const lengthOfWord = (word: string): number => [...word].length;

/** Yields the beginnings of a word that have an entry, without the word itself. */
function* beginningsOf(word: string): Generator<string> {
  let end = 0;
  for (let length = 1; length <= MAX_MARKED_LENGTH; length += 1) {
    end += (word.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    if (end >= word.length) return;
    yield word.slice(0, end);
  }
}

// https://www.postgresql.org/docs/current/textsearch-limitations.html
const MAX_POSITION = 10_000;
const MAX_PER_WORD = 250;
const MAX_VECTOR_BYTES = 800_000;
/** The words that a part repeats from the previous one, so that phrases of this length are found. */
const OVERLAP = 64;

/** The weights that mark the field of a word. PostgreSQL has four of them. */
const FIELD_WEIGHT: Readonly<Record<WordField, 'A' | 'B' | 'C' | ''>> = {
  title: 'A',
  author: 'B',
  site: 'C',
  description: '',
  label: '',
  text: '',
  note: '',
};

/** A part of a bookmark's words. Notes have separate parts. */
export interface VectorPart {
  readonly isNote: boolean;
  /** A `tsvector` in PostgreSQL's text format. */
  readonly vector: string;
}

interface Place {
  /** null for a gap, which separates the words around it. */
  readonly word: string | null;
  readonly weight: string;
}

/**
 * Yields a document as vectors, each small enough to count all of its words. A vector is made when it
 * is asked for, so that a long text can be written piece by piece.
 */
function* vectorsOf({ words }: Pick<WordDocument, 'words'>): Generator<VectorPart> {
  const about = WORD_INDEX_FIELDS.filter((field) => field !== 'note');
  const places = about.flatMap((field) => placesOf(words[field], FIELD_WEIGHT[field]));
  for (const vector of vectorPartsOf(places)) yield { isNote: false, vector };
  const notes = placesOf(words.note, FIELD_WEIGHT.note);
  for (const vector of vectorPartsOf(notes)) yield { isNote: true, vector };
}

const IS_WORD = /^[\p{L}\p{N}]/u;

function placesOf(words: string, weight: string): readonly Place[] {
  if (words === '') return [];
  const places = words
    .split(' ')
    // The separator of `indexText` is not a word.
    .map((word) => ({ word: IS_WORD.test(word) ? word : null, weight }));
  return [...places, { word: null, weight }];
}

function* vectorPartsOf(places: readonly Place[]): Generator<string> {
  for (let start = 0; start < places.length; ) {
    const end = endOfPart(places, start);
    yield vectorOf(places.slice(start, end));
    if (end === places.length) return;
    start = Math.max(end - OVERLAP, start + 1);
  }
}

/** Finds the end of the part that begins at `start`, within the limits of PostgreSQL. */
function endOfPart(places: readonly Place[], start: number): number {
  const counts = new Map<string, number>();
  let bytes = 0;
  for (let at = start; at < places.length; at++) {
    const word = places[at]?.word ?? null;
    if (word === null) continue;
    const count = (counts.get(word) ?? 0) + 1;
    bytes += count === 1 ? Buffer.byteLength(word) + 8 + MAX_MARKED_LENGTH * MARK_BYTES : 2;
    if (count > MAX_PER_WORD || bytes > MAX_VECTOR_BYTES || at - start >= MAX_POSITION) return at;
    counts.set(word, count);
  }
  return places.length;
}

function vectorOf(places: readonly Place[]): string {
  const positions = new Map<string, string[]>();
  const marked = new Set<string>();
  const add = (word: string, place: string) => {
    const known = positions.get(word);
    if (known) known.push(place);
    else positions.set(word, [place]);
  };
  for (const [index, { word, weight }] of places.entries()) {
    if (word === null) continue;
    const place = `${index + 1}${weight}`;
    add(word, place);
    for (const beginning of beginningsOf(word)) {
      // The first place of each field is enough, because a phrase is not found by this entry.
      if (marked.has(beginning + weight)) continue;
      marked.add(beginning + weight);
      add(markOf(beginning), place);
    }
  }
  // Words contain only letters, digits and marks, so nothing needs escaping.
  return [...positions].map(([word, at]) => `'${word}':${at.join()}`).join(' ');
}
