import type { bookmarks, HandlerAnswer, HandlerInput } from '../../src/contract';
import type { CallerContext } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import { bookmarkHeaders } from './bookmark-headers';
import { infoJson } from './bookmark-json';
import { bookmarkTag, isKnown, validators } from './validators';

type Read = typeof bookmarks.read;

/** One bookmark, with its links. */
export async function readBookmark(
  server: Server,
  { params }: HandlerInput<Read>,
  context: CallerContext,
): Promise<HandlerAnswer<Read> | Refusal> {
  const { caller, base } = context;
  const row = await server.storage.bookmarks.findDetails(caller.user.id, params.id);
  if (row === null) return refuse(404);
  const tag = bookmarkTag(server, context, row);
  if (isKnown(context, tag)) return { status: 304 };
  return {
    status: 200,
    headers: { ...bookmarkHeaders(base, row.id), ...validators(tag, row, server) },
    json: infoJson(row, row.linksJson, base),
  };
}
