import * as z from 'zod/mini';
import type { ArticleRequestResult } from '../../domain';
import type { MessageTable } from '../message-table';
import { anyOf, BookmarkIdSchema } from '../schemas';

/** The messages about sync that need the service's client, by name. */
export const SYNC_MESSAGES = {
  /** Fetches an article that is on the server, at once. */
  fetchArticle: {
    request: z.strictObject({ id: BookmarkIdSchema }),
    response: anyOf<ArticleRequestResult>({
      here: true,
      none: true,
      offline: true,
      'server-busy': true,
      'signed-out': true,
      'not-allowed': true,
      'wrong-server': true,
      refused: true,
      quota: true,
      'library-unavailable': true,
      'server-lost-data': true,
      failed: true,
    }),
  },
} satisfies MessageTable;

export type SyncMessages = typeof SYNC_MESSAGES;
