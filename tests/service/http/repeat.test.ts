import { afterEach, describe, expect, it } from 'vitest';
import { type Loopback, listenRaw, listenWith } from '../support/loopback';
import { clientOf, quick } from '../support/real-server';

let loopback: Loopback;
afterEach(() => loopback.close());

const INFO = { version: { canonical: '1.0.0' } };
const busy = (status: number, after?: string) =>
  new Response(null, { status, headers: after === undefined ? {} : { 'Retry-After': after } });

/** A server that gives `answers` one after another, then good ones; how often it was asked. */
async function answering(answers: readonly Response[]) {
  let asked = 0;
  loopback = await listenWith(() => {
    const answer = answers[asked]?.clone();
    asked += 1;
    return answer ?? Response.json(INFO, { status: 201 });
  });
  return { ...clientOf({ base: loopback.base, token: 'token' }), asked: () => asked };
}

describe('a request is retried', () => {
  it.each([429, 502, 503, 504])('when it reads and the status is %i', async (status) => {
    const { client, asked } = await answering([busy(status), busy(status)]);
    expect(await client.info.read()).toMatchObject({ ok: true });
    expect(asked()).toBe(3);
  });

  it('not more than twice', async () => {
    const { client, asked } = await answering([busy(502), busy(502), busy(502)]);
    expect(await client.info.read()).toMatchObject({ error: { kind: 'server', status: 502 } });
    expect(asked()).toBe(3);
  });

  it('not after a 500', async () => {
    const { client, asked } = await answering([busy(500)]);
    expect(await client.info.read()).toMatchObject({ error: { kind: 'server', status: 500 } });
    expect(asked()).toBe(1);
  });

  it('when the connection broke, if it reads', async () => {
    let asked = 0;
    loopback = await listenRaw((socket) => {
      asked += 1;
      socket.destroy();
    });
    const { client } = clientOf({ base: loopback.base, token: 'token' });
    expect(await client.info.read()).toMatchObject({ error: { kind: 'offline' } });
    expect(asked).toBe(3);
    expect(await client.collections.create({ name: 'a' })).toMatchObject({
      error: { kind: 'offline' },
    });
    expect(asked).toBe(4);
  });

  it.each([
    ['after 503 alone', busy(503), 1],
    ['after 502', busy(502, '0'), 1],
    ['after 503 with a wait', busy(503, '0'), 2],
    ['after 429 with a wait', busy(429, '0'), 2],
    ['after 429 with a date that has passed', busy(429, 'Wed, 21 Oct 2015 07:28:00 GMT'), 2],
  ])('when it changes something only if the server did nothing: %s', async (_, answer, times) => {
    const { client, asked } = await answering([answer]);
    await client.collections.create({ name: 'a' });
    expect(asked()).toBe(times);
  });

  it('when an idempotency key makes it safe', async () => {
    const { client, asked } = await answering([busy(502)]);
    const headers = { 'idempotency-key': 'one' };
    await client.bookmarks.create({ url: 'https://example.org/' }, { headers });
    expect(asked()).toBe(2);
  });

  it('not when the requested wait is too long, which the caller learns', async () => {
    const { client, asked } = await answering([busy(503, '3600')]);
    expect(await client.info.read()).toMatchObject({
      error: { kind: 'server', status: 503, retryAfterMs: 3_600_000 },
    });
    expect(asked()).toBe(1);
  });

  it('not when the caller has aborted meanwhile', async () => {
    const controller = new AbortController();
    let asked = 0;
    loopback = await listenWith(() => {
      asked += 1;
      controller.abort();
      return busy(503, '1');
    });
    const { client } = clientOf({ base: loopback.base, token: 'token' }, quick);
    const answer = await client.info.read({ signal: controller.signal });
    expect(answer).toEqual({ ok: false, error: { kind: 'aborted' } });
    expect(asked).toBe(1);
  });
});
