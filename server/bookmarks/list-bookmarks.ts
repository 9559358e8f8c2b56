import {
  BOOKMARKS_PAGE_SIZE,
  bookmarks,
  formatETag,
  formatPageHeaders,
  type HandlerAnswer,
  type HandlerInput,
  matchesETag,
  type PageHeaders,
  pageOf,
} from '../../src/contract';
import { libraryTag, tagOf } from '../http/cache-validators';
import type { CallerContext } from '../http/context';
import type { Refusal } from '../http/refusal';
import type { Server } from '../server';
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

/** A list as it is sent; bytes have their newline. */
export interface ListAnswer<Json = string | Uint8Array> {
  readonly headers: PageHeaders;
  readonly json: Json;
}

/** The size of the cache. Beyond it, the least recently used answers are dropped. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Tags that are remembered until they come again. */
const MAX_TAGS = 1000;

/**
 * Lists that are asked for again and again, as apps do with the first page, by their entity tags:
 * what has the same tag is the same. What is asked for once is not kept: to hold such texts for a
 * while costs more than to make them.
 */
export class ListAnswers {
  readonly #kept = new Map<string, ListAnswer<Uint8Array>>();
  readonly #seen = new Set<string>();
  #bytes = 0;

  get(tag: string): ListAnswer | undefined {
    const known = this.#kept.get(tag);
    if (known === undefined) return undefined;
    // A Map keeps the order in which it was written.
    this.#kept.delete(tag);
    this.#kept.set(tag, known);
    return known;
  }

  /** Keeps what has just been made, if it was before. */
  put(tag: string, { headers, json }: ListAnswer<string>): void {
    if (this.#kept.has(tag)) return;
    if (!this.#seen.delete(tag)) {
      this.#remember(tag);
      return;
    }
    const made = { headers, json: Buffer.from(`${json}\n`) };
    this.#kept.set(tag, made);
    this.#bytes += made.json.length;
    for (const [oldest, { json: gone }] of this.#kept) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= gone.length;
    }
  }

  #remember(tag: string): void {
    if (this.#seen.size >= MAX_TAGS) this.#seen.clear();
    this.#seen.add(tag);
  }
}
