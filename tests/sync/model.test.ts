import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES } from '../server/storage/support/databases';
import { startServer, type TestServer } from '../server/support/test-server';
import { FAILED_HISTORIES } from './model/failed-histories';
import { HISTORIES, type History } from './model/history';
import { createNetwork } from './model/network';
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

describe.each([
  ['three devices', 0, 1],
  ['the extension and two web apps', 2, 1 / 2],
])('%s and a server, after a random history', (_, webApps, share) => {
  it.each([
    ['bookmarks', HISTORIES.bookmarks, 1 / 2],
    ['pages of imports, files and actions on many', HISTORIES.mixed, 1 / 2],
    ['labels', HISTORIES.labels, 1 / 8],
    ['notes', HISTORIES.notes, 1 / 8],
    ['collections', HISTORIES.collections, 1 / 8],
    ['highlights', HISTORIES.highlights, 1 / 8],
    ['articles', HISTORIES.articles, 1 / 4],
    ['pages of which one bookmark gives way', HISTORIES.twins, 1 / 8],
    ['restored libraries', HISTORIES.libraries, 1 / 8],
    ['pages whose changes are undone', HISTORIES.undos, 1 / 2],
  ])(
    'have the same %s once they have synced; none is lost or there twice',
    async (_, played, ofThese) => {
      const numRuns = Math.ceil(TIMES * share * ofThese);
      console.info(`${numRuns} histories, seed ${SEED}`);
      await fc.assert(
        fc.asyncProperty(played, (history) =>
          reportFailure(() => playHistory(server, history, undefined, webApps), history),
        ),
        // A soak goes on with the other kinds. Its history is printed, and can be shrunk alone.
        { numRuns, seed: SEED, endOnFailure: timesSet !== undefined },
      );
    },
    60_000 + TIMES * 2000,
  );
});

describe('a history in which a soak once found a difference', () => {
  it.each(FAILED_HISTORIES)('agrees in the end: %s', (_, history) => playHistory(server, history));
});

describe('the network of a history', () => {
  it('drops an action during a request that its round did not make', async () => {
    const network = createNetwork(() => undefined);
    const fetch = network.through(async () => new Response());
    const acted: string[] = [];
    network.during('DELETE', 0, async () => void acted.push('in the first round'));
    await fetch('http://127.0.0.1/', { method: 'GET' });
    network.endRound();
    await fetch('http://127.0.0.1/', { method: 'DELETE' });
    expect(acted).toEqual([]);
  });
});
