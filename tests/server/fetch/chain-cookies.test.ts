import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch, FETCH_LIMITS } from '../../../server/fetch';
import { configWith } from '../support/config';
import { startWeb, type Web } from '../support/web';

const PAGE = '<p>Hello';

describe('the cookies of a chain of redirects', () => {
  let web: Web;
  let fetch: ReturnType<typeof createSafeFetch>;
  beforeEach(async () => {
    web = await startWeb();
    fetch = createSafeFetch({
      config: configWith({ 'allowed-networks': '127.0.0.1' }),
      resolveHost: async () => ['127.0.0.1'],
      version: '1',
    });
  });
  afterEach(() => web.close());

  const at = (path: string, host = 'www.site.com') => `http://${host}:${web.port}${path}`;
  const get = (address: string) => fetch(address, { accept: 'text/html' });
  const go = (response: ServerResponse, location: string, cookies: readonly string[] = []) =>
    void response.writeHead(302, { location, 'set-cookie': [...cookies] }).end();

  /** Returns the cookies that `to` gets after a redirect from `from` that sets `cookies`. */
  const sent = async (cookies: readonly string[], to: string, from = at('/a/b')) => {
    let got: string | undefined;
    web.pages[new URL(from).pathname] = (_request, response) => go(response, to, cookies);
    web.pages[new URL(to, from).pathname] = (request, response) => {
      got = request.headers.cookie;
      response.end(PAGE);
    };
    expect(await get(from)).toMatchObject({ ok: true });
    return got;
  };

  it('lead to a page that redirects to itself until it has its cookie', async () => {
    web.pages['/'] = (request, response) =>
      request.headers.cookie === 'seen=1'
        ? void response.end(PAGE)
        : go(response, '/', ['seen=1; Path=/']);
    expect(await get(at('/'))).toMatchObject({ ok: true, value: { usage: { redirects: 1 } } });
  });

  it('are sent to the next page, and to those after it', async () => {
    let got: string | undefined;
    web.pages['/a'] = (_request, response) =>
      go(response, '/b', ['step=a; Path=/', 'other="b"; Path=/; HttpOnly']);
    web.pages['/b'] = (_request, response) => go(response, '/c', ['step=b; Path=/']);
    web.pages['/c'] = (request, response) => {
      got = request.headers.cookie;
      response.end(PAGE);
    };
    expect(await get(at('/a'))).toMatchObject({ ok: true });
    expect(got).toBe('step=b; other="b"');
  });

  it('are those of the host and the path', async () => {
    const other = (path: string, host: string) => at(path, host);
    expect(await sent(['a=1'], '/a/c')).toBe('a=1');
    expect(await sent(['a=1'], '/c')).toBeUndefined();
    expect(await sent(['a=1; Path=/'], '/c')).toBe('a=1');
    expect(await sent(['a=1; Path=/'], other('/c', 'news.site.com'))).toBeUndefined();
    expect(await sent(['a=1; Path=/; Domain=site.com'], other('/c', 'news.site.com'))).toBe('a=1');
    expect(await sent(['a=1; Path=/; Domain=com'], other('/c', 'other.com'))).toBeUndefined();
    expect(await sent(['a=1; Path=/; Domain=other.com'], other('/c', 'other.com'))).toBeUndefined();
    const github = at('/a', 'one.github.io');
    const shared = ['a=1; Path=/; Domain=github.io'];
    expect(await sent(shared, other('/c', 'two.github.io'), github)).toBeUndefined();
    expect(await sent(['a=1; Path=/; Secure'], '/c')).toBeUndefined();
    expect(await sent(['a=1; Path=/; Max-Age=0', '=', '', 'b=2; Path=/'], '/c')).toBe('b=2');
  });

  it('are not sent for another page', async () => {
    let got: string | undefined;
    expect(await sent(['a=1; Path=/'], '/c')).toBe('a=1');
    web.pages['/other'] = (request, response) => {
      got = request.headers.cookie;
      response.end(PAGE);
    };
    await get(at('/other'));
    expect(got).toBeUndefined();
  });

  it('stay for the page that a page of the chain redirects to by itself', async () => {
    let got: string | undefined;
    web.pages['/'] = (_request, response) =>
      void response.writeHead(200, { 'set-cookie': 'a=1' }).end(PAGE);
    web.pages['/next'] = (request, response) => {
      got = request.headers.cookie;
      response.end(PAGE);
    };
    const first = await get(at('/'));
    if (!first.ok) throw new Error(first.error.kind);
    await fetch(at('/next'), { accept: 'text/html', previousUsage: first.value.usage });
    expect(got).toBe('a=1');
  });

  it('are bounded in number and size', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => `c${at}=1; Path=/`);
    expect((await sent(many, '/c'))?.split('; ')).toHaveLength(180);
    const long = Array.from({ length: 10 }, (_, at) => `c${at}=${'x'.repeat(2000)}; Path=/`);
    expect((await sent(long, '/c'))?.split('; ')).toHaveLength(4);
    const big = [`big=${'x'.repeat(9000)}`, 'ok=1; Path=/'];
    expect(await sent(big, '/c')).toBe('ok=1');
    web.pages['/loop'] = (_request, response) => go(response, '/loop', many);
    expect(await get(at('/loop'))).toEqual({ ok: false, error: { kind: 'too-many-redirects' } });
    expect(web.requests.filter((path) => path === '/loop')).toHaveLength(
      FETCH_LIMITS.maxRedirects + 1,
    );
  });
});

describe('the address of a redirect', () => {
  it('may have letters that are not ASCII, in UTF-8 or another encoding', async () => {
    const web = await startWeb();
    const fetch = createSafeFetch({
      config: configWith({ 'allowed-networks': '127.0.0.1' }),
      resolveHost: async (name) => (name === 'xn--bcher-kva.example' ? ['127.0.0.1'] : []),
      version: '1',
    });
    const follow = async (location: Buffer) => {
      web.pages['/'] = (_request, response) => {
        // Node writes one byte for each of these characters.
        response.writeHead(302, { location: location.toString('latin1') }).end();
      };
      const fetched = await fetch(`http://127.0.0.1:${web.port}/`, { accept: '*/*' });
      return fetched.ok ? new URL(fetched.value.url).pathname : fetched.error;
    };
    const page = { type: 'text/html', body: PAGE };
    web.pages['/r%C3%A9sum%C3%A9/%E6%97%A5'] = page;
    web.pages['/r%E9sum%E9'] = page;
    expect(await follow(Buffer.from('/résumé/日'))).toBe('/r%C3%A9sum%C3%A9/%E6%97%A5');
    expect(await follow(Buffer.from('/r%C3%A9sumé/日'))).toBe('/r%C3%A9sum%C3%A9/%E6%97%A5');
    expect(await follow(Buffer.from('/résumé', 'latin1'))).toBe('/r%E9sum%E9');
    const host = Buffer.from(`http://bücher.example:${web.port}/résumé/日`);
    expect(await follow(host)).toBe('/r%C3%A9sum%C3%A9/%E6%97%A5');
    await web.close();
  });
});
