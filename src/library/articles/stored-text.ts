import type { StoredText } from '../database/rows';

/** Shorter texts gain nothing that a person would notice, and cost a stream. */
const COMPRESS_FROM_LENGTH = 4096;

/**
 * The text as it is stored: itself below `fromLength` characters. Not inside a transaction: streams
 * outlive it.
 */
export async function packText(
  text: string,
  fromLength: number = COMPRESS_FROM_LENGTH,
): Promise<StoredText> {
  if (text.length < fromLength) return text;
  return run(new TextEncoder().encode(text), new CompressionStream('gzip'));
}

/** The text as it was given to `packText`. Not inside a transaction. */
export async function unpackText(stored: StoredText): Promise<string> {
  if (typeof stored === 'string') return stored;
  return new TextDecoder().decode(await run(stored, new DecompressionStream('gzip')));
}

/** Without a `Blob`, each of which takes a way to another process of the browser's. */
async function run(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  const [packed] = await Promise.all([
    new Response(readable).arrayBuffer(),
    writer.write(bytes),
    writer.close(),
  ]);
  return new Uint8Array(packed);
}
