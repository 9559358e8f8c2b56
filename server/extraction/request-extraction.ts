import type { BookmarkRow, Repositories } from '../storage';
import { EXTRACTION_KIND, type ExtractionJob } from './extraction-job';
import type { KeptPage } from './sent-page';

/**
 * Has the page of a bookmark read, as soon as the transaction of `unit` is committed. Does nothing
 * when that waits already.
 * @param sent what came with the bookmark; without it the page is fetched
 * @param priority greater is sooner: whoever waits for one page goes before thousands of an import
 */
export async function requestExtraction(
  { contents, jobs }: Repositories,
  { key }: Pick<BookmarkRow, 'key'>,
  sent?: KeptPage,
  priority = 0,
): Promise<void> {
  if (sent) await contents.putSent(key, sent.files);
  const payload: ExtractionJob = { key, findsMain: sent?.findsMain ?? true };
  const uniqueKey = `${EXTRACTION_KIND} ${key}`;
  await jobs.enqueue({ kind: EXTRACTION_KIND, payload, uniqueKey, priority });
}
