import '../support/indexeddb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { DATABASES } from '../server/storage/support/databases';
import { startServer, type TestServer } from '../server/support/test-server';
import { HISTORIES, type History } from './model/history';
import { playOut } from './model/play-out';

const asked = process.env.LEAFMARK_SYNC_HISTORIES;
const TIMES = Number(asked ?? 400);
/** The same histories each time, so that a change is to blame when they fail; a soak has others. */
const SEED = Number(
  process.env.LEAFMARK_SYNC_SEED ?? (asked === undefined ? 20261120 : Date.now()),
);
const [, sqlite] = DATABASES[0];

let isTold = false;
/** Tells the first history that fails before it is shrunk, which may take longer than there is time. */
async function told(work: () => Promise<void>, history: History): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isTold) console.error(JSON.stringify(history), error);
    isTold = true;
    throw error;
  }
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer(sqlite);
});
afterAll(() => server.remove());

describe('three devices and a server, whatever happens to them', () => {
  it.each([
    ['bookmarks', HISTORIES.bookmarks, TIMES],
    ['labels', HISTORIES.labels, Math.ceil(TIMES / 8)],
    ['collections', HISTORIES.collections, Math.ceil(TIMES / 8)],
  ])(
    'agree about %s when all is quiet; nothing is lost and nothing is there twice',
    async (_, played, numRuns) => {
      console.info(`${numRuns} histories, seed ${SEED}`);
      await fc.assert(
        fc.asyncProperty(played, (history) => told(() => playOut(server, history), history)),
        { numRuns, seed: SEED },
      );
    },
    60_000 + TIMES * 2000,
  );
});
