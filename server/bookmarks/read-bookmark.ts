import type { bookmarks, HandlerAnswer, HandlerInput } from '../../src/contract';
import type { CallerContext } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import { summaryOf } from '../storage';
import { bookmarkHeaders } from './bookmark-headers';
import { infoJson } from './bookmark-json';
import { ownBookmark } from './own-bookmark';
import { bookmarkTag, isKnown, validators } from './validators';

type Read = typeof bookmarks.read;

/** One bookmark, with its links. */
export async function readBookmark(
  server: Server,
  { params }: HandlerInput<Read>,
  context: CallerContext,
): Promise<HandlerAnswer<Read> | Refusal> {
  const { caller, base } = context;
  const row = await ownBookmark(server, caller, params.id);
  if (row === null) return refuse(404);
  const tag = bookmarkTag(server, context, row);
  if (isKnown(context, tag)) return { status: 304 };
  const content = await server.storage.contents.find(row.key);
  return {
    status: 200,
    headers: { ...bookmarkHeaders(base, row.id), ...validators(tag, row, server) },
    json: infoJson({ ...row, summary: summaryOf(row) }, JSON.stringify(content?.links ?? []), base),
  };
}
