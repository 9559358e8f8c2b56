import type { FormValue, syncParams } from '../../src/contract';
import type { SyncOrder } from '../storage';

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

/** What the parameters of the stream ask for (protocol.md section 11). The first order counts. */
export function syncRequest({ id, sort, ...wants }: FormValue<typeof syncParams>): SyncRequest {
  const order = sort[0] ?? 'updated';
  return {
    ids: id === undefined || id.length === 0 ? null : id,
    order: {
      by: order.endsWith('created') ? 'created' : 'updated',
      descending: order.startsWith('-'),
    },
    hasJson: wants.with_json,
    hasHtml: wants.with_html,
    hasMarkdown: wants.with_markdown,
    hasResources: wants.with_resources,
    resourcePrefix: wants.resource_prefix,
  };
}
