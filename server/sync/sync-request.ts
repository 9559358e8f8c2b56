import type { FormValue, SyncSort, syncParams } from '../../src/contract';
import { SECOND_MS, type UnixMs, unixMs } from '../../src/domain';
import type { BookmarkSearch, SyncKey, SyncOrder } from '../storage';

/** What is to be streamed. */
export interface SyncRequest {
  readonly search: BookmarkSearch;
  readonly order: SyncOrder;
  readonly hasJson: boolean;
  readonly hasHtml: boolean;
  readonly hasMarkdown: boolean;
  readonly hasAnnotations: boolean;
  readonly hasResources: boolean;
  /** As `resourcePath` takes it. */
  readonly resourcePrefix: string;
}

type Wishes = Omit<FormValue<typeof syncParams>, 'id'>;

/** What the parameters of the stream ask for of what `search` chooses (protocol.md section 11). */
export function syncRequest({ sort, ...wants }: Wishes, search: BookmarkSearch): SyncRequest {
  const [first = 'updated', ...others] = sort;
  return {
    search,
    order: [syncKey(first), ...others.map(syncKey)],
    hasJson: wants.with_json,
    hasHtml: wants.with_html,
    hasMarkdown: wants.with_markdown,
    hasAnnotations: wants.with_annotations,
    hasResources: wants.with_resources,
    resourcePrefix: wants.resource_prefix,
  };
}

const syncKey = (sort: SyncSort): SyncKey => ({
  by: sort.endsWith('created') ? 'created' : 'updated',
  descending: sort.startsWith('-'),
});

/**
 * The moment from which `since` asks for changes: the beginning of its second, since clients keep
 * times in seconds. The same change may be told again, and none is missed (protocol.md section 11).
 */
export const sinceMoment = (since: number | undefined): UnixMs | null =>
  since === undefined ? null : unixMs(Math.floor(since / SECOND_MS) * SECOND_MS);
