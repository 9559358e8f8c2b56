import type { Job, Repositories } from '../storage';

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

/** The way a run of a job ended. */
export type JobOutcome = 'done' | 'put-back' | 'given-up' | 'lost' | 'released';
