import { expect } from 'vitest';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import { HOUR_MS, unixMs } from '../../../src/domain';
import type { TestDatabase } from '../storage/support/databases';
import { buildRealServer, type RealServer, startRealServer } from '../support/real-server';
import { startServer, type TestServer } from '../support/test-server';
import { timedProgram } from '../support/wrapped-programs';
import type { World } from './case';
import { PASSWORD } from './cases/sign-in';

/** One in so many of the requests; `npm run soak -- bodies` sends all, as large as they may be. */
export const ONE_IN = Number(process.env.LEAFMARK_BODIES ?? 16);
/** No piece of work may keep others waiting for longer. */
const MAX_KEPT_MS = 250;

/** A server in a process of its own that tells how long each piece of work kept it. */
export interface TimedServer {
  readonly server: RealServer;
  /** The same database, from here. */
  readonly t: TestServer;
  readonly world: World;
  readonly cookie: string;
  /**
   * Does each piece of work, while another client asks who the server is; how long each kept the
   * server, in ms, by its name and what came of it.
   */
  measure(all: Iterable<readonly [name: string, work: () => Promise<string>]>): Promise<Kept>;
  remove(): Promise<void>;
}

export type Kept = ReadonlyMap<string, number>;

/** What kept the server for too long. */
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
  const asking = (async () => {
    while (!isOver) {
      const answer = await server.send('GET', '/api/info');
      if (answer.status !== 200) throw new Error(`/api/info: ${answer.status}`);
      await answer.text();
      answers += 1;
    }
  })();
  for (const [name, work] of all) {
    const from = server.logged.length;
    const result = await work();
    // Its log is here when an answer is that was asked for later.
    await (await server.send('GET', '/api/info')).text();
    await new Promise(setImmediate);
    const ms = server.logged
      .slice(from)
      .flatMap((line) => (line.event === 'kept' ? Number(line.ms) : []));
    kept.set(`${name}: ${result}`, Math.round(Math.max(0, ...ms)));
  }
  isOver = true;
  await asking;
  expect(answers).toBeGreaterThan(0);
  return kept;
}
