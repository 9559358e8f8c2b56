import { SECOND_MS } from '../../src/domain/time';
import { faultFields } from '../ops/log';
import type { JobOutcome } from '../ops/metrics';
import type { Server } from '../server';
import type { Job, Repositories } from '../storage';

type JobServer = Pick<Server, 'storage' | 'log' | 'metrics'>;

/**
 * Runs a claimed job and records the outcome. `stopping` releases the job, so that another process
 * can claim it at once.
 * @throws errors of the storage. The job is then claimed again after its lease.
 */
export async function runJob(
  server: JobServer,
  kind: JobKind,
  job: Job,
  stopping?: AbortSignal,
): Promise<JobOutcome> {
  const began = performance.now();
  const outcome = job.isOver
    ? await giveUpOver(server, kind, job)
    : await runAndSettle(server, kind, job, stopping);
  const ms = performance.now() - began;
  server.metrics.endJob({ kind: kind.name, outcome, ms });
  const fields = { kind: kind.name, job: job.id, outcome, ms: Math.round(ms) };
  server.log.debug('job ended', fields);
  return outcome;
}

async function runAndSettle(
  server: JobServer,
  kind: JobKind,
  job: Job,
  stopping: AbortSignal | undefined,
): Promise<JobOutcome> {
  const { storage } = server;
  const lease = holdLease(server, job);
  try {
    const signal = stopping ? AbortSignal.any([stopping, lease.lost]) : lease.lost;
    const finish = await kind.run(job, signal);
    return await storage.transaction(async (repositories) => {
      if (!(await repositories.jobs.complete(job))) return 'lost';
      await finish?.(repositories);
      return 'done';
    });
  } catch (fault) {
    if (lease.lost.aborted) return 'lost';
    if (stopping?.aborted) return (await storage.jobs.release(job)) ? 'released' : 'lost';
    return await settleFailure(server, kind, job, fault);
  } finally {
    lease.end();
  }
}

async function settleFailure(
  { storage, log }: JobServer,
  kind: JobKind,
  job: Job,
  fault: unknown,
): Promise<JobOutcome> {
  const { attempt } = job;
  log.error('job failed', { kind: kind.name, job: job.id, attempt, ...faultFields(fault) });
  return storage.transaction(async (repositories) => {
    const settled = await repositories.jobs.fail(job, String(fault));
    if (settled === 'given-up') await kind.giveUp(job, repositories);
    return settled;
  });
}

/** Gives up a job whose last try ended with a crash. */
function giveUpOver({ storage, log }: JobServer, kind: JobKind, job: Job): Promise<JobOutcome> {
  log.error('job given up', { kind: kind.name, job: job.id });
  return storage.transaction(async (repositories) => {
    if (!(await repositories.jobs.complete(job))) return 'lost';
    await kind.giveUp(job, repositories);
    return 'given-up';
  });
}

/** A process that does not extend the lease of a job in this time loses the job. */
export const LEASE_MS = 60 * SECOND_MS;
const EXTEND_EVERY_MS = LEASE_MS / 3;

/** Extends the lease of `job` regularly until `end` is called or the job is lost. */
function holdLease({ storage, log }: Pick<Server, 'storage' | 'log'>, job: Job) {
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
  return {
    /** Aborted when another process has taken the job. */
    lost: lost.signal,
    end: () => clearInterval(timer),
  };
}

/** Writes the result of a job in the transaction that ends it. */
export type Finish = (repositories: Repositories) => Promise<unknown>;

/** A kind of job and the work that it does. */
export interface JobKind {
  /** The kind under which its jobs are enqueued. */
  readonly name: string;
  /** The number of jobs that this process runs in parallel. */
  readonly parallel: number;
  /** The number of these that one owner may use; all by default. */
  readonly perOwner?: number;
  /**
   * Does the work. The returned function runs in the transaction that deletes the job, so nothing
   * is written when another process has taken the job meanwhile. After an exception the job is tried
   * again later. `signal` is aborted when the job is lost or the process ends.
   */
  run(job: Job, signal: AbortSignal): Promise<Finish | undefined>;
  /** Records that the last try failed, in the transaction that gives the job up. */
  giveUp(job: Job, repositories: Repositories): Promise<unknown>;
}
