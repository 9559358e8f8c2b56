import type { UnixMs } from '../../src/domain/time';
import type { BookmarkKey, BookmarkRow, Repositories } from '../storage';
import { type PackedPage, storePage } from './sent-page';

export const EXTRACTION_KIND = 'extraction';

/** The payload of an extraction job. */
export type ExtractionJob = {
  readonly key: BookmarkKey;
  readonly findsMain: boolean;
  /** When the page that was sent was captured; null for any other page. */
  readonly captured: UnixMs | null;
  /** The earlier article to put back. */
  readonly revision?: string;
};

/** Lower than that of single saves, for which people wait. */
export const IMPORT_PRIORITY = -1;

/** A page that cannot be read is not tried again. These attempts are for crashes and server errors. */
const MAX_EXTRACTION_ATTEMPTS = 3;

/**
 * Enqueues a job that reads the page of a bookmark once the transaction is committed. Does nothing
 * when such a job of the same page is already waiting.
 * @param sent the page that was sent with the bookmark; without it the job fetches the page
 * @param priority jobs with a greater number run first; 0 for a save, or `IMPORT_PRIORITY`
 */
export async function requestExtraction(
  { contents, jobs }: Repositories,
  { key, userId }: Pick<BookmarkRow, 'key' | 'userId'>,
  sent?: PackedPage,
  priority = 0,
): Promise<void> {
  const captured = sent?.captured ?? null;
  if (sent) {
    await storePage({ contents }, sent);
    await contents.putSent(key, sent.files, captured ?? 0);
  }
  const payload = { key, findsMain: sent?.findsMain ?? true, captured };
  await enqueue(jobs, { payload, userId, priority });
}

/** Enqueues a job that puts an earlier article back, as if it had been captured at `captured`. */
export const requestRevision = (
  { jobs }: Repositories,
  { key, userId }: Pick<BookmarkRow, 'key' | 'userId'>,
  revision: string,
  captured: UnixMs,
): Promise<void> =>
  enqueue(jobs, { payload: { key, findsMain: false, captured, revision }, userId, priority: 0 });

interface Requested {
  readonly payload: ExtractionJob;
  readonly userId: BookmarkRow['userId'];
  readonly priority: number;
}

async function enqueue(
  jobs: Repositories['jobs'],
  { payload, userId, priority }: Requested,
): Promise<void> {
  const { key, captured } = payload;
  await jobs.enqueue({
    kind: EXTRACTION_KIND,
    payload,
    owner: String(userId),
    priority,
    maxAttempts: MAX_EXTRACTION_ATTEMPTS,
    // Each page that was sent is read, so that none is lost.
    uniqueKey: `${EXTRACTION_KIND} ${key} ${captured ?? 0}`,
  });
}
