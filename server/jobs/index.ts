// Jobs: work that any process does after the answer (docs/decisions/server-jobs.md).
export type { Finish, JobKind, JobOutcome } from './job-kind';
export { LEASE_MS } from './lease';
export { runJob } from './run-job';
export { JobRunner } from './runner';
