import { DAY_MS, MINUTE_MS, unixMs } from '../../src/domain';
import type { Server } from '../server';
import { faultFields } from './log';

const SWEEP_EVERY_MS = 10 * MINUTE_MS;
/** How long an expired share link is still told from one that never was. */
const REMEMBER_SHARES_MS = 30 * DAY_MS;
/** How long an app that was away can catch up by events, before it syncs from anew. */
const REMEMBER_EVENTS_MS = 7 * DAY_MS;
/** How long a job that was given up can be looked at. */
const REMEMBER_JOBS_MS = 30 * DAY_MS;
/** How long the progress of an import that is over can be asked for. */
const REMEMBER_IMPORTS_MS = DAY_MS;

/** Takes away what has expired and is of no use to anybody. Several processes may do so at once. */
export async function sweep({ storage, now }: Pick<Server, 'storage' | 'now'>): Promise<void> {
  const at = now();
  await storage.oauth.clear(at);
  await storage.sessions.clear(at);
  await storage.attempts.clear(at);
  await storage.idempotency.clear(at);
  await storage.shareLinks.clear(unixMs(at - REMEMBER_SHARES_MS));
  await storage.events.prune(unixMs(at - REMEMBER_EVENTS_MS));
  await storage.jobs.prune(unixMs(at - REMEMBER_JOBS_MS));
  await storage.imports.clear(unixMs(at - REMEMBER_IMPORTS_MS));
  // A batch at a time, so that others can write in between.
  while ((await storage.contents.collectGarbage()) > 0);
}

/** Sweeps now and from time to time, until the value is called. */
export function startSweeping(server: Server): () => void {
  const sweepOnce = () =>
    void sweep(server).catch((fault) => server.log.error('sweep failed', faultFields(fault)));
  sweepOnce();
  const timer = setInterval(sweepOnce, SWEEP_EVERY_MS);
  return () => clearInterval(timer);
}
