import type { UnixMs } from '../../../src/domain';

/** Work to be done later, by any process, at least once. */
export interface NewJob {
  readonly kind: string;
  /** JSON. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whoever it is done for: nobody's jobs keep those of others waiting. Nobody when not given. */
  readonly owner?: string;
  /** Now when not given. */
  readonly runAt?: UnixMs;
  /** Greater is sooner; 0 when not given. */
  readonly priority?: number;
  /** Tries before it is given up; 5 when not given. */
  readonly maxAttempts?: number;
  /** While a job with this key waits or runs, another isn't taken. */
  readonly uniqueKey?: string;
}

/** A job that this process has, until the lease ends. */
export interface Job {
  readonly id: number;
  readonly kind: string;
  /** Empty when it is done for nobody. */
  readonly owner: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Counts this try; the first is 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /**
   * All tries are over, and with the last the process itself went down or lost the job: it isn't to
   * be run again, but whoever waits for it has to be told, and then `complete`.
   */
  readonly isOver: boolean;
  readonly lease: string;
}

/** How the places for jobs are shared between those whom they are done for. */
export interface JobShares {
  /** Jobs of one owner at most that the asking process has at a time. */
  readonly perOwner: number;
  /** How many it has now, by owner. */
  readonly running: ReadonlyMap<string, number>;
}

export interface JobCount {
  readonly kind: string;
  readonly state: 'waiting' | 'running' | 'failed';
  readonly count: number;
}

export interface JobRepository {
  /** Inside a transaction it is there only if that is kept. false: one with its key is there. */
  enqueue(job: NewJob): Promise<boolean>;
  /**
   * Takes up to `limit` jobs that are due, or whose process let its lease end: these first. Then
   * whoever has the fewest running is the next, by turns; of one owner the most urgent.
   */
  claim(kind: string, limit: number, leaseMs: number, shares?: JobShares): Promise<readonly Job[]>;
  /** Keeps a job longer, counted from now; false: it was lost, so stop. */
  extend(job: Job, leaseMs: number): Promise<boolean>;
  /** The job is done with; false: it was lost meanwhile. */
  complete(job: Job): Promise<boolean>;
  /** Puts it back, as if it had not been tried: this process ends; false: it was lost meanwhile. */
  release(job: Job): Promise<boolean>;
  /** Puts it back, each time for longer, or gives it up. */
  fail(job: Job, error: string): Promise<'put-back' | 'given-up' | 'lost'>;
  /** When the next one is due; null when none waits. */
  nextAt(kinds: readonly string[]): Promise<UnixMs | null>;
  counts(): Promise<readonly JobCount[]>;
  /** Forgets jobs that were given up before `before`. */
  prune(before: UnixMs): Promise<void>;
}
