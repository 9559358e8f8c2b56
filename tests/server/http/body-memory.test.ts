import { existsSync, readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginExchange } from '../../../server/http/exchange';
import { readMultipart } from '../../../server/http/multipart-body';
import { type RequestBody, readRequestBody } from '../../../server/http/request-body';
import { renderErrorPage } from '../../../server/pages/error-page';
import { form, text } from '../../../src/contract/form/field';
import { file } from '../../../src/contract/form/upload';
import { DATABASES } from '../storage/support/databases';
import { startServer, type TestServer } from '../support/test-server';

const [, sqlite] = DATABASES[0];
const WANTED = {
  form: form(() => ({ title: text(), html: file() })),
  types: ['json', 'urlencoded', 'multipart'],
} as const;
/** Node sends a stream as a body only with this option, which the types of the DOM lack. */
const STREAMED = { duplex: 'half' };
const MEGABYTE = 1024 * 1024;
const CRLF = Buffer.from('\r\n');
/** Of this file only: the files of a project share what the server counts in memory. */
const CLIENT = '203.0.113.7';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const usedBytes = () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

describe('the server, for bodies that are under way,', () => {
  let t: TestServer;
  let folder: string;
  beforeAll(async () => {
    t = await startServer(sqlite);
    folder = t.server.config.uploadDir;
  });
  afterAll(() => t.remove());

  const read = (
    contentType: string | null,
    body: BodyInit,
    { maxBytes = 8 * MEGABYTE, maxTextBytes = 8 * MEGABYTE, client = CLIENT } = {},
  ): Promise<RequestBody> => {
    const headers = { host: 'leafmark.test', 'content-type': contentType ?? '' };
    const init = { method: 'POST', body, headers, ...STREAMED };
    const request = new Request('http://leafmark.test/', init);
    const exchange = beginExchange(t.server.config, request, '', renderErrorPage);
    if (!exchange.ok) throw new Error(exchange.error);
    const limits = { maxMs: null, maxBytes, maxTextBytes, folder };
    return readRequestBody(exchange.value, WANTED, limits, client);
  };

  it('has at most 320 KB of a multipart body in memory, in any number of parts', async () => {
    const part = `--b\r\nContent-Disposition: form-data; name="html"; filename="a"\r\n\r\n`;
    const page = new Uint8Array(900 * 1024).fill(97);
    const PARTS = 30;
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent <= PARTS) controller.enqueue(Buffer.concat([Buffer.from(part), page, CRLF]));
        else {
          controller.enqueue(Buffer.from('--b--\r\n'));
          controller.close();
        }
      },
    });
    let [kept, most] = [0, 0];
    const keep = (bytes: number) => {
      kept += bytes;
      most = Math.max(most, kept);
    };
    const limits = { maxBytes: 100 * MEGABYTE, maxTextBytes: MEGABYTE, folder };
    const type = 'multipart/form-data; boundary=b';
    const { source, dispose } = await readMultipart(type, body, limits, CLIENT, keep);
    if (source?.kind !== 'entries') throw new Error('not read');
    expect(most).toBeLessThanOrEqual(320 * 1024);
    expect(readdirSync(folder)).toHaveLength(1);
    const parts = source.entries.get('html') ?? [];
    expect(parts).toHaveLength(PARTS);
    for (const each of parts) {
      if (typeof each !== 'object') throw new Error('no part');
      expect(Buffer.compare(await each.bytes(), page)).toBe(0);
    }
    await dispose();
  });

  it('refuses a multipart body whose texts together are longer than a JSON body may be', async () => {
    const form = new FormData();
    for (let n = 0; n < 50; n += 1) form.append('title', 'x'.repeat(200_000));
    const request = new Request('http://x/', { method: 'POST', body: form });
    const type = request.headers.get('content-type');
    const body = await request.arrayBuffer();
    const maxBytes = 100 * MEGABYTE;
    expect(await read(type, body, { maxBytes })).toEqual({ kind: 'too-large', isCut: true });
    const other = await read(type, body, { maxBytes, maxTextBytes: 12 * MEGABYTE });
    if (other.kind !== 'read') throw new Error(other.kind);
    await other.dispose();
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it('has at most 32 MB of all bodies of a client in memory, and refuses the largest', async () => {
    const ends: (() => void)[] = [];
    const unfinished = (bytes: number, client: string) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.alloc(bytes, ' '));
          ends.push(() => controller.close());
        },
      });
      return read('application/json', body, { client });
    };
    const kinds: string[] = [];
    const note = async (reading: Promise<RequestBody>) => {
      const read = await reading;
      kinds.push(read.kind);
      if (read.kind === 'read') await read.dispose();
    };
    const other = note(unfinished(2 * MEGABYTE, '203.0.113.8'));
    const large = Array.from({ length: 40 }, () => note(unfinished(2 * MEGABYTE, CLIENT)));
    await expect.poll(() => kinds.length).toBe(24);
    expect(new Set(kinds)).toEqual(new Set(['too-much']));
    for (const end of ends) end();
    await Promise.all([other, ...large]);
    // Blanks are no JSON, so the bodies that were read to their ends are invalid.
    expect(kinds.toSorted().join()).toBe(
      [...Array(17).fill('invalid'), ...Array(24).fill('too-much')].join(),
    );
    // All of the bytes are free again.
    const next = Array.from({ length: 10 }, () => unfinished(2 * MEGABYTE, CLIENT));
    for (const end of ends.splice(41)) end();
    expect((await Promise.all(next)).map(({ kind }) => kind)).toEqual(Array(10).fill('invalid'));
  });

  it.each([
    ['plus signs', '+'],
    ['words', 'a+'],
    ['percent signs', '%'],
    ['escapes', '%41'],
    ['bytes that are not UTF-8', '%ff'],
  ])('keeps no more than eight times the bytes of a form of %s', async (_, text) => {
    const type = 'application/x-www-form-urlencoded';
    const body = `title=${text.repeat(MEGABYTE / text.length - 10)}`;
    const before = usedBytes();
    const forms = await Promise.all(Array.from({ length: 8 }, () => read(type, body)));
    expect(new Set(forms.map(({ kind }) => kind))).toEqual(new Set(['read']));
    const keptBytes = usedBytes() - before;
    for (const form of forms) if (form.kind === 'read') await form.dispose();
    expect(keptBytes).toBeLessThan(8 * 8 * MEGABYTE);
  });
});
