import {
  formatETag,
  type HandlerAnswer,
  type HandlerInput,
  MEDIA_CACHE_CONTROL,
  matchesETag,
  type media,
} from '../../src/contract';
import type { PublicContext } from '../http/context';
import type { Exchange } from '../http/exchange';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import type { ResourceKind, ResourceRow } from '../storage';

type Media = typeof media.image | typeof media.resource;

const TAG_LENGTH = 32;

/**
 * A file of a bookmark of one of `kinds`, for anybody who knows its address: pages show these
 * images, and an `<img>` sends no token. The id in the address can't be guessed.
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
  // Not among the answer's own: a 304 says it, too.
  context.extraHeaders['Cache-Control'] = MEDIA_CACHE_CONTROL;
  const tag = found.hash.slice(0, TAG_LENGTH);
  if (matchesETag(context.headers.get('if-none-match'), tag)) return { status: 304 };
  const file = await storage.contents.file(id, name);
  if (file === null) return refuse(404);
  const type = guardFile(context, file);
  return { status: 200, type, headers: { ETag: formatETag(tag) }, body: file.bytes };
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
