import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import { HOUR_MS, unixMs } from '../../../src/domain/time';
import type { TestDatabase } from '../storage/support/databases';
import { timedProgram } from '../support/instrumented-programs';
import { buildRealServer, type RealServer, startRealServer } from '../support/real-server';
import { startServer, type TestServer } from '../support/test-server';
import type { World } from './case';
import { PASSWORD } from './cases/sign-in';

/**
 * The tests send one in this many requests. `npm run soak -- bodies` sends all, in their full size.
 */
export const ONE_IN = Number(process.env.LEAFMARK_BODIES ?? 32);
/**
 * Returns true for half of the positions on each database, so that each is tested on one of them.
 * `npm run soak -- bodies` tests all on both.
 */
export const isTestedOn = (database: string, at: number) =>
  ONE_IN === 1 || (at % 2 === 0) === (database === 'SQLite');
/** The longest time for which one piece of work may block the server's event loop. */
const MAX_KEPT_MS = 250;
const ASKED_EVERY_MS = 50;

/** A server in a separate process that logs how long each piece of work blocked its event loop. */
export interface TimedServer {
  readonly server: RealServer;
  /** A server in this process on the same database. */
  readonly t: TestServer;
  readonly world: World;
  readonly cookie: string;
  /**
   * Does each piece of work while another client sends requests. Returns the longest time in ms
   * that each one blocked the server, by its name and result.
   */
  measure(all: Iterable<readonly [name: string, work: () => Promise<string>]>): Promise<Kept>;
  remove(): Promise<void>;
}

export type Kept = ReadonlyMap<string, number>;

/** Returns the pieces of work that blocked the server for too long. */
export const tooLong = (kept: Kept) => [...kept].filter(([, ms]) => ms > MAX_KEPT_MS);

export async function startTimedServer(
  database: () => Promise<TestDatabase>,
): Promise<TimedServer> {
  const wrapped = await timedProgram(await buildRealServer(), 20);
  const db = await database();
  const t = await startServer(() => Promise.resolve(db));
  const user = await t.addUser('ada', { group: 'admin', password: PASSWORD });
  const world = { t, user, token: await t.tokenOf(user) };
  const session = newSecret();
  const expires = unixMs(Date.now() + HOUR_MS);
  await t.storage.sessions.create({ hash: hashSecret(session), userId: user.id, expires });
  const flags = ['--trusted-proxy', '127.0.0.1', '--client-uri-lookup', 'syntax'];
  const server = await startRealServer(wrapped.program, db, flags);
  return {
    server,
    t,
    world,
    cookie: `leafmark_session=${session}`,
    measure: (all) => measure(server, all),
    async remove() {
      await server.end('SIGKILL');
      await wrapped.remove();
      await t.remove();
    },
  };
}

async function measure(
  server: RealServer,
  all: Iterable<readonly [name: string, work: () => Promise<string>]>,
): Promise<Kept> {
  const kept = new Map<string, number>();
  let isOver = false;
  let answers = 0;
  const polling = (async () => {
    while (!isOver) {
      const answer = await server.send('GET', '/api/info');
      if (answer.status !== 200) throw new Error(`/api/info: ${answer.status}`);
      await answer.text();
      answers += 1;
      // Without a pause, the requests would take more of the processor than the measured work.
      await setTimeout(ASKED_EVERY_MS);
    }
  })();
  for (const [name, work] of all) {
    const from = server.logged.length;
    const result = await work();
    // The log entries of the work arrive before the response to a later request.
    await (await server.send('GET', '/api/info')).text();
    await new Promise(setImmediate);
    const ms = server.logged
      .slice(from)
      .flatMap((line) => (line.event === 'blocked' ? Number(line.ms) : []));
    kept.set(`${name}: ${result}`, Math.round(Math.max(0, ...ms)));
  }
  isOver = true;
  await polling;
  expect(answers).toBeGreaterThan(0);
  return kept;
}
