import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Config } from '../../../server/config/config';
import { beginExchange, type Exchange } from '../../../server/http/exchange';
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
const listOf = (count: number) => `{"labels":[${'0,'.repeat(count - 2)}0]}`;

const CLIENT = '192.0.2.1';

/** Begins the exchange of a request, which names a host. */
function begun(config: Config, request: Request): Exchange {
  const result = beginExchange(config, request, '', renderErrorPage);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

describe('a body', () => {
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
    maxBytes = 8 * MEGABYTE,
  ): Promise<RequestBody> => {
    const headers = new Headers({ host: 'leafmark.test' });
    const init = { method: 'POST', body, headers, duplex: 'half' };
    const request = new Request('http://leafmark.test/', init);
    if (contentType === null) request.headers.delete('content-type');
    else request.headers.set('content-type', contentType);
    const exchange = begun(t.server.config, request);
    const limits = { maxMs: null, maxBytes, maxTextBytes: maxBytes, folder };
    return readRequestBody(exchange, WANTED, limits, CLIENT);
  };

  const entries = (body: RequestBody) => {
    if (body.kind !== 'read' || body.source?.kind !== 'entries') throw new Error(body.kind);
    return body.source.entries;
  };

  const invalid = (message: string) =>
    expect.objectContaining({ form: expect.objectContaining({ errors: [message] }) });

  it.each([
    ['no type', null, '{}', 'Invalid content-type'],
    ['an invalid type', 'json', '{}', 'Invalid content-type'],
    ['the type of no form', 'application/xml', '<a/>', 'Unknown content-type'],
    ['invalid JSON', 'application/json', '{', 'invalid input data'],
    ['JSON that is not an object', 'application/json', '[]', 'invalid input data'],
    ['nothing at all', 'application/json', '', 'invalid input data'],
    [
      'bytes that are not UTF-8',
      'application/json',
      Uint8Array.of(0x7b, 0xff, 0x7d),
      'invalid input data',
    ],
    ['half a character', 'application/json', Uint8Array.of(0x7b, 0xe2, 0x82), 'invalid input data'],
    ['depth without end', 'application/json', '['.repeat(4 * MEGABYTE), 'invalid input data'],
    ['multipart without a boundary', 'multipart/form-data', 'x', 'invalid input data'],
    ['invalid multipart', 'multipart/form-data; boundary=b', 'x', 'invalid input data'],
    [
      'multipart that is cut off',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nHalf',
      'invalid input data',
    ],
    [
      'too long headers of a part',
      'multipart/form-data; boundary=b',
      `--b\r\nX: ${'x'.repeat(32 * 1024)}\r\n\r\n`,
      'invalid input data',
    ],
    [
      'multipart with a boundary of 71 characters',
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
      `--${'b'.repeat(71)}--\r\n`,
      'invalid input data',
    ],
    ['too many values', 'application/json', listOf(100_001), 'invalid input data'],
    ['lists in lists', 'application/json', `{"a":${'['.repeat(32)}`, 'invalid input data'],
    [
      'too many pairs',
      'application/x-www-form-urlencoded',
      'a&'.repeat(20_000),
      'invalid input data',
    ],
    [
      'parts without end',
      'multipart/form-data; boundary=b',
      `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n'.repeat(10_001)}--b--`,
      'invalid input data',
    ],
  ])('with %s is refused', async (_what, type, body, message) => {
    expect(await read(type, body)).toEqual(invalid(message));
  });

  it('decodes invalid UTF-8 as U+FFFD', async () => {
    const json = Buffer.concat([Buffer.from('{"title":"a'), Buffer.of(0xff), Buffer.from('"}')]);
    const asJson = await read('application/json', json);
    expect(asJson).toMatchObject({ source: { data: { title: 'a\uFFFD' } } });
    const asPairs = await read('application/x-www-form-urlencoded', 'title=a%FF');
    expect(entries(asPairs).get('title')).toEqual(['a\uFFFD']);
    const inParts = await read(
      'multipart/form-data; boundary=b',
      new Blob([
        '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\na',
        Uint8Array.of(0xff),
        '\r\n--b--\r\n',
      ]),
    );
    expect(entries(inParts).get('title')).toEqual(['a\uFFFD']);
  });

  it('reads a body equally in chunks of any size', async () => {
    const form = new FormData();
    form.append('title', 'Größe');
    form.append('html', new Blob(['<p>'.repeat(50_000)]), 'page');
    const whole = new Request('http://x/', { method: 'POST', body: form });
    const type = whole.headers.get('content-type');
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const inPieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; ) {
          const end = at + (at < 1500 ? 1 : 97);
          controller.enqueue(bytes.slice(at, end));
          at = end;
        }
        controller.close();
      },
    });
    const request = new Request('http://leafmark.test/', {
      method: 'POST',
      body: inPieces,
      headers: { host: 'leafmark.test', 'content-type': type ?? '' },
      ...STREAMED,
    });
    const exchange = begun(t.server.config, request);
    const limits = { maxMs: null, maxBytes: MEGABYTE, maxTextBytes: MEGABYTE, folder };
    const found = entries(await readRequestBody(exchange, WANTED, limits, CLIENT));
    expect(found.get('title')).toEqual(['Größe']);
    const [html] = found.get('html') ?? [];
    if (typeof html !== 'object') throw new Error('no part');
    expect(Buffer.from(await html.bytes()).toString()).toBe('<p>'.repeat(50_000));
  });

  it('takes a long part without a file name as a file', async () => {
    const form = new FormData();
    form.append('html', 'x'.repeat(MEGABYTE));
    const request = new Request('http://x/', { method: 'POST', body: form });
    const type = request.headers.get('content-type');
    const read1 = await read(type, await request.arrayBuffer());
    expect(entries(read1).get('html')).toMatchObject([{ filename: null, sizeBytes: MEGABYTE }]);
    if (read1.kind === 'read') await read1.dispose();
  });

  describe.each([
    ['application/json'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=b'],
  ])('with %s in small chunks', (type) => {
    /**
     * Returns a request whose body comes in `count` chunks of `bytes` each, and a function that
     * returns how many were read.
     */
    const inChunks = (bytes: number, count: number) => {
      const taken = { chunks: 0 };
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            taken.chunks += 1;
            controller.enqueue(Buffer.alloc(bytes, 'a'));
            if (taken.chunks === count) controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const request = new Request('http://leafmark.test/', {
        method: 'POST',
        body,
        headers: { host: 'leafmark.test', 'content-type': type },
        ...STREAMED,
      });
      return { exchange: begun(t.server.config, request), taken };
    };
    const limits = () => ({ maxMs: null, maxBytes: MEGABYTE, maxTextBytes: MEGABYTE, folder });

    it('lets other requests run while a body is read', async () => {
      const { exchange, taken } = inChunks(16, 4000);
      const readAtTurns = [0];
      let isRead = false;
      const reading = readRequestBody(exchange, WANTED, limits(), CLIENT).finally(() => {
        isRead = true;
      });
      while (!isRead) {
        await new Promise(setImmediate);
        readAtTurns.push(taken.chunks);
      }
      expect((await reading).kind).not.toBe('too-large');
      const read = readAtTurns.slice(1).map((chunks, at) => chunks - (readAtTurns[at] ?? 0));
      expect(Math.max(...read)).toBeLessThan(600);
      expect(taken.chunks).toBe(4000);
    });
  });

  it('stops reading a body that is too large', async () => {
    let chunksRead = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunksRead += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const request = new Request('http://leafmark.test/', {
      method: 'POST',
      body: endless,
      headers: { host: 'leafmark.test', 'content-type': 'application/json' },
      ...STREAMED,
    });
    const exchange = begun(t.server.config, request);
    const limits = { maxMs: null, maxBytes: MEGABYTE, maxTextBytes: MEGABYTE, folder };
    expect(await readRequestBody(exchange, WANTED, limits, CLIENT)).toEqual({
      kind: 'too-large',
      isCut: true,
    });
    expect(chunksRead).toBeLessThan(40);
  });

  it('does not read a body whose declared length is too large', async () => {
    const sent = { json: {}, headers: { 'content-length': String(9 * MEGABYTE) } };
    const answer = await t.send('POST', '/api/oauth/client', sent);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ status: 413, message: 'Content Too Large' });
  });

  it('refuses a body whose client disconnected', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('connection reset'));
      },
    });
    const answer = await t.send('POST', '/api/oauth/client', {
      body: broken,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
  });

  it.each(['/api/oauth/client', '/login'])(
    'of a route that needs no account must arrive in 30 seconds: %s',
    async (path) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const endless = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
      const type = 'application/x-www-form-urlencoded';
      const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin' };
      const answering = t.send('POST', path, { body: endless, headers });
      await expect.poll(vi.getTimerCount).toBe(1);
      await vi.advanceTimersByTimeAsync(30_000);
      const answer = await answering;
      expect(answer.status).toBe(408);
      expect(answer.headers.get('Connection')).toBe('close');
    },
  );

  it('parses a multipart body with the headers of each part', async () => {
    const body = new FormData();
    body.append('title', 'Größe');
    body.append('html', new Blob(['<p>Hi</p>'], { type: 'text/html' }), 'page "1".html');
    const request = new Request('http://x/', { method: 'POST', body });
    const read1 = await read(request.headers.get('content-type'), await request.arrayBuffer());
    expect(entries(read1).get('title')).toEqual(['Größe']);
    const [html] = entries(read1).get('html') ?? [];
    expect(html).toMatchObject({ filename: 'page "1".html', sizeBytes: 9 });
    if (typeof html !== 'object') throw new Error('no part');
    expect(html.headers.get('content-type')).toBe('text/html');
    expect(Buffer.from(await html.bytes()).toString()).toBe('<p>Hi</p>');
  });

  it('keeps a large part on disk until the end of the request', async () => {
    const bytes = new Uint8Array(3 * MEGABYTE).map((_, index) => index % 251);
    const body = new FormData();
    body.append('html', new Blob([bytes]), 'large');
    body.append('html', new Blob(['small']), 'small');
    const request = new Request('http://x/', { method: 'POST', body });
    const type = request.headers.get('content-type');
    const read1 = await read(type, await request.arrayBuffer());
    const [large] = entries(read1).get('html') ?? [];
    expect(readdirSync(folder)).toHaveLength(1);
    if (typeof large !== 'object' || read1.kind !== 'read') throw new Error('no part');
    expect(Buffer.compare(await large.bytes(), bytes)).toBe(0);
    await read1.dispose();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('deletes the file of a large part when the body is too large or incomplete', async () => {
    const body = new FormData();
    body.append('html', new Blob([new Uint8Array(3 * MEGABYTE)]), 'large');
    const request = new Request('http://x/', { method: 'POST', body });
    const type = request.headers.get('content-type');
    const whole = new Uint8Array(await request.arrayBuffer());
    expect(await read(type, whole, 2 * MEGABYTE)).toEqual({ kind: 'too-large', isCut: true });
    expect(await read(type, whole.slice(0, -10))).toMatchObject({ kind: 'invalid' });
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it('deletes the file of a large part when the rest of the body exceeds the limit', async () => {
    const body = new FormData();
    body.append('html', new Blob([new Uint8Array(5 * MEGABYTE)]), 'large');
    const request = new Request('http://x/', { method: 'POST', body });
    const type = request.headers.get('content-type');
    const whole = new Uint8Array(await request.arrayBuffer());
    let filesBefore = 0;
    let sent = 0;
    const slow = new ReadableStream<Uint8Array>({
      pull(controller) {
        filesBefore = Math.max(filesBefore, existsSync(folder) ? readdirSync(folder).length : 0);
        controller.enqueue(whole.subarray(sent, sent + MEGABYTE));
        sent += MEGABYTE;
        if (sent >= whole.length) controller.close();
      },
    });
    expect(await read(type, slow, 4 * MEGABYTE)).toEqual({ kind: 'too-large', isCut: true });
    expect(filesBefore).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
