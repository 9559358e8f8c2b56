// @module-tag full
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import { type Running, serve } from '../../../server/serve';
import type { Storage } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { addUser, fakeToken } from '../storage/support/rows';
import { addArticle, addBytes } from '../support/library';
import { startServer, type TestServer } from '../support/test-server';

const MIB = 1024 * 1024;
/** Each bookmark has an image of 1 MiB. */
const BOOKMARKS = 48;
/** Their stream is longer than what the buffers of a connection hold. */
const UNREAD_BOOKMARKS = 24;
/**
 * The memory that a stream may use at any time. The whole stream is larger than `BOOKMARKS` MiB.
 */
const MAX_HELD_MIB = 24;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the memory of this process in MiB. */
function heldMiB(): number {
  // Buffers outside of the heap are freed only after their objects were collected.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

/** Stores large bookmarks and returns a token of their owner. */
async function fill(storage: Storage, bookmarks: number): Promise<string> {
  const user = await addUser(storage);
  const token = newSecret();
  await storage.tokens.create(fakeToken({ userId: user.id, hash: hashSecret(token) }));
  for (let n = 0; n < bookmarks; n++) {
    const row = await addArticle({ storage }, user, `<p>${`word${n} `.repeat(8000)}</p>`);
    const bytes = Buffer.alloc(MIB, n);
    await addBytes({ storage }, row, [{ name: 'image.png', kind: 'image', bytes }]);
  }
  return token;
}

/** Requests the whole stream. The socket is read no faster than its data is consumed. */
function ask(port: number, token: string): Socket {
  const body = JSON.stringify({ with_json: true, with_html: true, with_resources: true });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    [
      'POST /api/bookmarks/sync HTTP/1.1',
      'Host: localhost',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `Authorization: Bearer ${token}`,
      '',
      body,
    ].join('\r\n'),
  );
  return socket;
}

describeOnDatabases('streaming a large library from %s', (database) => {
  let t: TestServer;
  let running: Running;
  let token: string;
  afterEach(async () => {
    await running.stop(0);
    await t.remove();
  });

  it('needs no more memory for a long stream, even if it is read slowly', async () => {
    t = await startServer(database, { flags: { port: '0' } });
    running = await serve(t.server);
    token = await fill(t.storage, BOOKMARKS);
    const before = heldMiB();
    let received = 0;
    let looked = 0;
    let most = 0;
    let tail = '';
    for await (const chunk of ask(running.port, token) as AsyncIterable<Buffer>) {
      received += chunk.length;
      tail = (tail + chunk.toString('latin1')).slice(-100);
      if (received - looked < 4 * MIB) continue;
      looked = received;
      most = Math.max(most, heldMiB() - before);
    }
    expect(received).toBeGreaterThan(BOOKMARKS * MIB);
    expect(tail).toMatch(/--leafmark-\w+--\r\n/);
    expect(most).toBeLessThan(MAX_HELD_MIB);
  });

  it('ends when its client leaves, or does not read while the server stops', async () => {
    t = await startServer(database, { flags: { port: '0' } });
    token = await fill(t.storage, UNREAD_BOOKMARKS);
    let open = 0;
    const { bookmarks } = t.storage;
    const each: typeof bookmarks.each = async function* (...args) {
      open += 1;
      try {
        yield* bookmarks.each(...args);
      } finally {
        open -= 1;
      }
    };
    const storage = { ...t.storage, bookmarks: { ...bookmarks, each } };
    running = await serve({ ...t.server, storage });
    const gone = ask(running.port, token);
    await once(gone, 'data');
    gone.destroy();
    const slow = ask(running.port, token);
    slow.on('error', () => {});
    await once(slow, 'data');
    slow.pause();
    await running.stop(100);
    slow.destroy();
    await vi.waitFor(() => expect(open).toBe(0));
    expect(t.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
