import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { parseParameterHeader } from '../../../src/contract';
import { decodeDamagedUtf8 } from '../../../src/formats';
import type { PageSource } from './page-tasks';

type Source = Pick<PageSource, 'bytes' | 'contentType'>;

/** Returns the encoding that bytes seem to have; null when unsure. */
export type DetectEncoding = (bytes: Uint8Array) => string | null;

/** The most common encoding of undeclared text that is not UTF-8. */
const LEGACY = 'windows-1252';

/** In bytes. Chromium looks for the `<meta>` up to the end of the head. */
const MAX_HEAD = 65_536;

/** Returns the encoding of a `<meta>` in the head that is after the bytes that the standard looks at. */
function lateEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, MAX_HEAD)).toString('latin1');
  const [head = ''] = start.split(/<\/head|<body/i, 1);
  for (const meta of head.match(/<meta\b[^<>]{0,600}>/gi) ?? []) {
    const named = sniffEncoding(Buffer.from(meta, 'latin1'), { defaultEncoding: '' });
    if (named !== '') return named;
  }
  return null;
}

/**
 * Returns the encoding by the byte order mark, the `Content-Type`, the `<meta>` or the XML declaration;
 * null without any.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */
function declaredEncoding({ bytes, contentType }: Source): string | null {
  const label = parseParameterHeader(contentType).parameters.get('charset');
  const encoding = sniffEncoding(bytes, {
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    defaultEncoding: lateEncoding(bytes) ?? '',
  });
  // Browsers refuse such encodings, because they can hide markup.
  return encoding === 'replacement' ? null : encoding || null;
}

/** Tells whether only the content of a page can tell its encoding. */
export const needsDetection = (source: Source): boolean =>
  !isUtf8(source.bytes) && declaredEncoding(source) === null;

/**
 * Decodes a page as it declares. Undeclared text is UTF-8 if it is valid or has a few damaged
 * characters, and otherwise as `detect` finds, or windows-1252. Never throws; invalid bytes become
 * U+FFFD.
 * @param detect required for a page that `needsDetection`
 */
export function decodePage(source: Source, detect?: DetectEncoding): string {
  const { bytes } = source;
  const declared = declaredEncoding(source) ?? (isUtf8(bytes) ? 'UTF-8' : null);
  if (declared !== null) return new TextDecoder(declared).decode(bytes);
  return decodeDamagedUtf8(bytes) ?? new TextDecoder(detect?.(bytes) ?? LEGACY).decode(bytes);
}
