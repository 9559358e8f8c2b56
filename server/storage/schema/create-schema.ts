import { sql } from 'kysely';
import { COLUMN_TYPES, type Columns, type Table } from './column';
import { type DatabaseKind, type Db, TABLES } from './tables';

/** The schema version of this program. */
export const SERVER_SCHEMA_VERSION = 10;

/** Another version of the program wrote the database. Using it could lose data. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch';

  constructor(found: number) {
    const advice =
      found > SERVER_SCHEMA_VERSION
        ? 'Start the newer version of Leafmark that wrote it.'
        : 'An unreleased version of Leafmark wrote it, and it cannot be converted. Export your bookmarks with that version, and start this one with an empty database.';
    super(
      `The database has schema ${found}, but this version of Leafmark uses schema ${SERVER_SCHEMA_VERSION}. ${advice} Nothing was changed.`,
    );
  }
}

/** The word index, the only table that differs between the databases. */
const WORD_INDEX_STATEMENTS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    // Only the words of src/query are stored here. The texts are in the rows.
    `create virtual table words using fts5(
      title, description, text, site, author, label, note,
      tokenize = 'ascii', content = '', contentless_delete = 1, columnsize = 1,
      prefix = '1 2'
    )`,
  ],
  postgres: [
    // A long text has several rows, because the positions of a vector end at about 16,000.
    `create table words (
      bookmark_key bigint not null references bookmarks(key) on delete cascade,
      part bigint not null,
      is_note bigint not null,
      vector tsvector not null,
      primary key (bookmark_key, part)
    )`,
    'create index words_found on words using gin (vector) with (fastupdate = off)',
  ],
};

/**
 * Creates the tables in an empty database. The caller holds a lock, so that no other process does.
 * @throws SchemaMismatch when the schema is newer or older than this program
 */
export async function createSchema(db: Db, kind: DatabaseKind, now: number): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(
    'create table if not exists schema_versions (version bigint primary key, applied_at bigint not null)',
  );
  const found = await schemaVersion(db);
  if (found === SERVER_SCHEMA_VERSION) return;
  if (found > 0) throw new SchemaMismatch(found);
  for (const [name, table] of Object.entries(TABLES)) {
    for (const statement of statementsOf(name, table, kind)) await run(statement);
  }
  for (const statement of WORD_INDEX_STATEMENTS[kind]) await run(statement);
  await db
    .insertInto('schema_versions')
    .values({ version: SERVER_SCHEMA_VERSION, applied_at: now })
    .execute();
}

function statementsOf(
  name: string,
  { columns, key, indexes }: Table<Columns>,
  kind: DatabaseKind,
): readonly string[] {
  const lines = Object.entries(columns).map(
    ([column, { type, constraints }]) => `"${column}" ${COLUMN_TYPES[kind][type]}${constraints}`,
  );
  // A serial column is the key by its type.
  const isKeyed = key.some((column) => columns[column]?.type === 'serial');
  if (!isKeyed) lines.push(`primary key (${key.map((column) => `"${column}"`).join()})`);
  return [
    `create table ${name} (${lines.join(', ')})`,
    ...Object.entries(indexes).map(([index, on]) => `create index ${index} on ${name} ${on}`),
  ];
}

/** Reads the current schema version; 0 for an empty database. */
export async function schemaVersion(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom('schema_versions')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirstOrThrow();
  // Without rows the maximum is null.
  return Number(version ?? 0);
}
