import {
  BOOKMARKS_PAGE_SIZE,
  bookmarks,
  formatETag,
  formatPageHeaders,
  type HandlerAnswer,
  type HandlerInput,
  matchesETag,
  pageOf,
} from '../../src/contract';
import { libraryTag, tagOf } from '../http/cache-validators';
import type { CallerContext } from '../http/context';
import type { Refusal } from '../http/refusal';
import type { Server } from '../server';
import type { ListAnswer, ListAnswers } from './list-answers';
import { readWanted } from './wanted-bookmarks';

type List = typeof bookmarks.list;

/**
 * One page of the bookmarks that are asked for. As long as nothing changed it is not made again,
 * and not sent again to who has it.
 */
export async function listBookmarks(
  server: Server,
  sent: ListAnswers,
  { query }: HandlerInput<List>,
  context: CallerContext,
): Promise<HandlerAnswer<List> | Refusal> {
  const tag = await libraryTag(server, context);
  const known = sent.get(tag);
  if (known !== undefined) return answer(context, tag, known);
  const wanted = await readWanted(server, context.caller, query, bookmarks.list.query);
  if (!wanted.ok) return wanted.error;
  const { isLasting, search } = wanted.value;
  if (isLasting && isKnown(context, tag)) return { status: 304 };
  const page = pageOf(query, BOOKMARKS_PAGE_SIZE);
  const { json, total } = await server.storage.bookmarks.listJson(
    context.caller.user.id,
    search,
    page,
    context.base.url(''),
  );
  const made = { headers: formatPageHeaders(context.url, page, total), json };
  if (!isLasting) return answer(context, tagOf(`${total} ${json}`), made);
  sent.put(tag, made);
  return answer(context, tag, made);
}

const isKnown = ({ headers }: CallerContext, tag: string): boolean =>
  matchesETag(headers.get('if-none-match'), tag);

const answer = (
  context: CallerContext,
  tag: string,
  { headers, json }: ListAnswer,
): HandlerAnswer<List> =>
  isKnown(context, tag)
    ? { status: 304 }
    : { status: 200, headers: { ...headers, ETag: formatETag(tag) }, json };
