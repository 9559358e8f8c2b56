// @module-tag full
import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import { type BreakableProxy, startBreakableProxy } from '../storage/support/breakable-proxy';
import { DATABASES, type TestDatabase } from '../storage/support/databases';
import { addUser, fakeToken } from '../storage/support/rows';
import { buildRealServer, type RealServer, startRealServer } from '../support/real-server';

const [[, sqlite], [, postgres]] = DATABASES;
/**
 * The limit has room for some hundred pages. SQLite writes first to its log, which is a separate
 * file.
 */
const MAX_FILE_BYTES = 6 * 1024 * 1024;
const MAX_CREATES = 5_000;
const UNAVAILABLE = { status: 503, message: expect.any(String) };

let program: string;
let db: TestDatabase;
let token: string;
let servers: RealServer[];
beforeAll(async () => {
  program = await buildRealServer();
});

async function open(database: () => Promise<TestDatabase>): Promise<void> {
  servers = [];
  db = await database();
  const storage = await db.open();
  const ada = await addUser(storage);
  token = newSecret();
  await storage.tokens.create(fakeToken({ userId: ada.id, hash: hashSecret(token) }));
}
async function start(...args: Parameters<typeof startRealServer>): Promise<RealServer> {
  const server = await startRealServer(...args);
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const server of servers) await server.end('SIGKILL');
  await db.remove();
});

/** Sends a bookmark with its page and returns the response. */
const create = (server: RealServer, title: string) => {
  const body = new FormData();
  body.set('data', JSON.stringify({ url: `https://a.example/${title}`, title }));
  body.set('url', `https://a.example/${title}`);
  body.set('title', title);
  const html = `<title>${title}</title><p>${randomBytes(6_000).toString('base64')}</p>`;
  body.set('html', new Blob([html], { type: 'text/html' }));
  return server.send('POST', '/api/bookmarks', { token, body });
};
const titles = async (server: RealServer): Promise<string[]> => {
  const found: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const path = `/api/bookmarks?limit=100&offset=${offset}&sort=created`;
    const answer = await server.send('GET', path, { token });
    expect(answer.status).toBe(200);
    const page = (await answer.json()) as { title: string }[];
    found.push(...page.map(({ title }) => title));
    if (page.length < 100) return found.toSorted();
  }
};

describe('a server whose disk is full', () => {
  beforeEach(() => open(sqlite));

  it('answers with 503 and keeps everything that it acknowledged, also after a restart with more room', async () => {
    const server = await start(program, db, [], MAX_FILE_BYTES);
    const kept: string[] = [];
    const createUntilRefused = async (): Promise<Response> => {
      const title = `page ${kept.length}`;
      const answer = await create(server, title);
      if (answer.status !== 202 || kept.length > MAX_CREATES) return answer;
      await answer.body?.cancel();
      kept.push(title);
      return createUntilRefused();
    };
    const refused = await createUntilRefused();
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual(UNAVAILABLE);
    expect(kept.length).toBeGreaterThan(50);
    expect(await titles(server)).toEqual(kept.toSorted());
    await server.end('SIGTERM');

    const roomier = await start(program, db);
    expect(await titles(roomier)).toEqual(kept.toSorted());
    expect((await create(roomier, 'again')).status).toBe(202);
  });
});

describe('a server whose PostgreSQL is unreachable', () => {
  let proxy: BreakableProxy;
  beforeEach(async () => {
    await open(postgres);
    proxy = await startBreakableProxy(db.address);
  });
  afterEach(() => proxy.close());

  it('answers with 503, and keeps everything that it acknowledged when the database returns', async () => {
    const server = await start(program, { kind: 'postgres', address: proxy.address });
    expect((await create(server, 'before')).status).toBe(202);
    proxy.cut();
    for (const answer of [
      await create(server, 'meanwhile'),
      await server.send('GET', '/api/bookmarks', { token }),
    ]) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toEqual(UNAVAILABLE);
    }
    proxy.restore();
    await vi.waitFor(async () => expect((await create(server, 'after')).status).toBe(202));
    const found = await titles(server);
    expect(found).toContain('before');
    expect(found).toContain('after');
    expect(found).not.toContain('meanwhile');
  });
});
