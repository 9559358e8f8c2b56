import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../database/session';
import {
  FIELD_WEIGHTS,
  WORD_INDEX_FIELDS,
  type WordIndex,
  type WordTerm,
} from '../database/word-index';
import type { BookmarkKey } from '../schema/ids';

const SQLITE_WEIGHTS = sql.raw(WORD_INDEX_FIELDS.map((field) => FIELD_WEIGHTS[field]).join());

/**
 * The word index of SQLite, an FTS5 table. It splits at blanks (`tokenize = 'ascii'`, over texts with
 * only letters and digits), so that its words are those of `src/query`.
 */
const sqliteWords: WordIndex = {
  found: (terms, [first, last]) =>
    sql`(select rowid as key from words
      where words match ${matchExpression(terms)} and rowid between ${first} and ${last})`,
  async rank(db, terms, keys) {
    if (keys.length === 0) return [];
    const candidates = new Set(keys);
    const { rows } = await sql<{ key: BookmarkKey }>`
      select rowid as key from words
      where words match ${matchExpression(terms)}
        and rowid between ${Math.min(...keys)} and ${Math.max(...keys)}
      order by bm25(words, ${SQLITE_WEIGHTS}), rowid`.execute(db);
    return rows.flatMap(({ key }) => (candidates.has(key) ? key : []));
  },
  async put(db, documents) {
    for (const { key, words } of documents) {
      await sql`delete from words where rowid = ${key}`.execute(db);
      await sql`insert into words (rowid, ${sql.raw(WORD_INDEX_FIELDS.join())})
        values (${key}, ${sql.join(WORD_INDEX_FIELDS.map((field) => words[field]))})`.execute(db);
    }
  },
  async remove(db, keys) {
    for (const key of keys) await sql`delete from words where rowid = ${key}`.execute(db);
  },
};

/** Writes a query of FTS5 (https://www.sqlite.org/fts5.html#full_text_query_syntax). */
const matchExpression = (terms: readonly WordTerm[]): string =>
  terms
    .map(({ field, pattern: { tokens, isPrefix } }) => {
      // Tokens contain only letters and digits, so nothing needs escaping.
      const phrase = `"${tokens.join(' ')}"${isPrefix ? ' *' : ''}`;
      return field === null ? phrase : `{${field}} : ${phrase}`;
    })
    .join(' AND ');

export const sqliteEngine: Engine = {
  kind: 'sqlite',
  words: sqliteWords,
  locksRows: false,
  rows(columns, rows) {
    const fields = Object.keys(columns).map(
      (name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`,
    );
    return sql`(select ${sql.join(fields)} from json_each(${JSON.stringify(rows)}))`;
  },
  // A single parameter keeps the SQL the same for any number of values and avoids the limit.
  isAmong: (column, values) =>
    sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
};
