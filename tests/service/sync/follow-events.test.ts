import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { followEvents } from '../../../src/service';
import { EventParser } from '../../../src/service/sync/event-parser';
import { type Loopback, listen } from '../support/loopback';
import { clientOf } from '../support/real-server';

const write = (text: string, cuts: readonly number[] = []) => {
  const parser = new EventParser();
  const bytes = Buffer.from(text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  const events = ends.flatMap((end, index) =>
    parser.write(bytes.subarray(ends[index - 1] ?? 0, end)),
  );
  return { events, retryMs: parser.retryMs };
};

describe('server-sent events', () => {
  it.each([
    ['data: a\n\n', [{ id: '', type: 'message', data: 'a' }]],
    ['data:a\ndata: b\n\n', [{ id: '', type: 'message', data: 'a\nb' }]],
    ['id: 7\r\ndata: a\r\n\r\n', [{ id: '7', type: 'message', data: 'a' }]],
    [
      'id: 7\rdata: a\r\rdata: b\r\r:',
      [
        { id: '7', type: 'message', data: 'a' },
        { id: '7', type: 'message', data: 'b' },
      ],
    ],
    [': still here\n\n', []],
    [
      'event: x\nother\ndata\n\ndata\n\n',
      [
        { id: '', type: 'x', data: '' },
        { id: '', type: 'message', data: '' },
      ],
    ],
    ['data: not ended\n', []],
    ['\u{feff}data: a\n\n', [{ id: '', type: 'message', data: 'a' }]],
    ['id: a\0b\ndata: a\n\n', [{ id: '', type: 'message', data: 'a' }]],
  ])('are parsed as the standard defines them: %j', (text, events) => {
    expect(write(text).events).toEqual(events);
  });

  it('are the same for any division of the bytes', () => {
    const line = fc.constantFrom('data: ü🙂', 'data: b', 'id: 1', ': c', 'retry: 5', '', '');
    const end = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), fc.array(fc.nat(300)), (lines, cuts) => {
        const text = lines.flat().join('');
        expect(write(text, cuts)).toEqual(write(text));
      }),
    );
  });

  it('are dropped when their empty lines never end', () => {
    const parser = new EventParser('', 100);
    const lines = Buffer.from('data:\n'.repeat(1000));
    expect(parser.write(lines)).toEqual([]);
    expect(parser.write(Buffer.from('\ndata: b\n\n'))).toEqual([
      { id: '', type: 'message', data: 'b' },
    ]);
  });

  it('are dropped when they never end', () => {
    const parser = new EventParser('', 100);
    expect(parser.write(Buffer.from('data: '.padEnd(1000, 'x')))).toEqual([]);
    expect(parser.write(Buffer.from('\n\ndata: b\n\n')).at(-1)).toEqual({
      id: '',
      type: 'message',
      data: 'b',
    });
  });
});

describe('following changes', () => {
  let loopback: Loopback;
  afterEach(() => loopback.close());
  const entry = { id: 'YcVfxkQb6JRzqk5kF2tNLv', time: '2026-01-02T03:04:05Z', type: 'update' };

  it('reconnects with the last event id and exponential back-off while nothing arrives', async () => {
    const lastIds: (string | undefined)[] = [];
    loopback = await listen((request, response) => {
      lastIds.push(request.headers['last-event-id'] as string | undefined);
      if (lastIds.length === 3) return void response.writeHead(503).end();
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const data = `id: ${lastIds.length}\ndata: ${JSON.stringify(entry)}\n\ndata: {"new":1}\n\n`;
      response.end(lastIds.length < 2 || lastIds.length > 6 ? data : ': nothing\n\n');
    });
    const { client } = clientOf({ base: loopback.base, token: 'token' });
    const waits: number[] = [];
    const controller = new AbortController();
    const transport = {
      now: () => 0,
      sleep: async (ms: number) => {
        waits.push(ms);
        if (waits.length === 6) controller.abort();
      },
    };
    const following = followEvents(client.events.stream, { transport, signal: controller.signal });
    const events = await Array.fromAsync(following, (one) => (one.ok ? one.value.kind : one.error));
    expect(events.slice(0, 3)).toEqual(['open', 'change', 'open']);
    expect(lastIds[0]).toBeUndefined();
    expect(lastIds.slice(1).every((id) => id === '1' || id === '7')).toBe(true);
    expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  });

  it('starts with a short wait again after a stable connection', async () => {
    loopback = await listen((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(': nothing\n\n');
    });
    const { client } = clientOf({ base: loopback.base, token: 'token' });
    const waits: number[] = [];
    const controller = new AbortController();
    // The clock does not advance between the answer and the end of the connection, except for the
    // third one.
    const times = [0, 1, 2, 3, 0, 90_000, 0, 1];
    const transport = {
      now: () => times.shift() ?? 0,
      sleep: async (ms: number) => {
        waits.push(ms);
        if (waits.length === 4) controller.abort();
      },
    };
    for await (const _ of followEvents(client.events.stream, {
      transport,
      signal: controller.signal,
    }));
    expect(waits).toEqual([1000, 2000, 1000, 2000]);
  });

  it('continues from an id that came without an event, and reports a reset', async () => {
    const lastIds: unknown[] = [];
    loopback = await listen((request, response) => {
      lastIds.push(request.headers['last-event-id']);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(lastIds.length === 1 ? 'id: 7\n\n' : 'event: reset\nid: 9\ndata: {}\n\n');
    });
    const { client } = clientOf({ base: loopback.base, token: 'token' });
    const transport = { now: () => 0, sleep: async () => undefined };
    const events = [];
    for await (const one of followEvents(client.events.stream, { transport })) {
      events.push(one.ok ? one.value.kind : one.error);
      if (events.length === 3) break;
    }
    expect(events).toEqual(['open', 'open', 'reset']);
    expect(lastIds).toEqual([undefined, '7']);
  });

  it('ends with an error that a retry cannot fix', async () => {
    loopback = await listen((_, response) => {
      response.writeHead(401, { 'Content-Type': 'application/json' });
      response.end('{"status":401,"message":"Unauthorized"}');
    });
    const { client } = clientOf({ base: loopback.base, token: 'token' });
    const events = await Array.fromAsync(followEvents(client.events.stream));
    expect(events).toEqual([{ ok: false, error: { kind: 'unauthorised' } }]);
  });
});
