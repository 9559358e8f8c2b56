import { SECOND_MS } from '../../src/domain';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import type { Job } from '../storage';

/** A process that does not extend the lease of a job in this time loses the job. */
export const LEASE_MS = 60 * SECOND_MS;
const EXTEND_EVERY_MS = LEASE_MS / 3;

/** A lease that is extended until it ends. */
export interface Lease {
  /** Aborted when another process has taken the job. */
  readonly lost: AbortSignal;
  end(): void;
}

/** Extends the lease of `job` regularly until `end` is called or the job is lost. */
export function holdLease({ storage, log }: Pick<Server, 'storage' | 'log'>, job: Job): Lease {
  const lost = new AbortController();
  const extend = async () => {
    try {
      if (!(await storage.jobs.extend(job, LEASE_MS))) lost.abort();
    } catch (fault) {
      // The database is unavailable. If the lease ends meanwhile, `complete` returns false.
      log.warn('lease not extended', { kind: job.kind, job: job.id, ...faultFields(fault) });
    }
  };
  const timer = setInterval(() => void extend(), EXTEND_EVERY_MS);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
