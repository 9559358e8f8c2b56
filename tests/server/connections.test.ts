import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLimitedServer, MAX_OPEN_PER_CLIENT, MAX_WAITING } from '../../server/connections';
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
    const received = ask(get('/healthz').repeat(1 + MAX_WAITING + 1));
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

  it('are limited for each address, so others are still answered', async () => {
    await start();
    const held = Array.from({ length: MAX_OPEN_PER_CLIENT }, () => open(UNFINISHED));
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    const refused = await ask(get('/api/info', LAST));
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused).toContain('Retry-After: 5');
    expect(await ask(get('/api/info', LAST), '127.0.0.2')).toContain(' 200 OK');
    held[0]?.destroy();
    await expect.poll(() => ask(get('/api/info', LAST))).toContain(' 200 OK');
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
