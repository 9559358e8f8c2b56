import { err, ok, type Result } from '../../domain';
import type { ImportFailure } from './imported';
import { MAX_FILE_BYTES } from './limits';

/**
 * The text of a file: UTF-8, or UTF-16 when its byte order mark says so. Anything else is refused:
 * a guess would put wrong words in titles for good.
 */
export async function readText(file: Blob): Promise<Result<string, ImportFailure>> {
  if (file.size > MAX_FILE_BYTES) return err({ kind: 'too-large' });
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return err({ kind: 'unreadable' }); // It is gone, or its disk is.
  }
}

/** As `readText`, of bytes. */
export function decodeText(bytes: Uint8Array): Result<string, ImportFailure> {
  const mark = [...bytes.subarray(0, 2)].join();
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? err({ kind: 'not-text' }) : ok(text);
  } catch {
    return err({ kind: 'not-text' });
  }
}
