import type { Result, UnixMs } from '../domain';
import type { Library } from '../library';
import type { ServiceError } from '../service';
import type { SyncServer } from './server';

/** What a round of sync works with. */
export interface SyncContext {
  readonly library: Pick<Library, 'articles' | 'assets' | 'sync'>;
  readonly server: SyncServer;
  readonly features: () => Promise<Result<readonly string[], ServiceError>>;
  readonly now: () => UnixMs;
  /** From 0 up to, and without, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}
