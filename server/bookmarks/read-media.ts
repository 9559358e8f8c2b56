import {
  formatETag,
  type HandlerAnswer,
  type HandlerInput,
  MEDIA_CACHE_CONTROL,
  matchesETag,
  type media,
} from '../../src/contract';
import type { PublicContext } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import type { ResourceKind } from '../storage';
import { guardFile } from './served-file';

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
