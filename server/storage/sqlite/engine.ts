import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine';
import { sqliteWords } from './words';

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
  // One parameter, whatever the number of values: the text stays the same, and has no limit.
  isAmong: (column, values) =>
    sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
};
