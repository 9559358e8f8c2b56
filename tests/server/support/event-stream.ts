import { expect } from 'vitest';
import type { TestServer } from './test-server';

/** An event as a client receives it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** An open event stream. */
export interface OpenEvents {
  readonly headers: Headers;
  /** The id at the start of the stream. */
  readonly startedAt: string;
  /** Returns the next event. @throws when the stream ends before it */
  next(): Promise<ReceivedEvent>;
  /** Returns the remaining events when the stream ends. */
  rest(): Promise<readonly ReceivedEvent[]>;
  leave(): Promise<void>;
}

interface StreamRequest {
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens the event stream of a server in this process. */
export async function openEvents(
  t: Pick<TestServer, 'send'>,
  { token, headers = {} }: StreamRequest,
): Promise<OpenEvents> {
  const answer = await t.send('GET', '/api/events', { token, headers });
  expect(answer.status).toBe(200);
  return readEvents(answer);
}

/** Reads an event stream (WHATWG HTML 9.2) up to its first block. */
export async function readEvents(answer: Response): Promise<OpenEvents> {
  const body = answer.body!.pipeThrough(new TextDecoderStream());
  const reader = body.getReader();
  let waiting = '';

  /** Returns the fields of the next block by name, or null at the end. */
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
