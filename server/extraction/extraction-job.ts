import { BOOKMARK_STATE } from '../../src/contract';
import { createSafeFetch } from '../fetch';
import type { JobKind } from '../jobs';
import type { Server } from '../server';
import type { Job } from '../storage';
import { GIVEN_UP } from './error-messages';
import { extract } from './extract';
import { extractionOf } from './extraction';
import { EXTRACTION_KIND, type ExtractionJob } from './request-extraction';
import { saveExtraction } from './save-extraction';

/** Pages that are processed at the same time. Most of them wait for their sites. */
const PARALLEL_EXTRACTIONS = 8;
/**
 * Pages of one user, so that others always have places. They may all be of one site, to which a
 * browser opens as many connections.
 */
const EXTRACTIONS_PER_USER = 6;

/** The jobs that read the pages of bookmarks. */
export function extractionKind(server: Server): JobKind {
  const { storage, processes } = server;
  const fetch = createSafeFetch(server);
  return {
    name: EXTRACTION_KIND,
    parallel: PARALLEL_EXTRACTIONS,
    perOwner: EXTRACTIONS_PER_USER,
    async run(job, signal) {
      const asked = payloadOf(job);
      const { key, captured, revision } = asked;
      const bookmark = await storage.bookmarks.findByKey(key);
      // The bookmark was deleted meanwhile.
      if (bookmark === null) return undefined;
      if (revision !== undefined) {
        const kept = await storage.contents.revision(key, revision);
        if (kept === null) return undefined;
        const extraction = extractionOf(kept, bookmark);
        const save = await saveExtraction(server, bookmark, extraction, captured);
        // It changes places with the present article, so that none of them is kept twice.
        return async (unit) => {
          await unit.contents.removeRevision(key, revision);
          await save(unit);
        };
      }
      // The same page was sent twice, and the first of the jobs has read it.
      const isRead = captured !== null && (await storage.contents.sent(key, captured)).length === 0;
      if (isRead) return undefined;
      const user = String(bookmark.userId);
      const tools = { storage, fetch, reader: processes.sharedBy(user), user };
      const extraction = await extract(tools, bookmark, asked, signal);
      return saveExtraction(server, bookmark, extraction, captured);
    },
    async giveUp(job, { bookmarks, contents }) {
      const { key, captured } = payloadOf(job);
      const row = await bookmarks.findByKey(key);
      if (row === null) return;
      if (captured !== null) await contents.removeSent(key, captured);
      await bookmarks.update(row.userId, row.id, ({ hasArticle }) => ({
        state: hasArticle ? BOOKMARK_STATE.loaded : BOOKMARK_STATE.error,
        errors: [GIVEN_UP],
      }));
    },
  };
}

// Only `request-extraction.ts` enqueues jobs of this kind.
const payloadOf = ({ payload }: Job): ExtractionJob => payload as unknown as ExtractionJob;
