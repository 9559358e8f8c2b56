import { type PageStructure, UNKNOWN_STRUCTURE } from '../../domain/site-rules/page-structure';
import type { StoredText } from '../database/rows';

/** Compressing shorter texts saves too little to be worth a stream. */
const COMPRESS_FROM_LENGTH = 4096;

/**
 * For articles that arrive by the thousand, in characters. Compressing 10,000 of them takes longer
 * than fetching and writing them, and browsers compress stored data themselves, faster and less.
 */
export const COMPRESS_MANY_FROM = 65_536;

/**
 * Packs a text for storage. Texts below `fromLength` characters stay as they are. Must not run
 * inside a transaction, which would end before the stream does.
 */
export async function packText(
  text: string,
  fromLength: number = COMPRESS_FROM_LENGTH,
): Promise<StoredText> {
  if (text.length < fromLength) return text;
  return run(new TextEncoder().encode(text), new CompressionStream('gzip'));
}

/** Restores the text that was passed to `packText`. Must not run inside a transaction. */
export async function unpackText(stored: StoredText): Promise<string> {
  if (typeof stored === 'string') return stored;
  return new TextDecoder().decode(await run(stored, new DecompressionStream('gzip')));
}

/** Avoids a `Blob`, because each one makes a round trip to another process of the browser. */
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

/** True if both were stored with the same bytes. */
export const isSameText = (one: StoredText, other: StoredText): boolean =>
  one.length === other.length &&
  (typeof one === 'string' || typeof other === 'string'
    ? one === other
    : one.every((byte, at) => byte === other[at]));

/** Only this library writes the text. */
export const readStructure = (text: string): PageStructure => ({
  ...UNKNOWN_STRUCTURE,
  ...(JSON.parse(text) as PageStructure),
});

/** Packs the structure of an article. Must not run inside a transaction. */
export const packStructure = (structure: PageStructure) => packText(JSON.stringify(structure));
