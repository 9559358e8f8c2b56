import {
  formatETag,
  type HandlerAnswer,
  type HandlerInput,
  MEDIA_CACHE_CONTROL,
  matchesETag,
  type media,
} from '../../src/contract';
import { beginStream } from '../http/body-stream';
import type { PublicContext } from '../http/context';
import type { Exchange } from '../http/exchange';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import type { ResourceKind, ResourceRow, Storage } from '../storage';

type Media = typeof media.image | typeof media.resource;

const TAG_LENGTH = 32;

/**
 * Answers with a file of a bookmark. Needs no token, because pages show these images and an `<img>`
 * sends none. The id in the address cannot be guessed.
 * @param kinds files of other kinds are answered with 404
 */
export async function readMedia(
  { storage }: Pick<Server, 'storage'>,
  kinds: readonly ResourceKind[],
  { params }: HandlerInput<Media>,
  context: PublicContext,
): Promise<HandlerAnswer<Media> | Refusal> {
  const { prefix, id, name } = params;
  const found = id.startsWith(prefix) ? await storage.contents.resource(id, name) : null;
  if (found === null || !kinds.includes(found.kind)) return refuse(404);
  // An extra header is also part of a 304.
  context.extraHeaders['Cache-Control'] = MEDIA_CACHE_CONTROL;
  const tag = found.hash.slice(0, TAG_LENGTH);
  if (matchesETag(context.headers.get('if-none-match'), tag)) return { status: 304 };
  const body = await fileBody(storage, found, context);
  if (body === null) return refuse(404);
  const type = guardFile(context, found);
  return { status: 200, type, headers: { ETag: formatETag(tag) }, body };
}

/** Larger files are sent in pieces, so that clients that read slowly keep little in memory. */
const MAX_WHOLE_BYTES = 256 * 1024;

/** Returns the body of a response with a file; null when its bytes are missing. */
export async function fileBody(
  { contents }: Pick<Storage, 'contents'>,
  { hash, sizeBytes }: ResourceRow,
  { extraHeaders, clientAddress }: Pick<Exchange, 'extraHeaders' | 'clientAddress'>,
): Promise<Uint8Array | ReadableStream<Uint8Array> | null> {
  if (sizeBytes <= MAX_WHOLE_BYTES) return contents.bytes(hash);
  const pieces = await contents.pieces(hash);
  if (pieces === null) return null;
  extraHeaders['Content-Length'] = String(sizeBytes);
  // The client sees that the file ends too early. The log is of no use: the bytes were just removed.
  return beginStream(pieces, { client: clientAddress, onFault: () => undefined });
}

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

/** An image without a page around it is a document. Only the styles of an SVG image may take effect. */
const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

/**
 * Returns the media type of a file for the response, and adds headers that keep the file from running
 * code. A file that is not a known image can only be downloaded.
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
