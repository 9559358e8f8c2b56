import { SECOND_MS } from '../../src/domain';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import type { Job } from '../storage';

/** A process that says nothing for as long as this has lost its jobs. */
export const LEASE_MS = 60 * SECOND_MS;
const EXTEND_EVERY_MS = LEASE_MS / 3;

/** A job that stays this process's own. */
export interface Lease {
  /** Aborted when another process has taken the job. */
  readonly lost: AbortSignal;
  end(): void;
}

/** Keeps `job` until `end`, or until it is found lost. */
export function holdLease({ storage, log }: Pick<Server, 'storage' | 'log'>, job: Job): Lease {
  const lost = new AbortController();
  const extend = async () => {
    try {
      if (!(await storage.jobs.extend(job, LEASE_MS))) lost.abort();
    } catch (fault) {
      // The database is away: the lease may outlast that, and if it doesn't, `complete` tells.
      log.warn('lease not extended', { kind: job.kind, job: job.id, ...faultFields(fault) });
    }
  };
  const timer = setInterval(() => void extend(), EXTEND_EVERY_MS);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
