import type { UnixMs } from '../../../src/domain';

/** How often something was tried since its time began to count. */
export interface Attempts {
  readonly count: number;
  /** When all is forgotten. */
  readonly resetsAt: UnixMs;
}

/** Tries that are limited, counted for all processes together. */
export interface AttemptRepository {
  /** Counts one more of `key`. The first one begins a time of `windowMs`, after which it is the first again. */
  count(key: string, windowMs: number): Promise<Attempts>;
  /** Without counting; null when there was none that still counts. */
  look(key: string): Promise<Attempts | null>;
  /** Takes one count of `key` back. */
  giveBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
  /** Removes what no longer counts since `before`. */
  clear(before: UnixMs): Promise<void>;
}
