import '../support/indexeddb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES } from '../server/storage/support/databases';
import { startServer, type TestServer } from '../server/support/test-server';
import { HISTORIES } from './model/history';
import { MUTANTS } from './model/mutants';
import { playHistory } from './model/play-history';

/**
 * Most mutants are found within some tens of histories and one takes up to two hundred. The margin
 * is for the order of requests, which varies.
 */
const AT_MOST = 300;
const SEED = 20261120;
const [, sqlite] = DATABASES[0];

let server: TestServer;
beforeAll(async () => {
  server = await startServer(sqlite);
});
afterAll(() => server.remove());

describe('the model test', () => {
  it.each(Object.entries(MUTANTS))(
    'finds an engine that %s',
    async (_, mutant) => {
      const played = HISTORIES[mutant.of ?? 'bookmarks'];
      const property = fc.asyncProperty(played, (history) => playHistory(server, history, mutant));
      const { failed, numRuns } = await fc.check(property, {
        ...{ numRuns: AT_MOST, seed: SEED, endOnFailure: true },
        path: String(mutant.leftOut ?? 0),
      });
      expect(failed, `${numRuns} histories`).toBe(true);
      console.info(`found by history ${numRuns} of those that are not left out`);
    },
    240_000,
  );
});
