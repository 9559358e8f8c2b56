import type { FormValue, SyncSort, syncParams } from '../../src/contract';
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
