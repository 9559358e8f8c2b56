import '../support/indexeddb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { DATABASES } from '../server/storage/support/databases';
import { startServer, type TestServer } from '../server/support/test-server';
import { HISTORIES, type History } from './model/history';
import { playHistory } from './model/play-history';

const timesSet = process.env.LEAFMARK_SYNC_HISTORIES;
const TIMES = Number(timesSet ?? 16);
/**
 * The seed is fixed, so that a failure is caused by a change of the code. A soak uses other seeds.
 */
const SEED = Number(
  process.env.LEAFMARK_SYNC_SEED ?? (timesSet === undefined ? 20261120 : Date.now()),
);
const [, sqlite] = DATABASES[0];

let isReported = false;
/**
 * Prints the first history that fails before fast-check shrinks it, because that may take too long.
 */
async function reportFailure(work: () => Promise<void>, history: History): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isReported) console.error(JSON.stringify(history), error);
    isReported = true;
    throw error;
  }
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer(sqlite);
});
afterAll(() => server.remove());

describe('three devices and a server, after a random history', () => {
  it.each([
    ['bookmarks', HISTORIES.bookmarks, TIMES],
    ['labels', HISTORIES.labels, Math.ceil(TIMES / 8)],
    ['notes', HISTORIES.notes, Math.ceil(TIMES / 8)],
    ['collections', HISTORIES.collections, Math.ceil(TIMES / 8)],
    ['highlights', HISTORIES.highlights, Math.ceil(TIMES / 8)],
    ['restored libraries', HISTORIES.libraries, Math.ceil(TIMES / 8)],
  ])(
    'have the same %s once they have synced; none is lost or there twice',
    async (_, played, numRuns) => {
      console.info(`${numRuns} histories, seed ${SEED}`);
      await fc.assert(
        fc.asyncProperty(played, (history) =>
          reportFailure(() => playHistory(server, history), history),
        ),
        { numRuns, seed: SEED },
      );
    },
    60_000 + TIMES * 2000,
  );
});
