import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DUMP_TABLES, UNDUMPED } from '../../../server/storage/dump/dump-tables';
import { EVERYTHING, SchemaMismatch, type Storage } from '../../../server/storage/index';
import { connect } from '../../../server/storage/postgres/pool';
import { rowConversions, table, text } from '../../../server/storage/schema/column';
import { SERVER_SCHEMA_VERSION } from '../../../server/storage/schema/create-schema';
import { openConnection } from '../../../server/storage/sqlite/connection';
import { parseTextQuery } from '../../../src/query/index';
import { PROJECT_ROOT } from '../../support/project';
import { temporaryFolder } from '../../support/temporary-folder';
import { DATABASES, type TestDatabase, testClock } from './support/databases';
import { fill } from './support/filled';

/** Backups of `fill`, as text, by each version of the schema since the first release. They never change. */
const FOLDER = join(PROJECT_ROOT, 'tests/server/storage/schemas');
const VERSIONS = [SERVER_SCHEMA_VERSION];

it('has a backup of each version of the schema for the tests', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(VERSIONS.map((version) => `${version}.jsonl`));
});

it('keeps a hidden column out of rows, whatever else it is', () => {
  const columns = {
    shown: text(),
    unique: text().hidden().unique(),
    missing: text().hidden().orNull(),
    owner: text().hidden().of('users(id)'),
  };
  const row = rowConversions(table(columns, ['shown'])).toRow({ shown: 'a' });
  expect(row).toStrictEqual({ shown: 'a' });
});

describe.each(DATABASES)('the schema on %s', (_, database) => {
  const clock = testClock();
  let folder: string;
  let db: TestDatabase;
  let storage: Storage;
  beforeEach(async () => {
    folder = temporaryFolder('leafmark-schema');
    db = await database();
    storage = await db.open(clock.now);
  });
  afterEach(async () => {
    await db.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Queries the database directly. */
  async function ask(query: string): Promise<readonly Record<string, unknown>[]> {
    const raw = db.kind === 'sqlite' ? openConnection(db.address, 'write').db : connect(db.address);
    try {
      return (await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(raw)).rows;
    } finally {
      await raw.destroy();
    }
  }

  it.each(VERSIONS)('restores a backup of version %i', async (version) => {
    const path = join(folder, 'old.gz');
    writeFileSync(path, gzipSync(readFileSync(join(FOLDER, `${version}.jsonl`))));
    expect(await storage.restore(path)).toEqual({ ok: true, value: null });
    const ada = await storage.users.findByLogin('ada');
    const found = await storage.bookmarks.list(
      ada!.id,
      { ...EVERYTHING, query: parseTextQuery('東京 note:remember label:ü') },
      { limit: 5, offset: 0 },
    );
    expect(found.total).toBe(1);
    const { id, key } = found.rows[0]!;
    expect(await storage.bookmarks.find(ada!.id, id)).toMatchObject({
      authors: ['Ada', "O'Hara"],
      labels: ['a b', 'ü'],
      isFavourite: true,
      note: 'Zeile\r\n\n“東京都”',
    });
    expect(await storage.contents.find(key)).toMatchObject({ article: '<p>Text\r\n</p>' });
    const [earlier] = await storage.contents.revisions(key);
    expect(await storage.contents.revision(key, earlier!.id)).toMatchObject({
      article: '<p>Earlier</p>',
      resources: [{ name: 'image.png', kind: 'image' }],
    });
    expect(await storage.annotations.list(key)).toHaveLength(1);
    expect(await storage.tokens.authenticate('token')).not.toBeNull();
    expect((await storage.jobs.claim('extract', 5, 1000))[0]?.payload).toEqual({ id });
    // The restored database accepts new bookmarks.
    await storage.bookmarks.create(ada!.id, { url: 'https://example.com/next' });
    expect(await storage.bookmarks.count(ada!.id, EVERYTHING)).toBe(2);
  });

  it('matches the backup of its newest version', async () => {
    await fill(storage, clock.now());
    await storage.backup(join(folder, 'now.gz'));
    const shape = (text: string) =>
      text.split('\n').filter((line) => /^\{"(table|rows)"/.test(line));
    const now = gunzipSync(readFileSync(join(folder, 'now.gz'))).toString();
    const file = join(FOLDER, `${SERVER_SCHEMA_VERSION}.jsonl`);
    // For a version that has not been released.
    if (process.env.LEAFMARK_KEEP_SCHEMA) writeFileSync(file, now);
    const kept = readFileSync(file, 'utf8');
    expect(shape(now)).toEqual(shape(kept));
  });

  it('has no table that is missing from backups', async () => {
    const tables = await ask(
      db.kind === 'sqlite'
        ? `select name from sqlite_schema where type = 'table'`
        : `select tablename as name from pg_tables where schemaname = current_schema()`,
    );
    const names = tables
      .map(({ name }) => String(name))
      .filter((name) => !/^words|^sqlite_/.test(name));
    const known = ['schema_versions', ...DUMP_TABLES.map(({ name }) => name), ...UNDUMPED];
    expect(names.toSorted()).toEqual(known.toSorted());
  });

  it('is created by one process at a time', async () => {
    const fresh = await database();
    const opened = await Promise.all([1, 2, 3].map(() => fresh.open(clock.now)));
    expect(await Promise.all(opened.map((each) => each.users.count()))).toEqual([0, 0, 0]);
    await fresh.remove();
  });

  it.each([
    ['newer', SERVER_SCHEMA_VERSION + 1, 'Start the newer version'],
    ['older', SERVER_SCHEMA_VERSION - 1, 'start this one with an empty database'],
  ])('is refused and not changed when it is %s', async (_age, version, advice) => {
    await ask(`update schema_versions set version = ${version}`);
    const refusal = await db.open(clock.now).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SchemaMismatch);
    expect(String(refusal)).toContain(advice);
    expect(await storage.users.count()).toBe(0);
  });
});
