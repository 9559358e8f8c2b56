import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createZstdDecompress, zstdCompress, zstdDecompress } from 'node:zlib';

/** Shorter texts would save less than a page of the database. */
const MIN_BYTES = 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * The bytes as they are stored. Texts are compressed with zstd, because sent pages shrink to a sixth.
 * Images are compressed by their formats. Both calls work off the main thread.
 */
export async function packed(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.byteLength < MIN_BYTES || !isUtf8(bytes)) return bytes;
  const small = await compress(bytes);
  return small.byteLength < bytes.byteLength ? small : bytes;
}

/** Returns the bytes of a blob of `size` bytes. Stored bytes of that size are not compressed. */
export async function unpacked(stored: Uint8Array, size: number): Promise<Uint8Array> {
  return stored.byteLength === size ? stored : decompress(stored, { maxOutputLength: size });
}

/** Decompresses the parts of a blob while they are read. */
export async function* unpackedParts(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = createZstdDecompress();
  // A failure reaches the reader through the decoder.
  pipeline(Readable.from(parts), decoder).catch(() => undefined);
  yield* decoder;
}
