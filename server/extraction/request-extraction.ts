import type { BookmarkKey, BookmarkRow, Repositories } from '../storage';
import { type PackedPage, storePage } from './sent-page';

export const EXTRACTION_KIND = 'extraction';

/** The payload of an extraction job. */
export type ExtractionJob = {
  readonly key: BookmarkKey;
  readonly findsMain: boolean;
};

/** Lower than that of single saves, for which people wait. */
export const IMPORT_PRIORITY = -1;

/** A page that cannot be read is not tried again. These attempts are for crashes and server errors. */
const MAX_ATTEMPTS = 3;

/**
 * Enqueues a job that reads the page of a bookmark once the transaction is committed. Does nothing
 * when such a job is already waiting.
 * @param sent the page that was sent with the bookmark; without it the job fetches the page
 * @param priority jobs with a greater number run first; 0 for a save, or `IMPORT_PRIORITY`
 */
export async function requestExtraction(
  { contents, jobs }: Repositories,
  { key, userId }: Pick<BookmarkRow, 'key' | 'userId'>,
  sent?: PackedPage,
  priority = 0,
): Promise<void> {
  if (sent) {
    await storePage({ contents }, sent);
    await contents.putSent(key, sent.files);
  }
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
