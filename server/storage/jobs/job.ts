import type { UnixMs } from '../../../src/domain/time';

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
