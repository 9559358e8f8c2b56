import { CompiledQuery, sql } from 'kysely';
import type { Tables } from './schema/tables';
import type { Unit } from './session';

/**
 * An insert whose text is made once, for rows that always have the same fields in the same order.
 */
export function insertStatement<Row extends object>(table: keyof Tables) {
  const texts = new Map<string, string>();
  return async ({ db, engine }: Unit, row: Row): Promise<void> => {
    let text = texts.get(engine.kind);
    if (text === undefined) {
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
      const values = sql.join(Object.values(row));
      text = sql`insert into ${sql.table(table)} (${columns}) values (${values})`.compile(db).sql;
      texts.set(engine.kind, text);
    }
    await db.executeQuery(CompiledQuery.raw(text, Object.values(row)));
  };
}
