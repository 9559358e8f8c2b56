import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine';
import { postgresWords } from './words';

export const postgresEngine: Engine = {
  kind: 'postgres',
  words: postgresWords,
  locksRows: true,
  rows(columns, rows) {
    const types = { text: sql`text`, whole: sql`bigint` };
    const fields = Object.entries<keyof typeof types>(columns).map(
      ([name, type]) => sql`${sql.ref(name)} ${types[type]}`,
    );
    const given = sql`json_to_recordset(${JSON.stringify(rows)}::json)`;
    return sql`(select * from ${given} as given(${sql.join(fields)}))`;
  },
  isAmong(column, values) {
    const type = sql.raw(typeof values[0] === 'number' ? 'bigint[]' : 'text[]');
    return values.length === 0
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`${sql.ref(column)} = any(${values}::${type})`;
  },
};
