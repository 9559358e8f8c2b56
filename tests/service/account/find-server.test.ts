import { afterEach, describe, expect, it } from 'vitest';
import {
  candidatesFor,
  findServer,
  originPatternsOf,
  readExtraHeaders,
} from '../../../src/service';
import { good } from '../support/good';
import { type Loopback, listenWith } from '../support/loopback';
import { quick } from '../support/real-server';

const basesFor = (typed: string) => good(candidatesFor(typed));

describe('an address as users type it', () => {
  it.each([
    ['read.example.org', ['https://read.example.org']],
    ['  Read.Example.ORG. ', ['https://read.example.org']],
    ['//read.example.org/', ['https://read.example.org']],
    ['https://read.example.org', ['https://read.example.org']],
    ['http://read.example.org', ['https://read.example.org', 'http://read.example.org']],
    ['https://read.example.org/api', ['https://read.example.org', 'https://read.example.org/api']],
    ['https://read.example.org/api/', ['https://read.example.org', 'https://read.example.org/api']],
    ['read.example.org:8443', ['https://read.example.org:8443']],
    ['read.example.org/keep', ['https://read.example.org/keep', 'https://read.example.org']],
    [
      'https://read.example.org/keep/bookmarks/YcVfxkQb6JRzqk5kF2tNLv?x=1#y',
      [
        'https://read.example.org/keep',
        'https://read.example.org/keep/bookmarks/YcVfxkQb6JRzqk5kF2tNLv',
        'https://read.example.org/keep/bookmarks',
        'https://read.example.org',
      ],
    ],
    [
      'https://read.example.org/login?r=%2F',
      ['https://read.example.org', 'https://read.example.org/login'],
    ],
    ['https://ada:secret@read.example.org', ['https://read.example.org']],
    ['<https://read.example.org>', ['https://read.example.org']],
    ['nas', ['https://nas', 'http://nas']],
    ['nas.local:8000', ['https://nas.local:8000', 'http://nas.local:8000']],
    ['192.168.1.5:8000', ['https://192.168.1.5:8000', 'http://192.168.1.5:8000']],
    ['http://192.168.1.5:8000/api', ['http://192.168.1.5:8000', 'http://192.168.1.5:8000/api']],
    ['localhost:8000', ['https://localhost:8000', 'http://localhost:8000']],
    ['::1', ['https://[::1]', 'http://[::1]']],
    ['[::1]:8000', ['https://[::1]:8000', 'http://[::1]:8000']],
    ['müncher.example.org', ['https://xn--mncher-3ya.example.org']],
  ])('%s', (typed, bases) => {
    expect(basesFor(typed)).toEqual(bases);
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['my reading list', 'not-an-address'],
    ['ftp://read.example.org', 'not-an-address'],
    ['javascript://read.example.org/%0Aalert(1)', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['file:///etc/passwd', 'not-an-address'],
    ['http://exa mple.org', 'not-an-address'],
  ])('is rejected: %j', (typed, error) => {
    expect(candidatesFor(typed)).toMatchObject({ ok: false, error: { kind: error } });
  });

  it('never falls back from https to http', () => {
    expect(basesFor('https://nas.local')).toEqual(['https://nas.local']);
    expect(basesFor('read.example.org')).not.toContain('http://read.example.org');
  });

  it('needs permission for each origin once, without a port', () => {
    const candidates = good(candidatesFor('nas.local:8000/keep/bookmarks'));
    expect(originPatternsOf(candidates)).toEqual(['https://nas.local/*', 'http://nas.local/*']);
  });
});

describe('searching for the server', () => {
  const open: Loopback[] = [];
  afterEach(async () => {
    for (const loopback of open.splice(0)) await loopback.close();
  });
  const serving = async (answer: (request: Request) => Response) => {
    open.push(await listenWith(answer));
    return open.at(-1)!;
  };
  const info = () => Response.json({ version: { canonical: '0.22.3' }, features: ['oauth'] });
  const find = (typed: string, more = {}) =>
    findServer(good(candidatesFor(typed)), { transport: quick, ...more });

  it('keeps the path prefix of any pasted address', async () => {
    const seen: string[] = [];
    const { base } = await serving((request) => {
      const { pathname } = new URL(request.url);
      seen.push(pathname);
      return pathname === '/keep/api/info' ? info() : new Response('<html>', { status: 404 });
    });
    for (const pasted of [
      '/keep',
      '/keep/bookmarks/YcVfxkQb6JRzqk5kF2tNLv',
      '/keep/api',
      '/keep/x',
    ]) {
      expect(good(await find(base + pasted))).toMatchObject({
        base: `${base}/keep`,
        movedFrom: null,
        info: { features: ['oauth'] },
      });
    }
    expect(seen).toContain('/keep/x/api/info');
  });

  it('tries https first, and then http on a private network', async () => {
    const { base, port } = await serving(info);
    expect(good(await find(`127.0.0.1:${port}`)).base).toBe(base);
  });

  it('follows a server that has moved, and reports it', async () => {
    const there = await serving(info);
    const here = await serving(() => Response.redirect(`${there.base}/new/api/info`, 301));
    expect(good(await find(here.base))).toMatchObject({
      base: `${there.base}/new`,
      movedFrom: here.base,
    });
  });

  it('sends extra headers to the given address only', async () => {
    const seen: (string | null)[] = [];
    const there = await serving((request) => {
      seen.push(request.headers.get('gate-key'));
      return info();
    });
    const extraHeaders = { 'Gate-Key': 'secret' };
    expect(good(await find(there.base, { extraHeaders })).base).toBe(there.base);
    const here = await serving(() => Response.redirect(`${there.base}/api/info`, 302));
    expect(await find(here.base, { extraHeaders })).toMatchObject({
      error: { kind: 'moved', to: `${there.base}/api/info` },
    });
    expect(seen).toEqual(['secret']);
  });

  it('reports the most informative error of all addresses when none works', async () => {
    const { base, port } = await serving(() => new Response('<html>', { status: 404 }));
    const tried: string[] = [];
    const fetch: typeof quick.fetch = (input, init) => {
      tried.push(typeof input === 'object' && 'url' in input ? input.url : String(input));
      return quick.fetch(input, init);
    };
    const transport = { ...quick, fetch };
    expect(await find(`127.0.0.1:${port}/keep`, { transport })).toMatchObject({
      error: { kind: 'not-this-service', status: 404 },
    });
    const secure = `https://127.0.0.1:${port}`;
    expect([...new Set(tried)]).toEqual(
      [`${secure}/keep`, secure, `${base}/keep`, base].map((each) => `${each}/api/info`),
    );
  });

  it('stops when it is aborted', async () => {
    const { base } = await serving(info);
    const found = await find(`${base}/keep`, { signal: AbortSignal.abort() });
    expect(found).toMatchObject({ ok: false, error: { kind: 'aborted' } });
  });
});

describe('extra headers', () => {
  it('are parsed line by line', () => {
    const typed = ' CF-Access-Client-Id: a.b \n\nCF-Access-Client-Secret:c:d\n';
    expect(good(readExtraHeaders(typed))).toEqual({
      'CF-Access-Client-Id': 'a.b',
      'CF-Access-Client-Secret': 'c:d',
    });
  });

  it.each([
    'no colon',
    'Name:',
    ': value',
    'A B: c',
    'Key: tökén',
    'Authorization: Bearer x',
    'cookie: a',
  ])('are rejected with the line when they cannot be sent: %s', (line) => {
    const error = { kind: 'bad-header', detail: line };
    expect(readExtraHeaders(`Good: one\n${line}`)).toMatchObject({ ok: false, error });
  });
});
