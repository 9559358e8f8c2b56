import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { parseParameterHeader } from '../../../src/contract';

/** What text that does not say what it is in, and isn't UTF-8, is in most often. */
const LEGACY = 'windows-1252';

/**
 * The text of a page: by its byte order mark, its header, its own `<meta>`; when none of them tells,
 * as UTF-8 if it is that, else as browsers do in the west. Never throws: what can't be read becomes U+FFFD.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const label = parseParameterHeader(contentType).parameters.get('charset');
  const encoding = sniffEncoding(bytes, {
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : LEGACY,
  });
  return new TextDecoder(encoding).decode(bytes);
}
