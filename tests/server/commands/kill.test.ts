import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import { GIVEN_UP } from '../../../server/extraction/error-messages';
import { EVERYTHING, type Storage, type UserRow } from '../../../server/storage/index';
import { BOOKMARK_STATE } from '../../../src/contract/index';
import { TEST_TIMEOUT_MS } from '../../support/timeouts';
import { DATABASES, type TestDatabase } from '../storage/support/databases';
import { addUser, fakeToken } from '../storage/support/rows';
import { type Believed, look, sentenceOf } from '../support/believed';
import { endLeases } from '../support/end-leases';
import { buildRealServer, type RealServer, startRealServer } from '../support/real-server';
import { beRestless, type Numbers, sendCreate } from '../support/restless-client';

/** `npm run soak -- kill` for the long run. */
const KILLS = Number(process.env.LEAFMARK_KILLS ?? 5);
const SEED = Number(process.env.LEAFMARK_SEED ?? Date.now() % 2 ** 31);
/** Clients that write at the same time. */
const CLIENTS = 8;
/** Changes that are answered before a kill, at most. */
const MOST_ANSWERS = 60;

/** Numbers that the seed gives again (Park and Miller's). */
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

describe.each(DATABASES)('a server that is killed while clients write, on %s', (_, database) => {
  let program: string;
  let db: TestDatabase;
  let storage: Storage;
  let ada: UserRow;
  let token: string;
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
  afterEach(() => db.remove());

  /** Lets clients write until the server is killed at some moment. */
  async function writeAndDie(server: RealServer, all: Believed[], numbers: Numbers) {
    let left = 1 + numbers.random(MOST_ANSWERS);
    let killed: ReturnType<RealServer['end']> | null = null;
    const onDone = () => {
      left -= 1;
      // Not in the middle of an answer only.
      if (left <= 0) killed ??= inMicroseconds(numbers.random(5000), () => server.end('SIGKILL'));
    };
    const clients = Array.from({ length: CLIENTS }, () =>
      beRestless(server, token, all, numbers, onDone),
    );
    await Promise.all(clients);
    expect(await killed).toMatchObject({ signal: 'SIGKILL' });
  }

  /** Holds what is there against what answers said; what is believed is true afterwards. */
  async function check(server: RealServer, some: readonly Believed[]) {
    for (let at = 0; at < some.length; at += CLIENTS) {
      await Promise.all(some.slice(at, at + CLIENTS).map((each) => checkOne(server, each)));
    }
  }

  async function checkOne(server: RealServer, believed: Believed) {
    // Made again by its key: it is there once, whether or not it was before.
    believed.id ??= await sendCreate(server, token, believed);
    const seen = await look(server, token, believed.id);
    if (believed.maybe === undefined) expect(seen).toEqual(believed.known);
    else expect([believed.known, believed.maybe]).toContainEqual(seen);
    believed.known = seen;
    believed.maybe = undefined;
  }

  /** Holds what is counted against what is there. */
  async function checkCounts(all: readonly Believed[]) {
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
   * Lets the jobs come to their end; each page that is there was read whole, or took the server
   * with it so often that it was given up, as the bookmark says.
   */
  async function expectWhole(server: RealServer, all: readonly Believed[]) {
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
    `has done what it said, ${KILLS} times (seed ${SEED})`,
    async () => {
      const numbers = seeded(SEED);
      const all: Believed[] = [];
      let latest: Believed[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const server = await startRealServer(program, db);
        await check(server, latest);
        latest = [];
        await writeAndDie(server, latest, numbers);
        all.push(...latest);
      }
      const server = await startRealServer(program, db);
      await check(server, all);
      await checkCounts(all);
      await expectWhole(server, all);
      expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    },
    120_000 + KILLS * 20_000,
  );
});

/** Does `work` in a while that is too short for timers. */
async function inMicroseconds<T>(microseconds: number, work: () => Promise<T>): Promise<T> {
  const at = performance.now() + microseconds / 1000;
  while (performance.now() < at) await new Promise((resolve) => setImmediate(resolve));
  return work();
}
