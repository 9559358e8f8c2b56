import { afterEach, describe, expect, it } from 'vitest';
import { meaningOf, type ServiceError } from '../../../src/service';
import { type Loopback, listen, listenRaw, listenWith } from '../support/loopback';
import { clientOf, quick } from '../support/real-server';

const open: Loopback[] = [];
const opened = async (loopback: Promise<Loopback>) => {
  open.push(await loopback);
  return open.at(-1)!;
};
afterEach(async () => {
  for (const loopback of open.splice(0)) await loopback.close();
});

const TOKEN = 'a-secret-token';
const ID = 'YcVfxkQb6JRzqk5kF2tNLv';
const INFO = JSON.stringify({ version: { canonical: '1.0.0' } });

/** The error of `profile.read` for a response. */
async function errorOf(
  answer: (request: Request) => Response,
  limits: Partial<typeof quick.limits> = {},
): Promise<ServiceError | null> {
  const { base } = await opened(listenWith(answer));
  const transport = { ...quick, limits: { ...quick.limits, ...limits } };
  const got = await clientOf({ base, token: TOKEN }, transport).client.profile.read();
  return got.ok ? null : got.error;
}

const html = (status: number) =>
  new Response('<!doctype html><h1>Hello</h1>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });
const json = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'Content-Type': 'application/json' } });
const stranger = (status: number, what: string) => ({
  kind: 'not-this-service',
  status,
  stranger: what,
});

