import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts';
import type { TestDatabase } from '../storage/support/databases';

const STATEMENT = "update jobs set leased_until = 0 where state = 'running'";

/** Ends the leases of all running jobs, so that the jobs of killed processes are free. */
export async function endLeases({ kind, address }: Pick<TestDatabase, 'kind' | 'address'>) {
  if (kind === 'sqlite') {
    const file = new DatabaseSync(address, { timeout: CONDITION_TIMEOUT_MS });
    file.exec(STATEMENT);
    file.close();
    return;
  }
  const client = new Client(address);
  await client.connect();
  await client.query(STATEMENT);
  await client.end();
}
