import { BOOKMARK_STATE } from '../../src/contract';
import { createSafeFetch } from '../fetch';
import type { JobKind } from '../jobs';
import type { Server } from '../server';
import type { Job } from '../storage';
import { GIVEN_UP } from './error-messages';
import { extract } from './extract';
import { EXTRACTION_KIND, type ExtractionJob } from './request-extraction';
import { saveExtraction } from './save-extraction';

/** Pages that are processed at the same time. Most of them wait for their sites. */
const PARALLEL = 8;
/**
 * Pages of one user, so that others always have places. They may all be of one site, to which a
 * browser opens as many connections.
 */
const PER_USER = 6;

/** The jobs that read the pages of bookmarks. */
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
      // The bookmark was deleted meanwhile.
      if (bookmark === null) return undefined;
      const user = String(bookmark.userId);
      const tools = { storage, fetch, reader: pageReader.sharedBy(user), user };
      const extraction = await extract(tools, bookmark, findsMain, signal);
      return saveExtraction(server, bookmark, extraction);
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

// Only `requestExtraction` enqueues jobs of this kind.
const payloadOf = ({ payload }: Job): ExtractionJob => payload as unknown as ExtractionJob;
