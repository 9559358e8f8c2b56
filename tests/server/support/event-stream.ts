import { expect } from 'vitest';
import type { TestServer } from './test-server';

/** An event as a client is given it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** A stream of events that is being read. */
export interface OpenEvents {
  readonly headers: Headers;
  /** The id that it began with. */
  readonly startedAt: string;
  /** The next event. @throws when the stream ends before */
  next(): Promise<ReceivedEvent>;
  /** Everything up to its end. */
  rest(): Promise<readonly ReceivedEvent[]>;
  leave(): Promise<void>;
}

interface Asked {
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens the stream of events in a server of this process. */
export async function openEvents(
  t: Pick<TestServer, 'send'>,
  { token, headers = {} }: Asked,
): Promise<OpenEvents> {
  const answer = await t.send('GET', '/api/events', { token, headers });
  expect(answer.status).toBe(200);
  return readEvents(answer);
}

/** Reads an answer that is a stream of events (WHATWG HTML 9.2), up to its first block. */
export async function readEvents(answer: Response): Promise<OpenEvents> {
  const body = answer.body!.pipeThrough(new TextDecoderStream());
  const reader = body.getReader();
  let waiting = '';

  /** The lines of the next block by name; null at the end. */
  async function nextBlock(): Promise<Map<string, string> | null> {
    for (;;) {
      const end = waiting.indexOf('\n\n');
      if (end >= 0) {
        const lines = waiting.slice(0, end).split('\n');
        waiting = waiting.slice(end + 2);
        const fields = lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]);
        return new Map(fields);
      }
      const { done, value } = await reader.read();
      if (done) return null;
      waiting += value;
    }
  }

  async function nextEvent(): Promise<ReceivedEvent | null> {
    for (;;) {
      const block = await nextBlock();
      if (block === null) return null;
      const data = block.get('data');
      if (data === undefined) continue;
      return {
        id: block.get('id') ?? '',
        event: block.get('event') ?? 'message',
        data: JSON.parse(data) as unknown,
      };
    }
  }

  const opening = await nextBlock();
  return {
    headers: answer.headers,
    startedAt: opening?.get('id') ?? '',
    async next() {
      const event = await nextEvent();
      if (event === null) throw new Error('The stream has ended');
      return event;
    },
    async rest() {
      const events: ReceivedEvent[] = [];
      for (let event = await nextEvent(); event; event = await nextEvent()) events.push(event);
      return events;
    },
    leave: () => reader.cancel(),
  };
}
