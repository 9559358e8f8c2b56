import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch, FETCH_LIMITS, type FetchLimits } from '../../../server/fetch';
import { fetchErrorOf } from '../../../server/fetch/fetch-error';
import { configWith } from '../support/config';
import { redirect, startWeb, type Web } from '../support/web';

const HTML = 'text/html; charset=utf-8';
const PAGE = '<p>Hello';

describe('fetching', () => {
  let web: Web;
  /** A server at an address outside of the allowed networks. */
  let inside: Web;
  const names = new Map<string, readonly string[]>();
  beforeEach(async () => {
    web = await startWeb();
    inside = await startWeb('127.0.0.2');
    inside.pages['/'] = { type: HTML, body: 'secret' };
    names.clear();
    names.set('public.example', ['127.0.0.1']);
    names.set('inside.example', ['127.0.0.2']);
  });
  afterEach(async () => {
    await web.close();
    await inside.close();
  });

  const at = (path: string, host = 'public.example') => `http://${host}:${web.port}${path}`;
  const fetcher = (limits: Partial<FetchLimits> = {}) =>
    createSafeFetch(
      {
        config: configWith({ 'allowed-networks': '127.0.0.1' }),
        resolveHost: async (name) => names.get(name) ?? [],
        version: '1.2.3',
      },
      { ...FETCH_LIMITS, ...limits },
    );
  const get = (address: string, limits: Partial<FetchLimits> = {}) =>
    fetcher(limits)(address, { accept: 'text/html' });
  const text = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString();

  it('returns the bytes, their type and their last address', async () => {
    web.pages['/'] = redirect('/here?a=1#there', 301);
    web.pages['/here?a=1'] = { type: HTML, body: PAGE };
    const fetched = await get(at('/#top'));
    expect(fetched).toMatchObject({
      ok: true,
      value: { url: at('/here?a=1'), contentType: HTML },
    });
    if (fetched.ok) expect(text(fetched.value.bytes)).toBe(PAGE);
  });

  it('sends its name, and only the origin of the referring page', async () => {
    let headers: unknown;
    web.pages['/'] = (request, response) => {
      headers = request.headers;
      response.end();
    };
    await fetcher()(at('/'), { accept: 'image/*', referrer: 'https://a.org/secret?page' });
    expect(headers).toEqual({
      host: `public.example:${web.port}`,
      connection: 'keep-alive',
      accept: 'image/*',
      referer: 'https://a.org/',
      'user-agent': 'Mozilla/5.0 (compatible; Leafmark/1.2.3)',
      'accept-encoding': 'gzip, br, zstd',
      'accept-language': '*',
    });
  });

  it.each([301, 302, 303, 307, 308])(
    'checks the target of a %i like the first address',
    async (status) => {
      for (const host of [`127.0.0.2:${inside.port}`, `inside.example:${inside.port}`]) {
        web.pages['/'] = redirect(`http://${host}/`, status);
        const refused = { ok: false, error: { kind: 'refused', reason: 'address' } };
        expect(await get(at('/'))).toEqual(refused);
      }
      expect(inside.connections()).toBe(0);
    },
  );

  it.each([
    ['file:///etc/passwd', 'scheme'],
    ['http://user:word@public.example/', 'credentials'],
    ['http://[::1]/', 'address'],
    ['http://2130706434/', 'address'],
    ['http://%', 'scheme'],
  ])('does not follow a redirect to %s', async (location, reason) => {
    web.pages['/'] = redirect(location);
    expect(await get(at('/'))).toEqual({ ok: false, error: { kind: 'refused', reason } });
  });

  it('connects to the address that was checked, so that DNS rebinding has no effect', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    let lookups = 0;
    const fetch = createSafeFetch({
      config: configWith({ 'allowed-networks': '127.0.0.1' }),
      resolveHost: async () => answers[Math.min(lookups++, 1)] ?? [],
      version: '1',
    });
    web.pages['/'] = (_request, response) => void response.end(PAGE);
    expect((await fetch(at('/', 'rebinding.example'), { accept: '*/*' })).ok).toBe(true);
    expect(lookups).toBe(1);
    const other = `http://rebinding.example:${inside.port}/`;
    expect((await fetch(other, { accept: '*/*' })).ok).toBe(false);
    expect(inside.connections()).toBe(0);
  });

  it('limits the number of redirects', async () => {
    for (let hop = 0; hop < 6; hop += 1) web.pages[`/${hop}`] = redirect(`/${hop + 1}`);
    web.pages['/5'] = { type: HTML, body: PAGE };
    expect((await get(at('/0'))).ok).toBe(true);
    web.pages['/5'] = redirect('/0');
    expect(await get(at('/0'))).toEqual({ ok: false, error: { kind: 'too-many-redirects' } });
  });

  const TOO_LARGE = { ok: false, error: { kind: 'too-large' } };
  const limits = { maxBytes: 1000 };

  it('limits the number of bytes', async () => {
    web.pages['/'] = { type: HTML, body: 'x'.repeat(1000) };
    expect((await get(at('/'), limits)).ok).toBe(true);
    web.pages['/'] = { type: HTML, body: 'x'.repeat(1001) };
    expect(await get(at('/'), limits)).toEqual(TOO_LARGE);
  });

  it('stops reading an endless response', async () => {
    const ended = new Promise<void>((resolve) => {
      web.pages['/'] = (_request, response) => {
        const write = () => {
          while (response.write('x'.repeat(100)));
        };
        response.on('drain', write);
        response.on('close', resolve);
        write();
      };
    });
    expect(await get(at('/'), limits)).toEqual(TOO_LARGE);
    await ended;
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('limits the decompressed size of %s', async (encoding, pack) => {
    web.pages['/'] = (_request, response) =>
      void response
        .writeHead(200, { 'content-encoding': encoding })
        .end(pack(Buffer.alloc(50_000_000)));
    expect(await get(at('/'), { maxBytes: 100_000 })).toEqual(TOO_LARGE);
  });

  it('ends at its time limit in every phase', async () => {
    const timeout = { ok: false, error: { kind: 'timeout' } };
    web.pages['/silent'] = () => undefined;
    expect(await get(at('/silent'), { timeoutMs: 50 })).toEqual(timeout);
    web.pages['/slow'] = (_request, response) => void response.writeHead(200).write('a');
    expect(await get(at('/slow'), { timeoutMs: 50 })).toEqual(timeout);
    web.pages['/loop'] = (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/loop' }).end(), 30);
    };
    expect(await get(at('/loop'), { timeoutMs: 50 })).toEqual(timeout);
  });

  it('ends with an abort', async () => {
    const stop = new AbortController();
    web.pages['/'] = () => stop.abort(new Error('stopped'));
    await expect(fetcher()(at('/'), { accept: '*/*', signal: stop.signal })).rejects.toThrow(
      'stopped',
    );
  });

  it('does not read a body of an unwanted type', async () => {
    web.pages['/'] = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'video/mp4' }).write('a');
    const acceptsType = (type: string) => type.startsWith('text/');
    const fetched = await fetcher()(at('/'), { accept: '*/*', acceptsType });
    expect(fetched).toMatchObject({
      ok: true,
      value: { url: at('/'), contentType: 'video/mp4', bytes: null },
    });
  });

  it('continues with the redirects and the time that a previous page left', async () => {
    web.pages['/'] = { type: HTML, body: PAGE };
    web.pages['/on'] = redirect('/');
    web.pages['/silent'] = () => undefined;
    const goingOn = (redirects: number, ms = 0) => ({
      accept: 'text/html',
      previousUsage: { redirects, ms },
    });
    const last = await fetcher()(at('/on'), goingOn(3));
    expect(last).toMatchObject({ ok: true, value: { usage: { redirects: 5 } } });
    const tooFar = { ok: false, error: { kind: 'too-many-redirects' } };
    expect(await fetcher()(at('/on'), goingOn(4))).toEqual(tooFar);
    expect(await fetcher()(at('/'), goingOn(5))).toEqual(tooFar);
    const late = await fetcher()(at('/silent'), goingOn(0, FETCH_LIMITS.timeoutMs));
    expect(late).toEqual({ ok: false, error: { kind: 'timeout' } });
  });

  it('returns the error', async () => {
    expect(await get(at('/none'))).toEqual({ ok: false, error: { kind: 'status', status: 404 } });
    const nowhere = `https://public.example:${web.port}/`;
    expect(await get(nowhere)).toEqual({ ok: false, error: { kind: 'unreachable' } });
    web.pages['/cut'] = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('a');
      setImmediate(() => response.destroy());
    };
    expect(await get(at('/cut'))).toEqual({ ok: false, error: { kind: 'unreachable' } });
  });
});

describe('the kind of a connection error', () => {
  const withCode = (code: string) => Object.assign(new Error('x'), { code });

  it.each([
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['ECONNREFUSED', 'unreachable'],
    ['ECONNRESET', 'unreachable'],
    ['EPROTO', 'unreachable'],
    ['HPE_INVALID_CONSTANT', 'unreachable'],
  ])('follows from its code: %s', (code, kind) => {
    expect(fetchErrorOf(withCode(code))).toEqual({ kind });
  });

  it('is unreachable for an unknown code', () => {
    expect(fetchErrorOf('odd')).toEqual({ kind: 'unreachable' });
  });
});
