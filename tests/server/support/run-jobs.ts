import { jobKindsOf } from '../../../server/job-kinds';
import { type JobKind, LEASE_MS, runJob } from '../../../server/jobs';
import type { JobOutcome } from '../../../server/ops/metrics';
import type { Server } from '../../../server/server';

/**
 * Runs all due jobs and the jobs that they make due, one after another, and returns their outcomes.
 * The server's own runner does not have to run.
 */
export async function runDueJobs(
  server: Server,
  kinds: readonly JobKind[] = jobKindsOf(server),
): Promise<readonly JobOutcome[]> {
  const outcomes: JobOutcome[] = [];
  for (;;) {
    const before = outcomes.length;
    for (const kind of kinds) {
      const [job] = await server.storage.jobs.claim(kind.name, 1, LEASE_MS);
      if (job !== undefined) outcomes.push(await runJob(server, kind, job));
    }
    if (outcomes.length === before) return outcomes;
  }
}
