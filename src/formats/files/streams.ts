import {
  configure,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import type { UnixMs } from '../../domain';

/** Small pieces are sent together: a chunk costs more than a character. */
const CHUNK_LENGTH = 16_384;

/**
 * Text as a stream of UTF-8. It is made as it is read, and no further when the reader leaves; what
 * `pieces` throws, the reader gets.
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

// Also without workers zip.js writes no more files at once than there are processors. A file waits
// for its reader, so a few readers that stop would keep all others waiting.
configure({ maxWorkers: Number.MAX_SAFE_INTEGER });

/** A file in an archive. */
export interface ArchivedFile {
  /** Relative path with `/`; no `..`. */
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Stored as it is, with nothing but its name before it: what readers of EPUB look for first. */
  readonly isPlain?: boolean;
}

/** Pictures are compressed already. */
const COMPRESSED = /\.(?:png|jpe?g|gif|webp|avif)$/;

/**
 * A zip archive, written as it is read; one file at a time is in memory. Zip64 where it has to be.
 * Every file bears the one date, so that the same content makes the same bytes.
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
    // The reader learns of it; when it was the reader who left, there is nobody to tell.
    await writable.abort(error).catch(() => undefined);
  }
}