describe('a response of another program', () => {
  it.each<[string, Response, object]>([
    ['a page', html(200), stranger(200, 'html')],
    ['a sign-in wall', html(401), stranger(401, 'html')],
    ['a page that is not found', html(404), stranger(404, 'html')],
    ['another program’s JSON refusal', json('{"error":"no route"}', 404), stranger(404, 'json')],
    ['nothing', new Response(null, { status: 404 }), stranger(404, 'nothing')],
    ['text', new Response('It works!'), stranger(200, 'text')],
    [
      'a proxy whose server is down',
      html(502),
      { kind: 'server', status: 502, retryAfterMs: null },
    ],
    ['a proxy that refuses the size', html(413), { kind: 'too-large' }],
    ['a proxy that limits the rate', html(429), { kind: 'rate-limited', retryAfterMs: null }],
  ])('is recognised: %s', async (_, response, error) => {
    expect(await errorOf(() => response.clone())).toEqual(error);
  });

  it('is not taken for an article, although that is a page too', async () => {
    const { base } = await opened(listenWith(() => html(200)));
    const got = await clientOf({ base, token: TOKEN }).client.bookmarks.article(ID);
    expect(got).toEqual({ ok: false, error: stranger(200, 'html') });
  });

  it('is reported when it is JSON of the wrong shape', async () => {
    expect(await errorOf(() => json('{"provider":{},"user":{"username":1}}'))).toEqual({
      kind: 'malformed',
      issues: [expect.stringMatching(/^user\.username: /)],
    });
    expect(await errorOf(() => json('[]'))).toMatchObject({ kind: 'malformed' });
    expect(await errorOf(() => json('{"provider":}'))).toMatchObject({ kind: 'malformed' });
  });

  it('counts as broken off when it is only the beginning of JSON', async () => {
    const whole = '{"provider":{"name":"a\\"}"},"user":{"username":"Ada [1]"},"tags":[[1],2]}';
    for (let length = 1; length < whole.length; length += 1)
      expect(await errorOf(() => json(whole.slice(0, length)))).toEqual({ kind: 'interrupted' });
    expect(await errorOf(() => json(''))).toMatchObject({ kind: 'malformed' });
    expect(await errorOf(() => json(`${whole}]`))).toMatchObject({ kind: 'malformed' });
  });

  it('never passes for a deleted bookmark or an invalid token', async () => {
    for (const status of [401, 403, 404, 410]) {
      const error = await errorOf(() => html(status));
      expect(meaningOf(error!)).toEqual({ change: 'not-made', retry: 'after-check', waitMs: null });
    }
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('is reported and not followed: %i', async (status) => {
    const requests: Request[] = [];
    const other = await opened(
      listenWith((request) => {
        requests.push(request);
        return json(INFO);
      }),
    );
    const headers = { Location: `${other.base}/api/profile` };
    const redirect = () => new Response(null, { status, headers });
    expect(await errorOf(redirect)).toEqual({ kind: 'moved', to: headers.Location });
    const { base } = await opened(listenWith(redirect));
    const { client } = clientOf({ base, token: null });
    const form = { username: 'ada', password: 'secret', application: 'a' };
    expect(await client.signIn.withPassword(form)).toMatchObject({ ok: false });
    expect(requests).toEqual([]);
  });

  it('is followed without secrets, and not with extra headers', async () => {
    const requests: Headers[] = [];
    const other = await opened(
      listenWith((request) => {
        requests.push(request.headers);
        return json(INFO);
      }),
    );
    const headers = { Location: `${other.base}/api/info` };
    const { base } = await opened(listenWith(() => new Response(null, { status: 301, headers })));
    expect(await clientOf({ base, token: TOKEN }).client.info.read()).toMatchObject({ ok: true });
    expect(requests.map((one) => one.has('authorization'))).toEqual([false]);
    const gated = { base, token: TOKEN, extraHeaders: { 'Gate-Key': 'secret' } };
    expect(await clientOf(gated).client.info.read()).toMatchObject({ error: { kind: 'moved' } });
    expect(requests).toHaveLength(1);
  });
});

describe('a request', () => {
  it('has the token where it is needed, extra headers everywhere, and no cookie', async () => {
    const seen: Headers[] = [];
    const { base } = await opened(
      listenWith((request) => {
        seen.push(request.headers);
        return json(INFO);
      }),
    );
    const { client } = clientOf({ base, token: TOKEN, extraHeaders: { 'Gate-Key': 'secret' } });
    await client.info.read();
    await client.profile.read();
    await client.exporting.list('md', {}, { headers: { Accept: 'application/zip' } });
    const sent = seen.map((headers) =>
      ['authorization', 'gate-key', 'accept', 'cookie'].map((name) => headers.get(name)),
    );
    expect(sent).toEqual([
      [null, 'secret', 'application/json', null],
      [`Bearer ${TOKEN}`, 'secret', 'application/json', null],
      [`Bearer ${TOKEN}`, 'secret', 'application/zip', null],
    ]);
  });
});

describe('a response that ends badly', () => {
  const whole = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${INFO.length}\r\n\r\n${INFO}`;

  it('is an error when the connection closes at any byte', async () => {
    let length = 0;
    const { base } = await opened(listenRaw((socket) => socket.end(whole.slice(0, length))));
    const transport = { ...quick, limits: { ...quick.limits, backOffMs: 0 } };
    const { client } = clientOf({ base, token: null }, transport);
    const kinds = new Set<string>();
    for (; length < whole.length; length++) {
      const answer = await client.info.read();
      kinds.add(answer.ok ? 'ok' : answer.error.kind);
    }
    expect([...kinds].toSorted()).toEqual(['interrupted', 'offline']);
    expect(await client.info.read()).toMatchObject({ ok: true });
  });

  it('is cancelled while it is received when it is 100 MB of JSON', async () => {
    let sent = 0;
    const piece = Buffer.alloc(1024 * 1024, ' ');
    const { base } = await opened(
      listen((_, response) => {
        response.setHeader('Content-Type', 'application/json');
        const more = () => {
          while (!response.destroyed && sent < 100) {
            sent += 1;
            if (!response.write(piece)) return void response.once('drain', more);
          }
          response.end();
        };
        more();
      }),
    );
    const answer = await clientOf({ base, token: TOKEN }).client.profile.read();
    expect(answer).toEqual({ ok: false, error: { kind: 'answer-too-large' } });
    expect(sent).toBeLessThan(100);
  });

  it('times out before and after its headers', async () => {
    const silent = await opened(listen(() => undefined));
    const transport = { ...quick, limits: { ...quick.limits, answerMs: 50, stallMs: 50 } };
    const timeout = { ok: false, error: { kind: 'timeout' } };
    const requests = clientOf({ base: silent.base, token: TOKEN }, transport).client.profile.read();
    expect(await requests).toEqual(timeout);
    const slow = await opened(listen((_, response) => response.writeHead(200).write('{')));
    const stalled = clientOf({ base: slow.base, token: TOKEN }, transport).client.profile.read();
    expect(await stalled).toEqual(timeout);
  });

  it('is offline when it is not HTTP', async () => {
    const { base } = await opened(listenRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
    const answer = await clientOf({ base, token: null }).client.info.read();
    expect(answer).toEqual({ ok: false, error: { kind: 'offline' } });
  });
});
