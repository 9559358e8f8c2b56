import type { UnixMs } from '../../../src/domain';

/** A job to enqueue. Any process runs it later, at least once. */
export interface NewJob {
  readonly kind: string;
  /** JSON. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The user whose work it is, so that users take turns. None by default. */
  readonly owner?: string;
  /** Now by default. */
  readonly runAt?: UnixMs;
  /** Higher priorities run first; 0 by default. */
  readonly priority?: number;
  /** The number of tries; 5 by default. */
  readonly maxAttempts?: number;
  /** `enqueue` refuses a second job with the same key while the first waits or runs. */
  readonly uniqueKey?: string;
}

/** A job that this process has claimed until its lease ends. */
export interface Job {
  readonly id: number;
  readonly kind: string;
  /** Empty when the job has no owner. */
  readonly owner: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Counts this try; the first is 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /**
   * All tries are used, and the last one ended with a crash or a lost lease. The job must not run
   * again: call `giveUp` and `complete`.
   */
  readonly isOver: boolean;
  readonly lease: string;
}

/** Limits how many jobs of one owner a process runs. */
export interface JobShares {
  /** The most jobs of one owner that this process runs at a time. */
  readonly perOwner: number;
  /** The number of jobs it runs now, by owner. */
  readonly running: ReadonlyMap<string, number>;
}

export interface JobCount {
  readonly kind: string;
  readonly state: 'waiting' | 'running' | 'failed';
  readonly count: number;
}

export interface JobRepository {
  /** Inserts a job, in the current transaction if there is one. false: its key is already in use. */
  enqueue(job: NewJob): Promise<boolean>;
  /**
   * Claims up to `limit` jobs that are due. Jobs with an ended lease come first. Then owners take
   * turns, starting with those that have the fewest running; of one owner the most urgent job is next.
   */
  claim(kind: string, limit: number, leaseMs: number, shares?: JobShares): Promise<readonly Job[]>;
  /** Extends the lease, counted from now. false: another process has the job. */
  extend(job: Job, leaseMs: number): Promise<boolean>;
  /** Deletes a finished job. false: another process has it. */
  complete(job: Job): Promise<boolean>;
  /** Puts a job back without counting the try. false: another process has it. */
  release(job: Job): Promise<boolean>;
  /** Puts a job back with a growing delay, or gives it up after its last try. */
  fail(job: Job, error: string): Promise<'put-back' | 'given-up' | 'lost'>;
  /** The time when the next job is due; null when none waits. */
  nextAt(kinds: readonly string[]): Promise<UnixMs | null>;
  counts(): Promise<readonly JobCount[]>;
  /** Deletes jobs that were given up before `before`. */
  prune(before: UnixMs): Promise<void>;
}
