import type { FormValue, SyncSort, syncParams } from '../../src/contract';
import type { SyncKey, SyncOrder } from '../storage';

/** What is to be streamed. */
export interface SyncRequest {
  /** null: all bookmarks. */
  readonly ids: readonly string[] | null;
  readonly order: SyncOrder;
  readonly hasJson: boolean;
  readonly hasHtml: boolean;
  readonly hasMarkdown: boolean;
  readonly hasResources: boolean;
  /** As `resourcePath` takes it. */
  readonly resourcePrefix: string;
}

/** What the parameters of the stream ask for (protocol.md section 11). */
export function syncRequest({ id, sort, ...wants }: FormValue<typeof syncParams>): SyncRequest {
  const [first = 'updated', ...others] = sort;
  return {
    ids: id === undefined || id.length === 0 ? null : id,
    order: [syncKey(first), ...others.map(syncKey)],
    hasJson: wants.with_json,
    hasHtml: wants.with_html,
    hasMarkdown: wants.with_markdown,
    hasResources: wants.with_resources,
    resourcePrefix: wants.resource_prefix,
  };
}

const syncKey = (sort: SyncSort): SyncKey => ({
  by: sort.endsWith('created') ? 'created' : 'updated',
  descending: sort.startsWith('-'),
});
