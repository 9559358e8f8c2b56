// @module-tag full
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_OPEN_PER_CLIENT } from '../../../server/connections';
import { describeOnDatabases } from '../storage/support/databases';
import { startTimedServer, type TimedServer, tooLong } from './timed-server';

const PACKET_BYTES = 64 * 1024;
const REQUEST = 'GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** The last request closes the connection if all are answered. */
const PACKET =
  REQUEST.repeat(PACKET_BYTES / REQUEST.length) +
  'GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
/** A request line that does not end. */
const unfinished = (bytes: number) => `GET /${'a'.repeat(bytes)}`;

describeOnDatabases('the worst connections to a server on %s', (database) => {
  let timed: TimedServer;
  beforeAll(async () => {
    timed = await startTimedServer(database);
  });
  afterAll(() => timed.remove());

  /** Opens a connection and sends `bytes`. `closed` is resolved with the start of the answer. */
  const open = (bytes: string) => {
    const { port } = new URL(timed.server.base);
    // 127.0.0.1 is the trusted proxy of the server, whose connections are not limited.
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.2' });
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (data) => {
      answer += answer.length < 100 ? data.toString('latin1') : '';
    });
    socket.write(bytes);
    const closed = new Promise<string>((resolve) => {
      socket.once('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''));
    });
    return { socket, closed };
  };

  it('do not block it when they send many requests without waiting for answers', async () => {
    const stream = async () => {
      for (let packet = 0; packet < 20; packet++) await open(PACKET).closed;
      return 'closed';
    };
    const manyAtOnce = async () => {
      const all = Array.from({ length: MAX_OPEN_PER_CLIENT }, () => open(PACKET).closed);
      await Promise.all(all);
      return 'closed';
    };
    const kept = await timed.measure([
      ['a packet of requests on each of many connections', manyAtOnce],
      ['a packet of requests', async () => `closed ${await open(PACKET).closed}`],
      ['a stream of requests', stream],
    ]);
    expect(tooLong(kept)).toEqual([]);
  });

  it('are closed when the head of a request becomes too long', async () => {
    const all = Array.from({ length: 100 }, () => open(unfinished(250_000)).closed);
    for (const answer of await Promise.all(all)) expect(answer).toMatch(/^$|^HTTP\/1\.1 431 /);
  });

  it('do not stay in larger numbers than one client may have', async () => {
    const held: Socket[] = [];
    const hold = async () => {
      const all = Array.from({ length: 2 * MAX_OPEN_PER_CLIENT }, () => open(unfinished(60_000)));
      let refused = 0;
      for (const { socket, closed } of all) {
        held.push(socket);
        void closed.then((answer) => {
          refused += /^$|^HTTP\/1\.1 429 /.test(answer) ? 1 : 0;
        });
      }
      await expect.poll(() => refused).toBeGreaterThanOrEqual(MAX_OPEN_PER_CLIENT);
      return 'held';
    };
    // Meanwhile `measure` sends the requests of another client.
    const kept = await timed.measure([['connections that stay', hold]]);
    expect(tooLong(kept)).toEqual([]);
    for (const socket of held) socket.destroy();
  });
});
