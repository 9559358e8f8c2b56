import type { Result, UnixMs } from '../domain';
import type { ArticleRepository, AssetRepository, SyncRepository } from '../library';
import type { ServiceError } from '../service';
import type { SyncServer } from './server';

/** What sync needs of a library. */
export interface SyncedLibrary {
  readonly articles: Pick<ArticleRepository, 'get'>;
  readonly assets: Pick<AssetRepository, 'getMany'>;
  readonly sync: SyncRepository;
}

/** What a round of sync works with. */
export interface SyncContext {
  readonly library: SyncedLibrary;
  readonly server: SyncServer;
  readonly features: () => Promise<Result<readonly string[], ServiceError>>;
  readonly now: () => UnixMs;
  /** From 0 up to, and without, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}
