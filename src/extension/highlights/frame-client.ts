import type { Highlight, HighlightId } from '../../domain/highlight';
import type { LocalOnly } from '../../library';
import { createAsk } from './page-client';

/** The highlights of a page with their notes. */
export interface FrameHighlights {
  /** The title of the saved page; empty if it is not saved. */
  readonly title: string;
  readonly url: string;
  readonly highlights: readonly Highlight[];
  /** Why some of them are not on the server. */
  readonly localOnly: readonly (readonly [HighlightId, LocalOnly])[];
}

/**
 * The background as the frame in a page sees it. `FrameBackground` of ui/ has the same shape. The
 * background knows the page by the token of the frame.
 */
export function createFrameClient(send: Parameters<typeof createAsk>[0], token: string) {
  const ask = createAsk(send, token);
  return {
    read: () => ask<FrameHighlights>('readFrame', {}),
    setNote: (id: HighlightId, note: string) => ask<unknown>('setNote', { id, note }),
  };
}
