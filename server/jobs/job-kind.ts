import type { Job, Repositories } from '../storage';

/** What is written of a job, in the transaction that ends it. */
export type Finish = (repositories: Repositories) => Promise<unknown>;

/** One kind of work that is done after the answer. */
export interface JobKind {
  /** As it is enqueued. */
  readonly name: string;
  /** How many of them this process does side by side. */
  readonly parallel: number;
  /** How many of them one owner has of these; all when not given. */
  readonly perOwner?: number;
  /**
   * Does the work. What it resolves with is written in the transaction that takes the job away:
   * both are kept or, when another process has the job by now, neither. When it throws, the job is
   * tried again later. `signal` says that the job was lost or that the process ends.
   */
  run(job: Job, signal: AbortSignal): Promise<Finish | undefined>;
  /** The last try failed: tells whoever waits, in the transaction that gives the job up. */
  giveUp(job: Job, repositories: Repositories): Promise<unknown>;
}
