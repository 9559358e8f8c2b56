import {
  configure,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import type { UnixMs } from '../../domain';

/** Small pieces are sent together because each chunk has a cost. */
const CHUNK_LENGTH = 16_384;

/**
 * Streams text as UTF-8. The text is produced only as it is read, and production stops when the
 * reader cancels. Errors that `pieces` throws reach the reader.
 */
export function streamText(
  pieces: AsyncIterable<string> | Iterable<string>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = textPieces(pieces);
  return new ReadableStream({
    async pull(controller) {
      let text = '';
      while (text.length < CHUNK_LENGTH) {
        const { done, value } = await source.next();
        if (done) {
          if (text !== '') controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += value;
      }
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await source.return(undefined);
    },
  });
}

async function* textPieces(pieces: AsyncIterable<string> | Iterable<string>) {
  yield* pieces;
}

// Even without workers zip.js limits the files in progress to the number of processors. A file
// waits for its reader, so a few stalled readers would block all others.
configure({ maxWorkers: Number.MAX_SAFE_INTEGER });

/** A file in an archive. */
export interface ArchivedFile {
  /** Relative path with `/` and without `..`. */
  readonly name: string;
  readonly content: string | Uint8Array;
  /**
   * Stored without compression and without extra fields. EPUB readers expect this of the first
   * file.
   */
  readonly isPlain?: boolean;
}

/** These image formats are compressed already. */
const COMPRESSED = /\.(?:png|jpe?g|gif|webp|avif)$/;

/**
 * Streams a zip archive as it is read, with one file at a time in memory. It uses Zip64 if needed.
 * All files have the same date, so that the same content gives the same bytes.
 */
export function streamZip(
  files: AsyncIterable<ArchivedFile>,
  modified: UnixMs,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void writeFiles(files, writable, new Date(modified));
  return readable;
}

async function writeFiles(
  files: AsyncIterable<ArchivedFile>,
  writable: WritableStream<Uint8Array>,
  lastModDate: Date,
): Promise<void> {
  try {
    const zip = new ZipWriter(writable, { useWebWorkers: false, extendedTimestamp: false });
    for await (const { name, content, isPlain = false } of files) {
      const reader =
        typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content);
      const level = isPlain || COMPRESSED.test(name) ? 0 : 6;
      await zip.add(name, reader, { level, lastModDate, dataDescriptor: !isPlain });
    }
    await zip.close();
  } catch (error) {
    // The reader gets the error. If the reader has cancelled, the abort fails and nobody needs the
    // error.
    await writable.abort(error).catch(() => undefined);
  }
}
