import { MAX_PAGE_SIZE, parsePageHeaders } from '../../contract';
import { ok, type Result } from '../../domain';
import type { ServiceError } from './service-error';

interface PageAnswer<Item> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: readonly Item[] | null;
}

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** A server that never comes to an end is not listened to for ever. */
const MAX_PAGES = 10_000;

/** One page, and how many items there are in all as far as the server says. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
}

/**
 * The pages of a list one after another, each asked for when the one before was taken; ends after
 * the last or with the first error. `ask` makes the call with the paging it is given. The next page
 * is found by counting: the addresses that servers send may be dead or another host's. A list that
 * changes meanwhile may show an item twice or not at all: sync is for that.
 */
export async function* eachPage<Item>(
  ask: (paging: Paging) => Promise<Result<PageAnswer<Item>, ServiceError>>,
  limit = MAX_PAGE_SIZE,
): AsyncGenerator<Result<PageOf<Item>, ServiceError>, void> {
  let offset = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await ask({ limit, offset });
    if (!answer.ok) return yield answer;
    const items = answer.value.body ?? [];
    const { total, next } = parsePageHeaders(answer.value.headers);
    if (items.length > 0 || offset === 0) yield ok({ items, total });
    offset += items.length;
    // A server may cut the page shorter than it was asked for; one without headers just ends.
    const hasMore = total === null ? next !== null || items.length >= limit : offset < total;
    if (items.length === 0 || !hasMore) return;
  }
}

/** What a server said of the state of an answer, as it said it: older ones leave the quotes out. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export const validatorsOf = (headers: Pick<Headers, 'get'>): Validators => ({
  etag: headers.get('ETag'),
  lastModified: headers.get('Last-Modified'),
});

/**
 * Headers of a request that is answered 304, without a body, when nothing changed. The tag goes
 * alone where there is one: with both, both must fit (protocol.md section 1).
 */
export function conditionsFor({
  etag,
  lastModified,
}: Validators): Readonly<Record<string, string>> {
  if (etag !== null) return { 'If-None-Match': etag };
  return lastModified === null ? {} : { 'If-Modified-Since': lastModified };
}
