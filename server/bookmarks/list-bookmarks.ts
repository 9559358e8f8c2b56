import {
  BOOKMARKS_PAGE_SIZE,
  bookmarks,
  formatETag,
  formatPageHeaders,
  type HandlerAnswer,
  type HandlerInput,
  matchesETag,
  type PageHeaders,
  pageFor,
} from '../../src/contract';
import { entityTagOf, libraryTag } from '../http/cache-validators';
import type { CallerContext } from '../http/context';
import type { Refusal } from '../http/refusal';
import type { Server } from '../server';
import { resolveSearch } from './resolve-search';

type List = typeof bookmarks.list;

/**
 * Answers with one page of the bookmarks that match the query. Uses a cached response if the library
 * has not changed, and 304 if the client has the current version.
 */
export async function listBookmarks(
  server: Server,
  cache: ListCache,
  { query }: HandlerInput<List>,
  context: CallerContext,
): Promise<HandlerAnswer<List> | Refusal> {
  const tag = await libraryTag(server, context);
  const cached = cache.get(tag);
  if (cached !== undefined) return answer(context, tag, cached);
  const resolved = await resolveSearch(server, context.caller, query, bookmarks.list.query);
  if (!resolved.ok) return resolved.error;
  const { isLasting, search } = resolved.value;
  if (isLasting && isKnownTag(context, tag)) return { status: 304 };
  const page = pageFor(query, BOOKMARKS_PAGE_SIZE);
  const { json, total } = await server.storage.bookmarks.listJson(
    context.caller.user.id,
    search,
    page,
    context.base.url(''),
  );
  const made = { headers: formatPageHeaders(context.url, page, total), json };
  if (!isLasting) return answer(context, entityTagOf(`${total} ${json}`), made);
  cache.put(tag, made);
  return answer(context, tag, made);
}

const isKnownTag = ({ headers }: CallerContext, tag: string): boolean =>
  matchesETag(headers.get('if-none-match'), tag);

const answer = (
  context: CallerContext,
  tag: string,
  { headers, json }: ListResponse,
): HandlerAnswer<List> =>
  isKnownTag(context, tag)
    ? { status: 304 }
    : { status: 200, headers: { ...headers, ETag: formatETag(tag) }, json };

/** A response with a list. Bytes end with a newline. */
export interface ListResponse<Json = string | Uint8Array> {
  readonly headers: PageHeaders;
  readonly json: Json;
}

/** The size of the cache. Beyond it, the least recently used responses are removed. */
const MAX_LIST_CACHE_BYTES = 16 * 1024 * 1024;
/** The number of entity tags that are remembered until they are requested again. */
const MAX_TAGS = 1000;

/**
 * A cache of lists by entity tag, for lists that apps request again and again, such as the first
 * page. A response is cached when it is requested for the second time, because caching all of them
 * would cost more than making them.
 */
export class ListCache {
  readonly #responses = new Map<string, ListResponse<Uint8Array>>();
  readonly #seen = new Set<string>();
  #bytes = 0;

  get(tag: string): ListResponse | undefined {
    const known = this.#responses.get(tag);
    if (known === undefined) return undefined;
    // A Map keeps the order of insertion, so the least recently used response is the first.
    this.#responses.delete(tag);
    this.#responses.set(tag, known);
    return known;
  }

  /** Caches a response if its tag has been requested before. */
  put(tag: string, { headers, json }: ListResponse<string>): void {
    if (this.#responses.has(tag)) return;
    if (!this.#seen.delete(tag)) {
      this.#remember(tag);
      return;
    }
    const made = { headers, json: Buffer.from(`${json}\n`) };
    this.#responses.set(tag, made);
    this.#bytes += made.json.length;
    for (const [oldest, { json: gone }] of this.#responses) {
      if (this.#bytes <= MAX_LIST_CACHE_BYTES) return;
      this.#responses.delete(oldest);
      this.#bytes -= gone.length;
    }
  }

  #remember(tag: string): void {
    if (this.#seen.size >= MAX_TAGS) this.#seen.clear();
    this.#seen.add(tag);
  }
}
