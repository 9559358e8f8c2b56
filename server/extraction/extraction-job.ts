import { BOOKMARK_STATE } from '../../src/contract';
import { createSafeFetch } from '../fetch';
import type { JobKind } from '../jobs';
import type { Server } from '../server';
import type { BookmarkKey, BookmarkRow, Job, Repositories } from '../storage';
import { GIVEN_UP } from './error-messages';
import { extract } from './extract';
import { keepExtraction } from './keep-extraction';
import type { KeptPage } from './sent-page';

export const EXTRACTION_KIND = 'extraction';

/** What a job of this kind says. */
export type ExtractionJob = {
  readonly key: BookmarkKey;
  readonly findsMain: boolean;
};

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

/** Some pages are fetched while others are read. */
const PARALLEL = 4;
/** One page of a user is read while another is fetched; the other places are for other users. */
const PER_USER = 2;

/** Reads the pages of bookmarks. */
export function extractionKind(server: Server): JobKind {
  const { storage, pageReader } = server;
  const fetch = createSafeFetch(server);
  return {
    name: EXTRACTION_KIND,
    parallel: PARALLEL,
    perOwner: PER_USER,
    async run(job, signal) {
      const { key, findsMain } = payloadOf(job);
      const bookmark = await storage.bookmarks.findByKey(key);
      // Deleted meanwhile: there is nothing to do.
      if (bookmark === null) return undefined;
      const tools = { storage, fetch, reader: pageReader.sharedBy(String(bookmark.userId)) };
      return keepExtraction(server, bookmark, await extract(tools, bookmark, findsMain, signal));
    },
    async giveUp(job, { bookmarks }) {
      const row = await bookmarks.findByKey(payloadOf(job).key);
      if (row === null) return;
      await bookmarks.update(row.userId, row.id, ({ hasArticle }) => ({
        state: hasArticle ? BOOKMARK_STATE.loaded : BOOKMARK_STATE.error,
        errors: [GIVEN_UP],
      }));
    },
  };
}

// As `requestExtraction` has written it.
const payloadOf = ({ payload }: Job): ExtractionJob => payload as unknown as ExtractionJob;
