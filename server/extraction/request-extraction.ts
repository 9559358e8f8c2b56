import type { BookmarkRow, Repositories } from '../storage';
import { EXTRACTION_KIND, type ExtractionJob } from './extraction-job';
import type { KeptPage } from './sent-page';

/** What a page does is a value: another try is for a process that went down, or a fault of ours. */
const MAX_ATTEMPTS = 3;

/**
 * Has the page of a bookmark read, as soon as the transaction of `unit` is committed. Does nothing
 * when that waits already.
 * @param sent what came with the bookmark; without it the page is fetched
 * @param priority greater is sooner: whoever waits for one page goes before thousands of an import
 */
export async function requestExtraction(
  { contents, jobs }: Repositories,
  { key, userId }: Pick<BookmarkRow, 'key' | 'userId'>,
  sent?: KeptPage,
  priority = 0,
): Promise<void> {
  if (sent) await contents.putSent(key, sent.files);
  const payload: ExtractionJob = { key, findsMain: sent?.findsMain ?? true };
  await jobs.enqueue({
    kind: EXTRACTION_KIND,
    payload,
    owner: String(userId),
    priority,
    maxAttempts: MAX_ATTEMPTS,
    uniqueKey: `${EXTRACTION_KIND} ${key}`,
  });
}
