import { TABLES, type TableName } from '../schema/tables';

/**
 * The tables that a backup leaves out: what waits for the word index, which is derived like the index
 * itself, and the events, because clients that continue from old numbers must start again.
 */
export const UNDUMPED: readonly TableName[] = ['unindexed', 'events'];

/** Tables with large rows, of which few are in memory at a time. */
const BODIES: readonly string[] = ['contents', 'revisions', 'blob_parts', 'import_parts'];

/** The tables of a backup, sorted by `key`, in batches. Each comes after those it refers to. */
export const DUMP_TABLES = Object.entries(TABLES)
  .filter(([name]) => !UNDUMPED.some((left) => left === name))
  .map(([name, { key }]) => ({
    name,
    key: key as readonly string[],
    batch: BODIES.includes(name) ? 4 : 200,
  }));
