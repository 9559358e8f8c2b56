import type { FormValue, SyncSort, syncParams } from '../../src/contract';
import { SECOND_MS, type UnixMs, unixMs } from '../../src/domain/time';
import type { BookmarkSearch, SyncKey, SyncOrder } from '../storage';

/** The bookmarks and the kinds of parts that a stream contains. */
export interface SyncRequest {
  readonly search: BookmarkSearch;
  readonly order: SyncOrder;
  readonly hasJson: boolean;
  readonly hasHtml: boolean;
  readonly hasMarkdown: boolean;
  readonly hasAnnotations: boolean;
  readonly hasResources: boolean;
  /** The prefix for `resourcePath`. */
  readonly resourcePrefix: string;
}

type StreamParameters = Omit<FormValue<typeof syncParams>, 'id'>;

/** Makes the request from the parameters of the stream (protocol.md section 11). */
export function syncRequest(
  { sort, ...parameters }: StreamParameters,
  search: BookmarkSearch,
): SyncRequest {
  const [first = 'updated', ...others] = sort;
  return {
    search,
    order: [syncKey(first), ...others.map(syncKey)],
    hasJson: parameters.with_json,
    hasHtml: parameters.with_html,
    hasMarkdown: parameters.with_markdown,
    hasAnnotations: parameters.with_annotations,
    hasResources: parameters.with_resources,
    resourcePrefix: parameters.resource_prefix,
  };
}

const syncKey = (sort: SyncSort): SyncKey => ({
  by: sort.endsWith('created') ? 'created' : 'updated',
  descending: sort.startsWith('-'),
});

/**
 * Rounds `since` down to its second, because some clients store times in seconds. A client may then
 * get the same change twice, but misses none (protocol.md section 11).
 */
export const sinceMoment = (since: number | undefined): UnixMs | null =>
  since === undefined ? null : unixMs(Math.floor(since / SECOND_MS) * SECOND_MS);
