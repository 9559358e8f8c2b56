import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine';
import { sqliteWords } from './words';

export const sqliteEngine: Engine = {
  kind: 'sqlite',
  words: sqliteWords,
  locksRows: false,
  // One parameter, whatever the number of values: the text stays the same, and has no limit.
  isAmong: (column, values) =>
    sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
};
