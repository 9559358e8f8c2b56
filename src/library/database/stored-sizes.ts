import type { DBCore, DBCoreMutateRequest, DBCoreTable, Middleware } from 'dexie';
import type { ArticleRow, AssetRow } from './rows';

/** The tables whose rows are large. */
export type SizedTable = 'articles' | 'revisions' | 'assets' | 'thumbnails';

const SIZED: ReadonlySet<string> = new Set<SizedTable>([
  'articles',
  'revisions',
  'assets',
  'thumbnails',
]);

const storedBytesOf = (row: ArticleRow | AssetRow): number =>
  'body' in row ? row.body.length + (row.structure?.length ?? 0) : row.bytes.byteLength;

/**
 * Stores the size of each article, revision, image and thumbnail beside it, in the same transaction, so that
 * the space can be added up without reading them, and no write can forget it.
 */
export const recordSizes: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'stored-sizes',
  create: (core) => ({
    transaction: (tables, mode, options) =>
      core.transaction(mode === 'readonly' ? tables : withSizes(tables), mode, options),
    table(name) {
      const table = core.table(name);
      // An older schema has no sizes.
      const hasSizes = core.schema.tables.some((each) => each.name === 'storedSizes');
      if (!hasSizes || !SIZED.has(name)) return table;
      const sizes = core.table('storedSizes');
      return { ...table, mutate: (request) => mutateSized(table, sizes, name, request) };
    },
  }),
};

const withSizes = (tables: string[]): string[] =>
  tables.some((table) => SIZED.has(table)) ? [...tables, 'storedSizes'] : tables;

/** It uses no `await`, after which Dexie would not know the transaction any more. */
function mutateSized(
  table: DBCoreTable,
  sizes: DBCoreTable,
  name: string,
  request: DBCoreMutateRequest,
): ReturnType<DBCoreTable['mutate']> {
  const { trans } = request;
  if (request.type === 'deleteRange') return table.mutate(request);
  if (request.type === 'delete') {
    const keys = request.keys.map((key) => [name, key]);
    return sizes.mutate({ type: 'delete', trans, keys }).then(() => table.mutate(request));
  }
  // The database assigns the keys of revisions.
  return table.mutate({ ...request, wantResults: true }).then((response) => {
    const keys = (response.results ?? []).map((key) => [name, key]);
    const values = request.values.map(storedBytesOf);
    if (response.numFailures > 0 || keys.length === 0) return response;
    return sizes.mutate({ type: 'put', trans, keys, values }).then(() => response);
  });
}
