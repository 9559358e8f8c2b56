import { describe, expect, it } from 'vitest';
import { beginStream } from '../../../server/http/body-stream';

type Chunks = AsyncGenerator<Uint8Array>;

describe('beginStream', () => {
  const make = (chunks: Chunks, onFault: (fault: unknown) => void) =>
    beginStream(chunks, { client: 'ada', onFault });

  it('yields all chunks', async () => {
    const faults: unknown[] = [];
    async function* chunks() {
      yield Buffer.from('one ');
      yield Buffer.from('two');
    }
    const body = await make(chunks(), (fault) => faults.push(fault));
    expect(await new Response(body).text()).toBe('one two');
    expect(faults).toEqual([]);
  });

  it('reports an error once and ends the stream', async () => {
    const faults: unknown[] = [];
    async function* chunks() {
      yield Buffer.from('one');
      throw new Error('a fault');
    }
    const body = await make(chunks(), (fault) => faults.push(fault));
    await expect(new Response(body).text()).rejects.toThrow('a fault');
    expect(faults).toEqual([new Error('a fault')]);
  });

  it('reports no error when the reader leaves while a chunk is generated', async () => {
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
