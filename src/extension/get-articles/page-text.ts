import { decodeDamagedUtf8, decodeWestern } from '../../formats/imports/decode-text';

/** The longest part of a page in which its encoding is looked for. Browsers read as much. */
const HEAD_BYTES = 1024;

/**
 * Decodes a page by its byte order mark, its header or its `meta`, and otherwise as most pages are. Returns
 * null if it says nothing of its encoding, and a guess could damage all of it.
 */
export function decodePage(bytes: Uint8Array<ArrayBuffer>, contentType: string): string | null {
  const named = markOf(bytes) ?? charsetIn(contentType) ?? charsetInHead(bytes);
  if (named !== null) {
    const decoder = decoderOf(named);
    if (decoder !== null) return decoder.decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeDamagedUtf8(bytes) ?? decodeWestern(bytes);
  }
}

function markOf([first, second]: Uint8Array): string | null {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xef && second === 0xbb ? 'utf-8' : null;
}

const charsetIn = (text: string): string | null =>
  /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(text)?.[1] ?? null;

function charsetInHead(bytes: Uint8Array<ArrayBuffer>): string | null {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES));
  const meta = head.match(/<meta\b[^<>]{0,600}>/gi)?.find((tag) => /charset/i.test(tag));
  const named = charsetIn(meta ?? '');
  // A page whose `meta` could be read is not in UTF-16.
  return named?.toLowerCase().startsWith('utf-16') ? 'utf-8' : named;
}

function decoderOf(name: string): TextDecoder | null {
  try {
    return new TextDecoder(name);
  } catch {
    return null; // There is no encoding of that name.
  }
}
