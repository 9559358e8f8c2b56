import { jobKindsOf } from '../../../server/job-kinds';
import { type JobKind, type JobOutcome, LEASE_MS, runJob } from '../../../server/jobs';
import type { Server } from '../../../server/server';

/**
 * Runs all jobs that are due, one after another, and those that become due by them: what a runner
 * does in its own time, done when this resolves. How each came out.
 */
export async function runDueJobs(
  server: Server,
  kinds: readonly JobKind[] = jobKindsOf(server),
): Promise<readonly JobOutcome[]> {
  const outcomes: JobOutcome[] = [];
  const names = kinds.map(({ name }) => name);
  for (;;) {
    const [job] = await server.storage.jobs.claim(names, 1, LEASE_MS);
    const kind = kinds.find(({ name }) => name === job?.kind);
    if (job === undefined || kind === undefined) return outcomes;
    outcomes.push(await runJob(server, kind, job));
  }
}
