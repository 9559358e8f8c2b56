import { MAX_PAGE_SIZE, parsePageHeaders } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
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

/** A server that has more pages than this reports another one for ever. */
const MAX_PAGES = 10_000;

const ENDLESS = err<ServiceError>({ kind: 'malformed', issues: ['a list without an end'] });

/** One page; `total` is the number of all items if the server reports it. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
}

/**
 * Iterates over the pages of a list. It requests a page when the previous one was consumed, and
 * ends after the last page or the first error. `ask` makes the call with the given paging. Offsets
 * are counted, because the links that servers send may point to another host. If the list changes
 * meanwhile, an item may appear twice or not at all; use sync where that matters.
 */
export async function* eachPage<Item>(
  ask: (paging: Paging) => Promise<Result<PageAnswer<Item>, ServiceError>>,
  limit = MAX_PAGE_SIZE,
): AsyncGenerator<Result<PageOf<Item>, ServiceError>, void> {
  let offset = 0;
  let first = '';
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await ask({ limit, offset });
    if (!answer.ok) return yield answer;
    const items = answer.value.body ?? [];
    const { total, next } = parsePageHeaders(answer.value.headers);
    const begins = JSON.stringify(items[0] ?? '');
    if (offset > 0 && begins === first) return yield ENDLESS;
    first = begins;
    if (items.length > 0 || offset === 0) yield ok({ items, total });
    offset += items.length;
    // A server may return fewer items than requested. Without headers, a short page is the last
    // one.
    const hasMore = total === null ? next !== null || items.length >= limit : offset < total;
    if (items.length === 0 || !hasMore) return;
  }
  yield ENDLESS;
}
