import { faultFields } from '../ops/log';
import type { Server } from '../server';
import type { Job } from '../storage';
import type { JobKind, JobOutcome } from './job-kind';
import { holdLease } from './lease';

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
