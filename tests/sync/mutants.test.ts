// @module-tag full
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES } from '../server/storage/support/databases';
import { startServer, type TestServer } from '../server/support/test-server';
import { HISTORIES, type History } from './model/history';
import { MUTANTS } from './model/mutants';
import { playHistory } from './model/play-history';

/** Mutants are found within some histories. The margin is for the order of requests, which varies. */
const AT_MOST = 300;
/** How often the histories are played that show a mutant in most orders. */
const REPEATS = 3;
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
        numRuns: AT_MOST,
        seed: SEED,
        endOnFailure: true,
        ...(mutant.shownBy === undefined
          ? { path: String(mutant.leftOut ?? 0) }
          : { examples: repeated(played, mutant.shownBy) }),
      });
      expect(failed, `${numRuns} histories`).toBe(true);
      console.info(`found by history ${numRuns} of those that are not left out`);
    },
    240_000,
  );
});

/** Returns histories by their numbers in the order in which the property plays them, several times. */
function repeated(played: fc.Arbitrary<History>, numbers: readonly number[]): [History][] {
  const histories = fc.sample(played, { numRuns: Math.max(...numbers) + 1, seed: SEED });
  const shown = numbers.flatMap((number) => histories.slice(number, number + 1));
  return Array.from({ length: REPEATS }, () => shown.map((one): [History] => [one])).flat();
}
