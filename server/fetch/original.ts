import type { IncomingMessage } from 'node:http';
import { MAX_URL_LENGTH, parseLinks } from '../../src/contract';
import { isWebAddress } from '../../src/domain';

/** Of a `Link` header; it is read by patterns, and whoever sends it could send 64 kB. */
const MAX_LENGTH = 4096;

/**
 * The page that an answer is a copy of, as archives and shared pages say, without its fragment; null
 * when it doesn't say. @see https://www.rfc-editor.org/rfc/rfc7089#section-2.2.1
 */
export function originalOf({ headers }: IncomingMessage, at: URL): string | null {
  // Several headers are one text by now.
  const header = [headers.link ?? []].flat().join().slice(0, MAX_LENGTH);
  const link = parseLinks(header).find(({ rel }) => rel.toLowerCase() === 'original');
  if (link === undefined || !URL.canParse(link.url, at)) return null;
  const original = new URL(link.url, at);
  original.hash = '';
  const { href } = original;
  return isWebAddress(href) && href.length <= MAX_URL_LENGTH ? href : null;
}
