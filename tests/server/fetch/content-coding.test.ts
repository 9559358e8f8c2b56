import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch, FETCH_LIMITS, type FetchLimits } from '../../../server/fetch';
import { configWith } from '../support/config';
import { startWeb, type Web } from '../support/web';

const PAGE = Array.from({ length: 3000 }, (_, at) => `<p>Line ${(at * 7919) % 1000}`).join('\n');

describe('the coding of a body', () => {
  let web: Web;
  beforeEach(async () => {
    web = await startWeb();
  });
  afterEach(() => web.close());

  const get = (coding: string, body: string | Uint8Array, limits: Partial<FetchLimits> = {}) => {
    web.pages['/'] = (_request, response) =>
      void response.writeHead(200, { 'content-encoding': coding }).end(body);
    const fetch = createSafeFetch(
      {
        config: configWith({ 'allowed-networks': '127.0.0.1' }),
        resolveHost: async () => [],
        version: '1',
      },
      { ...FETCH_LIMITS, ...limits },
    );
    return fetch(`http://127.0.0.1:${web.port}/`, { accept: 'text/html' });
  };
  const read = async (coding: string, body: string | Uint8Array) => {
    const fetched = await get(coding, body);
    return fetched.ok
      ? { text: Buffer.from(fetched.value.bytes ?? []).toString(), isCut: fetched.value.isCut }
      : fetched.error;
  };

  it.each([
    ['gzip', gzipSync(PAGE)],
    ['br', brotliCompressSync(PAGE)],
    ['ZSTD', zstdCompressSync(PAGE)],
    ['identity', PAGE],
    ['deflate', deflateSync(PAGE)],
    ['deflate', deflateRawSync(PAGE)],
    ['gzip, br', brotliCompressSync(gzipSync(PAGE))],
    ['gzip, gzip', gzipSync(gzipSync(PAGE))],
  ])('is read: %s', async (coding, body) => {
    expect(await read(coding, body)).toEqual({ text: PAGE, isCut: false });
  });

  /** The header of gzip with an extra field, a name, a comment and a checksum. */
  const NAMED = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0x1e, 0, 0, 0, 0, 0, 3, 2, 0, 7, 7]),
    Buffer.from('name\0comment\0cs'),
    gzipSync(PAGE).subarray(10),
  ]);
  it.each([
    ['gzip', gzipSync(PAGE)],
    ['gzip', NAMED],
    ['deflate', deflateSync(PAGE)],
    ['deflate', deflateRawSync(PAGE)],
    ['br', brotliCompressSync(PAGE)],
    ['zstd', zstdCompressSync(PAGE)],
  ])('is read to its end, whatever is behind it: %s', async (coding, body) => {
    for (const rest of ['<!-- served by a cache -->', '\0\0', '\x1f\x8bno more'])
      expect(await read(coding, Buffer.concat([body, Buffer.from(rest, 'latin1')]))).toEqual({
        text: PAGE,
        isCut: false,
      });
  });

  it.each([
    ['UTF-8', PAGE],
    ['none', PAGE],
    ['constructor', PAGE],
    ['utf-8, gzip', gzipSync(PAGE)],
    ['gzip, gzip', gzipSync(PAGE)],
    ['gzip', PAGE],
    ['zstd', PAGE],
    ['deflate', ''],
  ])('is passed over where the body does not have it: %s', async (coding, body) => {
    const text = body === '' ? '' : PAGE;
    expect(await read(coding, body)).toEqual({ text, isCut: false });
  });

  it.each([
    ['gzip', gzipSync(PAGE)],
    ['br', brotliCompressSync(PAGE)],
    ['deflate', deflateSync(PAGE)],
    ['deflate', deflateRawSync(PAGE)],
    ['gzip, gzip', gzipSync(gzipSync(PAGE))],
  ])('leaves what can be read of a body that was cut: %s', async (coding, body) => {
    const cut = await read(coding, body.subarray(0, -100));
    expect(cut).toMatchObject({ isCut: true });
    const text = 'text' in cut ? cut.text : '';
    expect(text.length).toBeGreaterThan(1000);
    expect(PAGE.startsWith(text)).toBe(true);
  });

  it.each([
    ['deflate', PAGE],
    ['br', PAGE],
    ['gzip', gzipSync(PAGE).subarray(0, 12)],
    ['gzip', Buffer.concat([gzipSync(PAGE).subarray(0, 40), Buffer.alloc(40, 0xff)])],
    ['compress', PAGE],
    ['dcb', PAGE],
    ['gzip, gzip, gzip, gzip, gzip', PAGE],
  ])('is refused where nothing can be read: %s', async (coding, body) => {
    expect(await read(coding, body)).toEqual({ kind: 'bad-encoding' });
  });

  const zeros = Buffer.alloc(50_000_000);
  it.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['zstd', zstdCompressSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['deflate', deflateRawSync(zeros)],
    ['gzip', gzipSync(zeros).subarray(0, -100)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
  ])('does not make a body longer than the limit: %s', async (coding, body) => {
    const tooLarge = { ok: false, error: { kind: 'too-large' } };
    expect(await get(coding, body, { maxBytes: 100_000 })).toEqual(tooLarge);
  });
});
