import { err, ok, type Result } from '../../domain/result';
import { openZip, type ZipBounds } from '../files/open-zip';
import { decodeText } from './decode-text';
import type { ImportFailure } from './imported';
import { MAX_ZIP_DIRECTORY_BYTES, MAX_ZIP_ENTRIES } from './limits';

/** A zip of another program, whose files are read one by one. */
export interface ImportZip {
  /** May be any paths, so they are used only for comparisons. */
  readonly names: readonly string[];
  /** Reads a file of at most `maxBytes` as text. */
  readText(name: string, maxBytes?: number): Promise<Result<string, ImportFailure>>;
  /** Reads a file of at most `maxBytes`. */
  readBytes(
    name: string,
    maxBytes?: number,
  ): Promise<Result<Uint8Array<ArrayBuffer>, ImportFailure>>;
}

const ZIP_BOUNDS = { maxEntries: MAX_ZIP_ENTRIES, maxDirectoryBytes: MAX_ZIP_DIRECTORY_BYTES };

interface ZipLimits {
  /** Maximum size of the zip. */
  readonly maxSize: number;
  /** Maximum size of all files that are read, so that a zip bomb is refused early. */
  readonly maxInflated: number;
  /** The largest list of files that is accepted. */
  readonly bounds?: ZipBounds;
}

/** An absolute path, or one that leads out of the zip. No program that is read here writes these. */
const OUTSIDE = /^\/|\\|^[a-z]:|(?:^|\/)\.\.(?:\/|$)/i;

/** Opens a zip and reads the names of its files. */
export async function openImportZip(
  file: Blob,
  { maxSize, maxInflated, bounds = ZIP_BOUNDS }: ZipLimits,
): Promise<Result<ImportZip, ImportFailure>> {
  if (file.size > maxSize) return err({ kind: 'too-large' });
  const opened = await whileReadable(() => openZip(file, bounds));
  if (!opened.ok) return opened;
  const zip = opened.value;
  const names = [...zip.names].sort();
  if (names.some((name) => OUTSIDE.test(name))) return err({ kind: 'not-a-zip' });
  let left = maxInflated;
  const readBytes = (name: string, maxBytes = left) =>
    whileReadable(async () => {
      const read = await zip.read(name, Math.min(left, maxBytes));
      if (read.ok) left -= read.value.length;
      else if (read.error.kind === 'damaged') left -= read.error.size;
      return read;
    });
  return ok({
    names,
    readBytes,
    async readText(name, maxBytes) {
      const bytes = await readBytes(name, maxBytes);
      return bytes.ok ? decodeText(bytes.value) : bytes;
    },
  });
}

type Outcome<T> = Result<T, { readonly kind: 'too-large' | 'not-a-zip' | 'damaged' | 'not-found' }>;

async function whileReadable<T>(
  read: () => Promise<Outcome<T>>,
): Promise<Result<T, ImportFailure>> {
  try {
    const outcome = await read();
    if (outcome.ok) return outcome;
    return err({ kind: outcome.error.kind === 'too-large' ? 'too-large' : 'not-a-zip' });
  } catch {
    return err({ kind: 'unreadable' }); // The file or its disk is no longer available.
  }
}
