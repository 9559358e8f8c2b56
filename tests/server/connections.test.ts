import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createLimitedServer,
  MAX_OPEN_PER_CLIENT,
  MAX_WAITING_REQUESTS,
} from '../../server/connections';
import { type Running, serve } from '../../server/serve';
import type { Server } from '../../server/server';
import { DATABASES } from './storage/support/databases';
import { startServer, type TestServer } from './support/test-server';

const [, sqlite] = DATABASES[0];

/** Returns a complete request for `path`. */
const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
const LAST = 'Connection: close';
const UNFINISHED = 'GET /api/info HTTP/1.1\r\nHost: localhost\r\n';

describe('the connections of a server', () => {
  let t: TestServer;
  let running: Running;
  const sockets: Socket[] = [];
  const start = async (flags: Record<string, string> = {}, changes: Partial<Server> = {}) => {
    t = await startServer(sqlite, { flags: { port: '0', ...flags } });
    running = await serve({ ...t.server, ...changes });
  };
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await running.stop(0);
    await t.remove();
  });

  /** Opens a connection from an address of this machine and sends `request`. */
  const open = (request: string, from = '127.0.0.1') => {
    const socket = connect({ port: running.port, host: '127.0.0.1', localAddress: from });
    // The server may close a connection before it has read all.
    socket.on('error', () => undefined);
    socket.write(request);
    sockets.push(socket);
    return socket;
  };
  /** Sends `request` and returns all that the server sends until it closes the connection. */
  const ask = (request: string, from?: string) => text(open(request, from)).catch(() => 'closed');
  const answersIn = (received: string) => received.match(/HTTP\/1\.1 \d+/g) ?? [];

  /** Returns changes of the server with which `GET /healthz` waits until `release`. */
  const slowHealth = () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const count = async () => {
      begun += 1;
      await released;
      return 1;
    };
    const changes = () => ({
      storage: { ...t.storage, users: { ...t.storage.users, count } },
    });
    return { release: () => release(), begun: () => begun, changes };
  };
  const startSlowly = async (flags?: Record<string, string>) => {
    const slow = slowHealth();
    await start(flags);
    await running.stop(0);
    running = await serve({ ...t.server, ...slow.changes() });
    return slow;
  };

  it('answer their requests one after the other', async () => {
    const slow = await startSlowly();
    const received = ask(get('/healthz').repeat(5) + get('/api/info', LAST));
    await expect.poll(slow.begun).toBe(1);
    // Another client's request comes later, so the others would have begun by then.
    await ask(get('/api/info', LAST));
    expect(slow.begun()).toBe(1);
    slow.release();
    expect(answersIn(await received)).toEqual(Array(6).fill('HTTP/1.1 200'));
    expect(slow.begun()).toBe(5);
  });

  it('are closed when too many requests wait for their turn', async () => {
    const slow = await startSlowly();
    const received = ask(get('/healthz').repeat(1 + MAX_WAITING_REQUESTS + 1));
    expect(answersIn(await received)).toEqual([]);
    slow.release();
    await ask(get('/api/info', LAST));
    expect(slow.begun()).toBe(1);
  });

  it('keep their protocol when a request asks for another one', async () => {
    await start();
    const headers = ['Connection: Upgrade', 'Upgrade: h2c'];
    const socket = open(get('/api/info', ...headers));
    await once(socket, 'readable');
    socket.write(get('/api/info', LAST));
    expect(answersIn(await text(socket))).toEqual(Array(2).fill('HTTP/1.1 200'));
  });

  it('are closed after a GET whose body does not arrive', async () => {
    await start();
    const socket = open(get('/api/info', 'Content-Length: 1000'));
    const slowly = setInterval(() => socket.write('a'), 500);
    onTestFinished(() => clearInterval(slowly));
    expect(answersIn(await text(socket))).toEqual(['HTTP/1.1 200']);
  });

  it('are closed when the headers and the address are longer than 64 KB', async () => {
    await start();
    expect(await ask(`GET /${'a'.repeat(70_000)}`)).toMatch(/^HTTP\/1\.1 431 |^closed$/);
  });

  describe('with a body in chunks', () => {
    /** Returns a registration of a client that is sent in `count` chunks of `bytes` each. */
    const inChunks = (bytes: number, count: number) => {
      const headers = ['Host: localhost', 'Content-Type: application/json', LAST];
      const head = ['POST /api/oauth/client HTTP/1.1', ...headers, 'Transfer-Encoding: chunked'];
      const chunk = `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;
      return `${head.join('\r\n')}\r\n\r\n${chunk.repeat(count)}0\r\n\r\n`;
    };

    it.each([
      ['one byte', 1, 6000],
      ['32 bytes', 32, 400],
    ])('of %s are closed after a few hundred', async (_, bytes, count) => {
      await start();
      expect(await ask(inChunks(bytes, count))).toMatch(/^(closed)?$/);
    });

    it.each([
      ['a few of one byte', 1, 200],
      ['many of 64 bytes', 64, 100],
    ])('are answered: %s', async (_, bytes, count) => {
      await start();
      expect(answersIn(await ask(inChunks(bytes, count)))).toEqual(['HTTP/1.1 400']);
    });

    it('do not disturb the next connections when they are closed', async () => {
      await start();
      await Promise.all(Array.from({ length: 20 }, () => ask(inChunks(1, 6000))));
      const next = Array.from({ length: 20 }, () => ask(inChunks(50, 20)));
      const answers = (await Promise.all(next)).flatMap(answersIn);
      expect(answers).toEqual(Array(20).fill('HTTP/1.1 400'));
    });
  });

  it('are closed when their client does not read an answer, and not while it is made', async () => {
    await start();
    const large = Buffer.alloc(64 * 1024 * 1024);
    const http = createLimitedServer({ stallTimeoutMs: 100 }, t.server, async (_, outgoing) => {
      outgoing.write('a');
      await once(outgoing, 'timeout');
      outgoing.end(large);
    });
    const closed = once(http, 'connection').then(([socket]) => once(socket, 'close'));
    onTestFinished(() => void http.close());
    await once(http.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write(get('/'));
    await once(socket, 'data');
    socket.pause();
    await closed;
    expect(socket.bytesRead).toBeLessThan(large.length);
  });

  it('are closed when an address leaves too much unread, and not those of others', async () => {
    await start();
    const large = Buffer.alloc(10 * 1024 * 1024);
    let made = 0;
    const http = createLimitedServer({ stallTimeoutMs: 60_000 }, t.server, (_, outgoing) => {
      outgoing.end(large);
      made += 1;
    });
    onTestFinished(() => void http.close());
    await once(http.listen(0, '127.0.0.1'), 'listening');
    const { port } = http.address() as AddressInfo;
    const open = (from: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      socket.on('error', () => undefined).write(get('/', LAST));
      sockets.push(socket);
      return socket;
    };
    const COUNT = 12;
    const unread = Array.from({ length: COUNT }, () => open('127.0.0.1').pause());
    await expect.poll(() => made).toBe(COUNT);
    const count = promisify(http.getConnections.bind(http));
    await expect.poll(() => count()).toBe(6);
    for (const socket of unread) socket.destroy();
    const read = await text(open('127.0.0.2'));
    expect(read.length).toBeGreaterThan(large.length);
  });

  it('are limited for each address, so others are still answered', async () => {
    const slow = await startSlowly();
    const held = Array.from({ length: MAX_OPEN_PER_CLIENT }, () => open(get('/healthz')));
    await expect.poll(slow.begun).toBe(MAX_OPEN_PER_CLIENT);
    const refused = await ask(get('/api/info', LAST));
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused).toContain('Retry-After: 5');
    expect(await ask(get('/api/info', LAST), '127.0.0.2')).toContain(' 200 OK');
    held[0]?.destroy();
    await expect.poll(() => ask(get('/api/info', LAST))).toContain(' 200 OK');
    slow.release();
  });

  it('without a request are closed for new ones of the same address, the oldest first', async () => {
    await start();
    const held = Array.from({ length: MAX_OPEN_PER_CLIENT }, () => open(UNFINISHED));
    const others = held.slice(2);
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    const closed = held.slice(0, 2).map((socket) => once(socket.resume(), 'close'));
    for (const request of [get('/api/info', LAST), get('/api/info', LAST)]) {
      open(UNFINISHED);
      expect(await ask(request)).toContain(' 200 OK');
    }
    await Promise.all(closed);
    expect(others.filter(({ destroyed }) => destroyed).length).toBeLessThanOrEqual(2);
  });

  describe('when those of all clients are too many', () => {
    const MAX = 10;
    let release: () => void;
    let begun: number;
    let port: number;
    const from = (client: number, request: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${client}` });
      socket.on('error', () => undefined).write(request);
      sockets.push(socket);
      return socket;
    };
    const askFrom = (client: number) => text(from(client, get('/', LAST))).catch(() => 'closed');
    beforeEach(async () => {
      await start();
      begun = 0;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const limits = { stallTimeoutMs: 10_000, maxConnections: MAX };
      const http = createLimitedServer(limits, t.server, async ({ url }, outgoing) => {
        begun += 1;
        if (url === '/slow') await released;
        outgoing.end();
      });
      onTestFinished(() => void http.close());
      await once(http.listen(0, '127.0.0.1'), 'listening');
      ({ port } = http.address() as AddressInfo);
    });

    it('of others stay open when a client is refused that has too many itself', async () => {
      const limits = { stallTimeoutMs: 10_000, maxConnections: MAX_OPEN_PER_CLIENT + 1 };
      let begun = 0;
      const http = createLimitedServer(limits, t.server, () => {
        begun += 1;
      });
      onTestFinished(() => {
        http.closeAllConnections();
        http.close();
      });
      await once(http.listen(0, '127.0.0.1'), 'listening');
      ({ port } = http.address() as AddressInfo);
      const resting = from(2, UNFINISHED);
      await once(resting, 'connect');
      for (let n = 0; n < MAX_OPEN_PER_CLIENT; n += 1) from(3, get('/slow'));
      await expect.poll(() => begun).toBe(MAX_OPEN_PER_CLIENT);
      expect(await askFrom(3)).toMatch(/^HTTP\/1\.1 429 /);
      resting.write('\r\n');
      await expect.poll(() => begun).toBe(MAX_OPEN_PER_CLIENT + 1);
    });

    it('keep places for clients that have none', async () => {
      for (let n = 0; n < MAX; n += 1) from(2, get('/slow'));
      await expect.poll(() => begun).toBe(MAX);
      const refused = await askFrom(2);
      expect(refused).toMatch(/^HTTP\/1\.1 503 /);
      expect(refused).toContain('Retry-After: 5');
      expect(await askFrom(3)).toContain(' 200 OK');
      release();
    });

    it('lose the one that has been without a request for longest', async () => {
      const first = from(2, get('/'));
      await once(first, 'data');
      const second = from(3, get('/'));
      await once(second, 'data');
      first.write(get('/'));
      await once(first, 'data');
      for (let n = 0; n < MAX - 2; n += 1) from(4, get('/slow'));
      await expect.poll(() => begun).toBe(MAX + 1);
      const closed = once(second, 'close');
      expect(await askFrom(4)).toContain(' 200 OK');
      await closed;
      first.write(get('/'));
      expect(String(await once(first, 'data'))).toContain(' 200 OK');
      release();
    });
  });

  it('may rest for more than a minute, as those of clients and proxies that reuse them', async () => {
    await start();
    const socket = open(get('/api/info'));
    expect(String(await once(socket, 'data'))).toContain('Keep-Alive: timeout=75');
  });

  it('of the networks that one home may have are limited together', async () => {
    const slow = await startSlowly({ 'trusted-proxy': '127.0.0.1' });
    const from = (network: string) => [`X-Forwarded-For: ${network}::1`, LAST] as const;
    const fill = (network: string) => {
      for (let n = 0; n < MAX_OPEN_PER_CLIENT; n++) open(get('/healthz', ...from(network)));
    };
    const answer = (network: string) => ask(get('/api/info', ...from(network)));
    fill('2001:db8:0:100');
    fill('2001:db8:0:101');
    await expect.poll(slow.begun).toBe(2 * MAX_OPEN_PER_CLIENT);
    expect(await answer('2001:db8:0:1ff')).toMatch(/^HTTP\/1\.1 429 /);
    expect(await answer('2001:db8:0:200')).toContain(' 200 OK');
    for (const network of ['200', '201', '300', '301', '400', '401']) fill(`2001:db8:0:${network}`);
    await expect.poll(slow.begun).toBe(8 * MAX_OPEN_PER_CLIENT);
    expect(await answer('2001:db8:0:500')).toMatch(/^HTTP\/1\.1 429 /);
    expect(await answer('2001:db8:1:500')).toContain(' 200 OK');
    slow.release();
  });

  it('of a trusted proxy are not limited, but the requests of each of its clients are', async () => {
    const slow = await startSlowly({ 'trusted-proxy': '127.0.0.1' });
    const from = (client: string) => [`X-Forwarded-For: ${client}`, LAST] as const;
    for (let n = 0; n < MAX_OPEN_PER_CLIENT; n++) open(get('/healthz', ...from('203.0.113.9')));
    await expect.poll(slow.begun).toBe(MAX_OPEN_PER_CLIENT);
    expect(await ask(get('/api/info', ...from('203.0.113.9')))).toMatch(/^HTTP\/1\.1 429 /);
    expect(await ask(get('/api/info', ...from('203.0.113.10')))).toContain(' 200 OK');
    // A proxy that does not name its clients is not limited.
    expect(await ask(get('/api/info', LAST))).toContain(' 200 OK');
    slow.release();
    await expect.poll(() => ask(get('/api/info', ...from('203.0.113.9')))).toContain(' 200 OK');
  });
});
