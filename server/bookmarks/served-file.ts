import type { Exchange } from '../http/exchange';
import type { ResourceRow } from '../storage';

/** The types of files that browsers display without running code. */
const SHOWN_TYPES = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'image/x-icon',
]);

/** An image opened by itself is a document, and an SVG has styles: nothing else of it may act. */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

/**
 * The media type to send a page's file with; the answer is held to it. What is no image that we
 * know can only be downloaded.
 */
export function guardFile(
  { extraHeaders }: Pick<Exchange, 'extraHeaders'>,
  { contentType }: Pick<ResourceRow, 'contentType'>,
): string {
  extraHeaders['Content-Security-Policy'] = FILE_POLICY;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (SHOWN_TYPES.has(type)) return type;
  extraHeaders['Content-Disposition'] = 'attachment';
  return 'application/octet-stream';
}
