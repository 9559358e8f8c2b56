import { DAY_MS, MINUTE_MS, unixMs } from '../../src/domain/time';
import type { Server } from '../server';
import { KEEP_REVISIONS_MS } from '../storage';
import { faultFields } from './log';

const SWEEP_EVERY_MS = 10 * MINUTE_MS;
/** The time in which an expired share link is answered with 410 instead of 404. */
const REMEMBER_SHARES_MS = 30 * DAY_MS;
/** The time in which a client can catch up by events. Later it needs a full comparison. */
const REMEMBER_EVENTS_MS = 7 * DAY_MS;
/** The time for which failed jobs are kept. */
const REMEMBER_JOBS_MS = 30 * DAY_MS;
/** The time in which the progress of a finished import can be read. */
const REMEMBER_IMPORTS_MS = DAY_MS;

/**
 * Deletes expired rows and tidies the database. What a person has or needs goes when the time is
 * confirmed: nothing reads it after its end, so it may stay longer. Several processes may do so at the
 * same time.
 */
export async function sweep({ storage, now }: Pick<Server, 'storage' | 'now'>): Promise<void> {
  // Anybody may cause these, so they must not gather.
  await storage.oauth.clear(now());
  await storage.pendingSignIns.clear(now());
  await storage.attempts.clear(now());
  const at = await storage.confirmTime(now());
  await storage.sessions.clear(at);
  await storage.idempotency.clear(at);
  await storage.shareLinks.clear(unixMs(at - REMEMBER_SHARES_MS));
  await storage.events.prune(unixMs(at - REMEMBER_EVENTS_MS));
  await storage.jobs.prune(unixMs(at - REMEMBER_JOBS_MS));
  await storage.contents.clearRevisions(unixMs(at - KEEP_REVISIONS_MS));
  await storage.imports.clear(unixMs(at - REMEMBER_IMPORTS_MS));
  // Batches let other writers run in between.
  while ((await storage.contents.collectGarbage()) > 0);
  await storage.tidy();
}

/** Deletes expired rows now and at intervals. The result stops this. */
export function startSweeping(server: Server): () => void {
  const sweepOnce = () =>
    void sweep(server).catch((fault) => server.log.error('sweep failed', faultFields(fault)));
  sweepOnce();
  const timer = setInterval(sweepOnce, SWEEP_EVERY_MS);
  return () => clearInterval(timer);
}
