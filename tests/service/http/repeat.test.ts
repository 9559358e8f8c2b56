import { afterEach, describe, expect, it } from 'vitest';
import { type Loopback, listenRaw, listenWith } from '../support/loopback';
import { clientOf, quick } from '../support/real-server';

let loopback: Loopback;
afterEach(() => loopback.close());

const INFO = { version: { canonical: '1.0.0' } };
const busy = (status: number, after?: string) =>
  new Response(null, { status, headers: after === undefined ? {} : { 'Retry-After': after } });

/**
 * A server that sends `answers` in order and then good ones. `requests` returns the number of
 * requests.
 */
async function answering(answers: readonly Response[]) {
  let requests = 0;
  loopback = await listenWith(() => {
    const answer = answers[requests]?.clone();
    requests += 1;
    return answer ?? Response.json(INFO, { status: 201 });
  });
  return { ...clientOf({ base: loopback.base, token: 'token' }), requests: () => requests };
}

describe('a request', () => {
  it.each([429, 502, 503, 504])('is retried when it reads and the status is %i', async (status) => {
    const { client, requests } = await answering([busy(status), busy(status)]);
    expect(await client.info.read()).toMatchObject({ ok: true });
    expect(requests()).toBe(3);
  });

  it('is not retried more than twice', async () => {
    const { client, requests } = await answering([busy(502), busy(502), busy(502)]);
    expect(await client.info.read()).toMatchObject({ error: { kind: 'server', status: 502 } });
    expect(requests()).toBe(3);
  });

  it('is not retried after a 500', async () => {
    const { client, requests } = await answering([busy(500)]);
    expect(await client.info.read()).toMatchObject({ error: { kind: 'server', status: 500 } });
    expect(requests()).toBe(1);
  });

  it('is retried after a broken connection only if it reads', async () => {
    let requests = 0;
    loopback = await listenRaw((socket) => {
      requests += 1;
      socket.destroy();
    });
    const { client } = clientOf({ base: loopback.base, token: 'token' });
    expect(await client.info.read()).toMatchObject({ error: { kind: 'offline' } });
    expect(requests).toBe(3);
    expect(await client.collections.create({ name: 'a' })).toMatchObject({
      error: { kind: 'offline' },
    });
    expect(requests).toBe(4);
  });

  it.each([
    ['after 503 alone', busy(503), 1],
    ['after 502', busy(502, '0'), 1],
    ['after 503 with a wait', busy(503, '0'), 2],
    ['after 429 with a wait', busy(429, '0'), 2],
    ['after 429 with a date that has passed', busy(429, 'Wed, 21 Oct 2015 07:28:00 GMT'), 2],
  ])(
    'that changes something is retried only if the server did nothing: %s',
    async (_, answer, times) => {
      const { client, requests } = await answering([answer]);
      await client.collections.create({ name: 'a' });
      expect(requests()).toBe(times);
    },
  );

  it('is retried when an idempotency key makes it safe', async () => {
    const { client, requests } = await answering([busy(502)]);
    const headers = { 'idempotency-key': 'one' };
    await client.bookmarks.create({ url: 'https://example.org/' }, { headers });
    expect(requests()).toBe(2);
  });

  it('is not retried when the requested wait is too long, which the caller learns', async () => {
    const { client, requests } = await answering([busy(503, '3600')]);
    expect(await client.info.read()).toMatchObject({
      error: { kind: 'server', status: 503, retryAfterMs: 3_600_000 },
    });
    expect(requests()).toBe(1);
  });

  it('is not retried when the caller has aborted meanwhile', async () => {
    const controller = new AbortController();
    let requests = 0;
    loopback = await listenWith(() => {
      requests += 1;
      controller.abort();
      return busy(503, '1');
    });
    const { client } = clientOf({ base: loopback.base, token: 'token' }, quick);
    const answer = await client.info.read({ signal: controller.signal });
    expect(answer).toEqual({ ok: false, error: { kind: 'aborted' } });
    expect(requests).toBe(1);
  });
});
