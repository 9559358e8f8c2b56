import { describe, expect, it } from 'vitest';
import { beginStream } from '../../server/http/begin-stream';
import { watchStream } from '../../server/http/watch-stream';

type Make = (chunks: AsyncGenerator<Uint8Array>, onFault: (fault: unknown) => void) => Body;
type Body = Promise<ReadableStream<Uint8Array>>;

const begun: Make = (chunks, onFault) => beginStream(chunks, { onFault });
const watched: Make = async (chunks, onFault) => {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await chunks.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return watchStream(new ReadableStream({ pull }), onFault);
};

describe.each([
  ['beginStream', begun],
  ['watchStream', watched],
])('%s', (_, make) => {
  it('gives what is made, to its end', async () => {
    const faults: unknown[] = [];
    async function* chunks() {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    }
    const body = await make(chunks(), (fault) => faults.push(fault));
    expect(await new Response(body).text()).toBe('one two');
    expect(faults).toEqual([]);
  });

  it('tells of a fault, once, and breaks off', async () => {
    const faults: unknown[] = [];
    async function* chunks() {
      yield Buffer.from('one');
      throw new Error('a fault');
    }
    const body = await make(chunks(), (fault) => faults.push(fault));
    await expect(new Response(body).text()).rejects.toThrow('a fault');
    expect(faults).toEqual([new Error('a fault')]);
  });

  it('takes a reader who leaves while a chunk is made for no fault', async () => {
    const faults: unknown[] = [];
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* chunks() {
      yield Buffer.from('one');
      await waiting;
      yield Buffer.from('two');
    }
    const body = await make(chunks(), (fault) => faults.push(fault));
    const reader = body.getReader();
    await reader.read();
    const second = reader.read();
    const left = reader.cancel();
    goOn();
    await Promise.all([second, left]);
    expect(faults).toEqual([]);
  });
});
