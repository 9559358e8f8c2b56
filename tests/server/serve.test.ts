import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Running, serve } from '../../server/serve';
import { DATABASES } from './storage/support/databases';
import { brokenStorage } from './support/broken-storage';
import { startServer, type TestServer } from './support/test-server';

const [, sqlite] = DATABASES[0];

describe('a server that listens', () => {
  let t: TestServer;
  let running: Running;
  const start = async (changes: Parameters<TestServer['another']>[0] = {}) => {
    t = await startServer(sqlite, { flags: { port: '0' } });
    running = await serve({ ...t.server, ...changes });
  };
  afterEach(async () => {
    await running.stop(0);
    await t.remove();
  });

  /** Sends `request` and returns the whole response as it was sent. */
  const raw = (request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(running.port, '127.0.0.1', () => socket.write(request));
      let answer = '';
      socket.on('data', (bytes) => {
        answer += bytes;
      });
      socket.on('end', () => resolve(answer));
      socket.on('error', reject);
    });
  const get = (path: string, ...headers: string[]) =>
    raw(
      [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join(
        '\r\n',
      ),
    );

  it('sends each challenge and each link in its own header line', async () => {
    await start();
    const challenges = await get('/api/profile');
    expect(challenges.match(/^www-authenticate: .*$/gim)).toEqual([
      'WWW-Authenticate: Basic realm="Leafmark"',
      'WWW-Authenticate: Bearer realm="Bearer token"',
    ]);
    const token = await t.tokenOf(await t.addUser());
    await t.tokenOf((await t.storage.users.findByLogin('ada'))!);
    const links = await get('/api/profile/tokens?limit=1', `Authorization: Bearer ${token}`);
    expect(links.match(/^link: .*$/gim)).toHaveLength(3);
  });

  it('accepts an address with 2,400 ids, and does not repeat it in links', async () => {
    await start();
    const token = await t.tokenOf(await t.addUser());
    const ids = Array(2400)
      .fill(`id=${'x'.repeat(22)}`)
      .join('&');
    const answer = await get(`/api/bookmarks?${ids}`, `Authorization: Bearer ${token}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/^total-count: 0\r$/im);
    expect(answer).not.toMatch(/^link:/im);
  });

  it('refuses a request without a valid host', async () => {
    await start();
    expect(await get('/api/info')).toContain('200 OK');
    const nameless = await raw('GET /api/info HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
    expect(nameless).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    '/metrics',
    '/api/info',
    '/.well-known/oauth-authorization-server',
    '/login',
    '/nothing',
  ])('refuses %s at an unknown host name, with advice', async (path) => {
    await start();
    const before = t.logged.length;
    const ask = (host: string) =>
      raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const answers = [await ask('evil.example'), await ask(`evil.example:${running.port}`)];
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 421 /);
      expect(answer).toContain('start it with --base-url');
      expect(answer).not.toContain('evil.example');
    }
    expect(t.logged.slice(before)).toEqual([
      expect.objectContaining({ level: 'warn', asked: 'evil.example', flag: '--base-url' }),
    ]);
    for (const host of ['localhost', '127.0.0.1', `[::1]:${running.port}`]) {
      expect(await ask(host)).not.toMatch(/^HTTP\/1\.1 421 /);
    }
  });

  it('logs the client by the address of its socket', async () => {
    await start();
    await get('/api/nothing');
    expect(t.logged.at(-1)).toMatchObject({ event: 'refused', client: '127.0.0.1' });
  });

  it('answers requests that have begun before it stops, and accepts no others', async () => {
    let answerNow = () => {};
    const slow = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    let began = () => {};
    const isRequested = new Promise<void>((resolve) => {
      began = resolve;
    });
    await start();
    const storage = {
      ...t.storage,
      users: {
        ...t.storage.users,
        count: async () => {
          began();
          await slow;
          return 1;
        },
      },
    };
    await running.stop(0);
    running = await serve({ ...t.server, storage });
    // Its connection would be kept for another request.
    const answer = raw('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await isRequested;
    const stopped = running.stop(60_000);
    await expect(get('/api/info')).rejects.toThrow('ECONNREFUSED');
    answerNow();
    expect(await answer).toContain('{"status":"ok"}');
    await stopped;
  });

  it('stops after its grace period even if a request is not answered', async () => {
    await start();
    const never = {
      ...t.storage,
      users: { ...t.storage.users, count: () => new Promise<number>(() => {}) },
    };
    await running.stop(0);
    running = await serve({ ...t.server, storage: never });
    const answer = get('/healthz').catch((error: Error) => error.message);
    await expect.poll(async () => (await get('/metrics')).includes('in_flight 2')).toBe(true);
    await running.stop(10);
    expect(await answer).not.toContain('ok');
  });

  it('answers requests that need no database while it is unavailable', async () => {
    await start({ storage: brokenStorage(() => new Error('gone')) });
    expect(await get('/healthz')).toContain('500 Internal Server Error');
    expect(await get('/api/info')).toContain('200 OK');
  });

  it('fails when its port is taken', async () => {
    await start();
    const config = { ...t.server.config, port: running.port };
    await expect(serve({ ...t.server, config })).rejects.toThrow('EADDRINUSE');
  });
});
