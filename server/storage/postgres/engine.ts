import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine';
import { postgresWords } from './words';

export const postgresEngine: Engine = {
  kind: 'postgres',
  words: postgresWords,
  locksRows: true,
  isAmong(column, values) {
    const type = sql.raw(typeof values[0] === 'number' ? 'bigint[]' : 'text[]');
    return values.length === 0
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`${sql.ref(column)} = any(${values}::${type})`;
  },
};
