import { BOOKMARK_STATE } from '../../src/contract';
import { createSafeFetch } from '../fetch';
import type { JobKind } from '../jobs';
import type { Server } from '../server';
import type { Job } from '../storage';
import { extract } from './extract';
import { EXTRACTION_KIND, type ExtractionJob } from './extraction-job';
import { keepExtraction } from './keep-extraction';
import { GIVEN_UP } from './messages';

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
