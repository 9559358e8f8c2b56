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
import { tagOf } from '../http/content-tag';
import type { CallerContext } from '../http/context';
import { libraryTag } from '../http/library-tag';
import type { Refusal } from '../http/refusal';
import type { Server } from '../server';
import { summariesJson } from './bookmark-json';
import { readWanted, type Wanted } from './wanted-bookmarks';

type List = typeof bookmarks.list;

/** One page of the bookmarks that are asked for; 304 without looking at them when none changed. */
export async function listBookmarks(
  server: Server,
  { query }: HandlerInput<List>,
  context: CallerContext,
): Promise<HandlerAnswer<List> | Refusal> {
  const { caller, base, url, headers } = context;
  const wanted = await readWanted(server, caller, query, bookmarks.list.query);
  if (!wanted.ok) return wanted.error;
  const known = changesOnlyWithLibrary(wanted.value) ? await libraryTag(server, context) : null;
  if (known !== null && matchesETag(headers.get('if-none-match'), known)) return { status: 304 };
  const page = pageOf(query, BOOKMARKS_PAGE_SIZE);
  const { rows, total } = await server.storage.bookmarks.list(
    caller.user.id,
    wanted.value.search,
    page,
  );
  const json = summariesJson(rows, base);
  return {
    status: 200,
    headers: {
      ...formatPageHeaders(url, page, total),
      ETag: formatETag(known ?? tagOf(`${total} ${json}`)),
    },
    json,
  };
}

/**
 * Whether the same question gets the same answer until something is changed. Words are indexed
 * after the change that brought them, and a range can end now.
 */
const changesOnlyWithLibrary = ({ search, dependsOnTime }: Wanted): boolean =>
  !dependsOnTime && search.query.terms.every(({ field }) => field === 'label');
