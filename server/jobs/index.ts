// Jobs: work that any process does after the answer (docs/decisions/server-jobs.md).
export { type Finish, type JobKind, LEASE_MS, runJob } from './run-job';
export { JobRunner } from './runner';
