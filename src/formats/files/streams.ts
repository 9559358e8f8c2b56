import type { UnixMs } from '../../domain/time';
import { writeZip, type ZipEntry } from './write-zip';

/** Small pieces are sent together because each chunk has a cost. */
const CHUNK_LENGTH = 16_384;

/**
 * Streams text as UTF-8. The text is produced only as it is read, and production stops when the
 * reader cancels. Errors that `pieces` throws reach the reader.
 */
export const streamText = (
  pieces: AsyncIterable<string> | Iterable<string>,
): ReadableStream<Uint8Array> => streamBytes(encoded(pieces));

async function* encoded(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK_LENGTH) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}

const streamBytes = (source: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await source.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await source.return(undefined);
      },
    },
    // Nothing is produced before it is read.
    { highWaterMark: 0 },
  );

/** A file in an archive. */
export interface ArchivedFile {
  /** Relative path with `/` and without `..`. */
  readonly name: string;
  readonly content: string | Uint8Array;
  /** True if it is not compressed. EPUB readers expect this of the first file. */
  readonly isStored?: boolean;
}

/** These image formats are compressed already. */
const COMPRESSED = /\.(?:png|jpe?g|gif|webp|avif)$/;

/**
 * Streams a zip archive as it is read, with one file at a time in memory. All files have the same
 * date, so that the same content gives the same bytes.
 */
export const streamZip = (
  files: AsyncIterable<ArchivedFile>,
  modified: UnixMs,
): ReadableStream<Uint8Array> =>
  streamBytes(writeZip(zipEntriesOf(files), { modified, deflate: deflateNatively }));

async function* zipEntriesOf(files: AsyncIterable<ArchivedFile>): AsyncGenerator<ZipEntry> {
  for await (const { name, content, isStored = COMPRESSED.test(name) } of files) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    yield { name, bytes, isStored };
  }
}

/** Compresses outside of this thread, so that a server can answer other requests meanwhile. */
async function deflateNatively(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
