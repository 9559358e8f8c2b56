import { BlobReader, type Entry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { err, ok, type Result } from '../../domain';

/** A file from a zip. `name` may be any path, so use it only for comparisons. */
interface UnzippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface UnzipLimits {
  /** Maximum total size of the extracted files, in bytes. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/**
 * Extracts the files whose names are wanted. It counts the bytes as they are inflated and ignores
 * the sizes that the zip states, so a zip bomb is refused early.
 */
export async function readZip(
  file: Blob,
  includes: (name: string) => boolean,
  { maxBytes, maxEntries }: UnzipLimits,
): Promise<Result<readonly UnzippedFile[], { readonly kind: 'not-a-zip' | 'too-large' }>> {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false });
  const files: UnzippedFile[] = [];
  const budget = new Budget(maxBytes);
  try {
    let entries = 0;
    for await (const entry of reader.getEntriesGenerator()) {
      entries += 1;
      if (entries > maxEntries) return err({ kind: 'too-large' });
      if (entry.directory || entry.encrypted || !includes(entry.filename)) continue;
      files.push({ name: entry.filename, bytes: await inflate(entry, budget) });
    }
    return ok(files);
  } catch {
    return err({ kind: budget.isSpent ? 'too-large' : 'not-a-zip' });
  } finally {
    await reader.close();
  }
}

/** The number of bytes that may still be inflated, over all files. */
class Budget {
  #left: number;
  isSpent = false;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** @throws RangeError if fewer bytes are left; this stops the inflating. */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    this.isSpent = true;
    throw new RangeError('More comes out of the zip than is allowed');
  }
}

async function inflate(entry: Extract<Entry, { directory: false }>, budget: Budget) {
  const chunks: Uint8Array[] = [];
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      budget.spend(chunk.length);
      chunks.push(chunk);
    },
  });
  await entry.getData(sink, { useWebWorkers: false, checkSignature: true });
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}
