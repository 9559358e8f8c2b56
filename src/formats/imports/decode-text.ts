import { err, ok, type Result } from '../../domain/result';
import type { ImportFailure } from './imported';
import { MAX_FILE_BYTES } from './limits';

const ZIP_START = 'PK';

/** True if a file begins as a zip does. */
export async function isZip(file: Blob): Promise<boolean> {
  try {
    return (await file.slice(0, ZIP_START.length).text()) === ZIP_START;
  } catch {
    return false; // The file or its disk is no longer available. Reading it reports the failure.
  }
}

/** Reads a file as text. */
export async function readText(file: Blob): Promise<Result<string, ImportFailure>> {
  if (file.size > MAX_FILE_BYTES) return err({ kind: 'too-large' });
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return err({ kind: 'unreadable' }); // The file or its disk is no longer available.
  }
}

/**
 * Decodes a text: UTF-16 if it has a byte order mark or is seen to be it, else UTF-8 with or without one, which may
 * break off within a character or have some damaged ones. Other texts are in the encoding that they
 * declare as HTML does, or in Windows-1252, the usual one of old programs. Text that does not look
 * like a Western European language in it is refused, because a wrong guess would damage all titles.
 */
export function decodeText(bytes: Uint8Array): Result<string, ImportFailure> {
  const text = decodeMarked(bytes) ?? decodeUtf8(bytes) ?? decodeDeclared(bytes);
  const found = text ?? decodeDamagedUtf8(bytes) ?? decodeWestern(bytes);
  return found === null || found.includes('\0') ? err({ kind: 'not-text' }) : ok(found);
}

function decodeMarked(bytes: Uint8Array): string | null {
  const mark = bytes.subarray(0, 2).join();
  const encoding =
    mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : unmarkedUtf16(bytes);
  return encoding === null ? null : new TextDecoder(encoding).decode(bytes);
}

const SAMPLE_BYTES = 512;

/**
 * Some spreadsheets write UTF-16 without a mark. Most letters of an address are ASCII, so every other
 * byte is zero.
 */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const zeros = [0, 0];
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  for (let at = 0; at < length; at += 1)
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (length < 16 || Math.max(even, odd) * 3 < length) return null;
  return even === 0 ? 'utf-16le' : odd === 0 ? 'utf-16be' : null;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    // It is read as a stream, because a stream may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

const DECLARATION_BYTES = 1024;

function decodeDeclared(bytes: Uint8Array): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_BYTES));
  const label = /<meta[^<>]*charset=["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
  if (/^utf/i.test(label)) return null;
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return null; // There is no such encoding.
  }
}

const REPLACEMENT_CODE = 0xfffd;

/** Returns null if more characters are damaged than not. Those of ASCII do not count. */
export function decodeDamagedUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  let balance = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === REPLACEMENT_CODE) balance -= 1;
    else if (code > 0x7f) balance += 1;
  }
  return balance > 0 ? text : null;
}

/** The characters above ASCII that occur in Western European texts. */
const WESTERN = new Set('€‚„…ŠŒŽ‘’“”•–—™šœžŸ\u00a0¡£§©ª«®°´·º»¿');

/** Western letters above ASCII seldom stand in longer groups. Those of other alphabets do. */
const MAX_RUN = 2;

/** Returns null if the text has unusual characters, or too many that stand in groups. */
export function decodeWestern(bytes: Uint8Array): string | null {
  const text = new TextDecoder('windows-1252').decode(bytes);
  let all = 0;
  let grouped = 0;
  let run = 0;
  for (const character of text) {
    if (character <= '\x7f') {
      run = 0;
      continue;
    }
    const isLetter = character >= 'À' && character <= 'ÿ';
    if (!isLetter && !WESTERN.has(character)) return null;
    all += 1;
    run += 1;
    if (run === MAX_RUN + 1) grouped += run;
    else if (run > MAX_RUN) grouped += 1;
  }
  return grouped * 10 > all ? null : text;
}
