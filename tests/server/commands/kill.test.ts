// @module-tag full
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import { GIVEN_UP } from '../../../server/extraction/error-messages';
import { EVERYTHING, type Storage, type UserRow } from '../../../server/storage/index';
import { BOOKMARK_STATE } from '../../../src/contract/index';
import { TEST_TIMEOUT_MS } from '../../support/timeouts';
import { describeOnDatabases, type TestDatabase } from '../storage/support/databases';
import { addUser, fakeToken } from '../storage/support/rows';
import { endLeases } from '../support/end-leases';
import { type ExpectedBookmark, readBookmark, sentenceOf } from '../support/expected-bookmark';
import {
  buildRealServer,
  type RealServer,
  startRealServer,
  withPatience,
} from '../support/real-server';
import { type Numbers, sendCreate, writeUntilKilled } from '../support/writing-client';

/** `npm run soak -- kill` kills more often. */
const KILLS = Number(process.env.LEAFMARK_KILLS ?? 3);
/** The seed is fixed, so that a failure is due to a change. A soak has another each time. */
const DEFAULT_SEED = process.env.LEAFMARK_KILLS === undefined ? 20261121 : Date.now() % 2 ** 31;
const SEED = Number(process.env.LEAFMARK_SEED ?? DEFAULT_SEED);
/** The number of clients that write at the same time. */
const CLIENTS = 8;
/** The maximum of responses before a kill. */
const MAX_ANSWERS = 60;

/** Returns reproducible numbers from a seed (Park and Miller's generator). */
function seeded(seed: number): Numbers {
  let state = (seed % 2147483646) + 1;
  let count = 0;
  return {
    next: () => count++,
    random(below) {
      state = (state * 48271) % 2147483647;
      return state % below;
    },
  };
}

describeOnDatabases('a server that is killed while clients write, on %s', (database) => {
  let program: string;
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  let token: string;
  const servers: RealServer[] = [];
  /** A busy machine may let a request wait too long, which is not what is tested here. */
  const start = async () => {
    const server = withPatience(await startRealServer(program, db));
    servers.push(server);
    return server;
  };
  beforeAll(async () => {
    program = await buildRealServer();
  });
  beforeEach(async () => {
    db = await database();
    storage = await db.open();
    ada = await addUser(storage);
    token = newSecret();
    await storage.tokens.create(fakeToken({ userId: ada.id, hash: hashSecret(token) }));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.end('SIGKILL');
    await db.remove();
  });

  /** Lets clients write until the server is killed at a random moment. */
  async function writeAndKill(server: RealServer, all: ExpectedBookmark[], numbers: Numbers) {
    let left = 1 + numbers.random(MAX_ANSWERS);
    let killed: ReturnType<RealServer['end']> | null = null;
    const onDone = () => {
      left -= 1;
      // Waits for a moment, so that the kill does not always come within a response.
      if (left <= 0) killed ??= inMicroseconds(numbers.random(5000), () => server.end('SIGKILL'));
    };
    const clients = Array.from({ length: CLIENTS }, () =>
      writeUntilKilled(server, token, all, numbers, onDone),
    );
    await Promise.all(clients);
    expect(await killed).toMatchObject({ signal: 'SIGKILL' });
  }

  /**
   * Compares bookmarks with what the responses said, and takes the found state as the known one.
   */
  async function check(server: RealServer, some: readonly ExpectedBookmark[]) {
    for (let at = 0; at < some.length; at += CLIENTS) {
      await Promise.all(some.slice(at, at + CLIENTS).map((each) => checkOne(server, each)));
    }
  }

  async function checkOne(server: RealServer, expected: ExpectedBookmark) {
    // Sends the create request again. With its key, it creates one bookmark in total.
    expected.id ??= await sendCreate(server, token, expected);
    const found = await readBookmark(server, token, expected.id);
    if (expected.maybe === undefined) expect(found).toEqual(expected.known);
    else expect([expected.known, expected.maybe]).toContainEqual(found);
    expected.known = found;
    expected.maybe = undefined;
  }

  /** Compares the counts with the bookmarks. */
  async function checkCounts(all: readonly ExpectedBookmark[]) {
    const there = all.flatMap(({ known }) => known ?? []);
    expect(await storage.bookmarks.count(ada.id, EVERYTHING)).toBe(there.length);
    const byLabel = Map.groupBy(
      there.flatMap(({ labels }) => labels),
      (label) => label,
    );
    const counts = (await storage.labels.list(ada.id)).map(({ name, count }) => [name, count]);
    expect(Object.fromEntries(counts)).toEqual(
      Object.fromEntries([...byLabel].map(([label, all]) => [label, all.length])),
    );
  }

  /**
   * Waits for all jobs. Each page must have been read completely, or given up with an error after
   * several crashes.
   */
  async function expectWhole(server: RealServer, all: readonly ExpectedBookmark[]) {
    await endLeases(db);
    const last = { key: 'last', number: all.length + 1e6, id: null, known: null, maybe: undefined };
    await sendCreate(server, token, last);
    await vi.waitFor(async () => expect(await storage.jobs.counts()).toEqual([]), {
      timeout: TEST_TIMEOUT_MS + KILLS * 2_000,
      interval: 100,
    });
    for (const { id, number, known } of all) {
      if (known === null) continue;
      const row = await storage.bookmarks.find(ada.id, id!);
      const content = await storage.contents.find(row!.key);
      if (row?.state === BOOKMARK_STATE.error) {
        expect(row).toMatchObject({ hasArticle: false, errors: [GIVEN_UP] });
        expect(content?.article ?? null).toBeNull();
      } else {
        expect(row).toMatchObject({ state: BOOKMARK_STATE.loaded, hasArticle: true });
        expect(content?.article).toContain(sentenceOf(number));
      }
    }
  }

  it(
    `keeps what it acknowledged, ${KILLS} times (seed ${SEED})`,
    async () => {
      const numbers = seeded(SEED);
      const all: ExpectedBookmark[] = [];
      let latest: ExpectedBookmark[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const server = await start();
        await check(server, latest);
        latest = [];
        await writeAndKill(server, latest, numbers);
        all.push(...latest);
      }
      const server = await start();
      await check(server, all);
      await checkCounts(all);
      await expectWhole(server, all);
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    },
    120_000 + KILLS * 20_000,
  );
});

/** Runs `work` after a delay that is too short for timers. */
async function inMicroseconds<T>(microseconds: number, work: () => Promise<T>): Promise<T> {
  const at = performance.now() + microseconds / 1000;
  while (performance.now() < at) await new Promise((resolve) => setImmediate(resolve));
  return work();
}
