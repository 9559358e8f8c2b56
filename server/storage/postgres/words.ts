import { type RawBuilder, sql } from 'kysely';
import type { BookmarkKey } from '../ids';
import type { WordIndex, WordTerm } from '../search/word-index';
import { FIELD_WEIGHT, vectorsOf } from './vectors';

/** What a word is worth by weight: D (text and others), C (site), B (author), A (title). */
const WEIGHTS = sql.raw(`'{0.1, 0.2, 0.5, 1}'`);
/** Divides by 1 + the logarithm of the length: long texts have every word. */
const NORMALISATION = 1;

/**
 * The index as `tsvector`s that we make ourselves, of the words and places that `src/query` gives:
 * no dictionary, so that both databases find the same.
 */
export const postgresWords: WordIndex = {
  found: (terms, [first, last]) =>
    // Each term by itself: they may stand in different parts of a long text, or in several.
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
      order by sum(ts_rank(${WEIGHTS}, vector, ${any}::tsquery, ${NORMALISATION})) desc,
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
  async removeRange(db, [first, last]) {
    await sql`delete from words where bookmark_key between ${first} and ${last}`.execute(db);
  },
  async clear(db) {
    await sql`delete from words`.execute(db);
  },
};

const holds = (term: WordTerm): RawBuilder<unknown> =>
  term.field === 'note'
    ? sql`is_note = 1 and vector @@ ${queryOf(term)}::tsquery`
    : sql`vector @@ ${queryOf(term)}::tsquery`;

/** As PostgreSQL reads a `tsquery`: the words next to one another, where the field has its weight. */
function queryOf({ field, pattern: { tokens, isPrefix } }: WordTerm): string {
  const weight = field === null ? '' : FIELD_WEIGHT[field];
  const last = tokens.length - 1;
  const words = tokens.map((token, index) => {
    const marks = `${index === last && isPrefix ? '*' : ''}${weight}`;
    return `'${token}'${marks === '' ? '' : `:${marks}`}`;
  });
  return words.length === 1 ? words.join('') : `(${words.join(' <-> ')})`;
}
