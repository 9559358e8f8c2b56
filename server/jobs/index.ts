// Jobs: what is done after the answer, by whichever process has time (docs/decisions/server-jobs.md).
export type { Finish, JobKind } from './job-kind';
export { LEASE_MS } from './lease';
export type { JobOutcome } from './outcome';
export { runJob } from './run-job';
export { JobRunner } from './runner';
