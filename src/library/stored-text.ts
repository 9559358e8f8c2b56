import type { StoredText } from './rows';

/** Shorter texts gain nothing that a person would notice, and cost a stream. */
const COMPRESS_FROM_LENGTH = 4096;

/** The text as it is stored. Not inside a transaction: streams outlive it. */
export async function packText(text: string): Promise<StoredText> {
  if (text.length < COMPRESS_FROM_LENGTH) return text;
  const packed = await run(new Blob([text]), new CompressionStream('gzip'));
  return new Uint8Array(await packed.arrayBuffer());
}

/** The text as it was given to `packText`. Not inside a transaction. */
export async function unpackText(stored: StoredText): Promise<string> {
  if (typeof stored === 'string') return stored;
  return (await run(new Blob([stored]), new DecompressionStream('gzip'))).text();
}

const run = (blob: Blob, through: CompressionStream | DecompressionStream): Promise<Blob> =>
  new Response(blob.stream().pipeThrough(through)).blob();
