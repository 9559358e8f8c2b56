import { existsSync, readdirSync } from 'node:fs';
import { Agent, type IncomingMessage, request as startRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Running, serve } from '../../../server/serve';
import { DATABASES } from '../storage/support/databases';
import {
  type ExtractionWorld,
  PARAGRAPHS,
  startExtractionWorld,
  storyPage,
} from '../support/extraction-world';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 2 * MEGABYTE;
/** Much more than the buffers of a connection, and much less than the body that is sent. */
const MANY_BYTES = 48 * MEGABYTE;
const [MONDAY, TUESDAY] = ['2020-06-01T08:00:00Z', '2020-06-02T08:00:00Z'];
const PIECE = Buffer.alloc(64 * 1024, 'a');
const END = '\r\n--b--\r\n';
const [, sqlite] = DATABASES[0];

const usedBytes = () => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

interface Answer {
  readonly status: number | undefined;
  readonly body: unknown;
  /** The bytes that the client had sent when the answer came. */
  readonly sentBytes: number;
  readonly usedBytes: number;
}

describe('a page that is larger than the server takes for a bookmark that exists', () => {
  let world: ExtractionWorld;
  let running: Running;
  let agent: Agent;
  let id: string;
  beforeEach(async () => {
    world = await startExtractionWorld(sqlite);
    const { server } = world.t;
    const config = { ...server.config, port: 0, host: '127.0.0.1', maxPageBytes: MAX_BYTES };
    running = await serve({ ...server, config });
    // All requests have one connection, as long as the server keeps it.
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    id = await world.extract('/', { html: storyPage(PARAGRAPHS), captured: MONDAY });
  });
  afterEach(async () => {
    agent.destroy();
    await running.stop(0);
    await world.end();
  });

  /** Returns the start of a multipart body, up to the text of the page. */
  const startOfBody = () =>
    [
      `--b\r\nContent-Disposition: form-data; name="url"\r\n\r\n${world.at('/')}\r\n`,
      `--b\r\nContent-Disposition: form-data; name="captured"\r\n\r\n${TUESDAY}\r\n`,
      '--b\r\nContent-Disposition: form-data; name="html"; filename="page"\r\n\r\n',
      `<!doctype html><title>Later</title>${PARAGRAPHS}<p>`,
    ].join('');

  /** Streams a page with `bytes` more than its start, as fast as the server takes it. */
  function replace(bytes: number, length: 'with its length' | 'in chunks'): Promise<Answer> {
    const start = startOfBody();
    const total = start.length + bytes + END.length;
    const before = usedBytes();
    return new Promise((resolve, reject) => {
      let sentBytes = 0;
      const sending = startRequest({
        agent,
        port: running.port,
        method: 'PUT',
        path: `/api/bookmarks/${id}/article`,
        headers: {
          host: 'localhost',
          authorization: `Bearer ${world.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          ...(length === 'with its length' && { 'content-length': String(total) }),
        },
      });
      const read = async (answer: IncomingMessage): Promise<Answer> => {
        const at = { sentBytes, usedBytes: usedBytes() - before };
        return { status: answer.statusCode, body: JSON.parse(await text(answer)), ...at };
      };
      sending.on('error', reject);
      sending.on('response', (answer) => void read(answer).then(resolve, reject));
      const pour = () => {
        while (sentBytes < bytes) {
          const piece = PIECE.subarray(0, bytes - sentBytes);
          sentBytes += piece.length;
          if (!sending.write(piece)) return void sending.once('drain', pour);
        }
        sending.end(END);
      };
      sending.write(start);
      pour();
    });
  }

  describe.each(['with its length', 'in chunks'] as const)('and is sent %s', (length) => {
    it('is refused, changes nothing, and the next request of the client is answered', async () => {
      const before = [await world.info(id), await world.article(id)];
      for (let time = 0; time < 3; time += 1) {
        const refused = await replace(MAX_BYTES + MEGABYTE, length);
        expect(refused.status).toBe(413);
        expect(refused.body).toEqual({ status: 413, message: 'Content Too Large' });
      }
      expect(await world.run()).toEqual([]);
      expect([await world.info(id), await world.article(id)]).toEqual(before);
      const { uploadDir } = world.t.server.config;
      expect(existsSync(uploadDir) ? readdirSync(uploadDir) : []).toEqual([]);
      expect((await replace(1000, length)).status).toBe(202);
      expect(await world.run()).toEqual(['done']);
      expect(await world.info(id)).toMatchObject({ captured: TUESDAY });
    });

    it('is refused long before its end, and is never in memory', async () => {
      const refused = await replace(400 * MEGABYTE, length);
      expect(refused.status).toBe(413);
      expect(refused.sentBytes).toBeLessThan(MANY_BYTES);
      expect(refused.usedBytes).toBeLessThan(MANY_BYTES);
      expect((await replace(1000, length)).status).toBe(202);
    });
  });
});
