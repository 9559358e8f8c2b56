import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doneFor } from '../../../server/processes/task-queue';
import { connect } from '../../../server/storage/postgres/pool';
import type { Db } from '../../../server/storage/schema/tables';
import { DATABASES, type TestDatabase } from './support/databases';

const [, [, postgres]] = DATABASES;

describe('the connections to PostgreSQL', () => {
  let database: TestDatabase;
  let db: Db;
  beforeEach(async () => {
    database = await postgres();
    db = connect(database.address);
  });
  afterEach(async () => {
    await db.destroy();
    await database.remove();
  });

  const done: string[] = [];
  const ask = async (client: string) => {
    await doneFor(client, () => sql`select pg_sleep(0.05)`.execute(db));
    done.push(client);
  };
  it('serve a client that comes after one with many requests before most of these', async () => {
    const many = Array.from({ length: 95 }, () => ask('192.0.2.1'));
    await Promise.all([...many, ask('192.0.2.2')]);
    expect(done.indexOf('192.0.2.2')).toBeLessThan(20);
  });

  it('are not all taken by the writes of one client that wait for each other', async () => {
    const lock = () => sql`select pg_advisory_xact_lock(1)`;
    const writer = <T>(work: (unit: Db) => Promise<T>) =>
      doneFor('192.0.2.1', () => db.transaction().execute(work));
    const waiting: Promise<unknown>[] = [];
    await writer(async (holder) => {
      await lock().execute(holder);
      for (let n = 0; n < 20; n += 1) waiting.push(writer((unit) => lock().execute(unit)));
      await doneFor('192.0.2.2', () => sql`select 1`.execute(db));
    });
    await Promise.all(waiting);
  });
});
