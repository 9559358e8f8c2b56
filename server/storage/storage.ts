import type { Result, UnixMs } from '../../src/domain';
import type { AnnotationRepository } from './annotations/annotation';
import type { AttemptRepository } from './attempts';
import type { BookmarkRepository } from './bookmarks/bookmark';
import type { CollectionRepository } from './collections';
import type { ContentRepository } from './contents/content';
import type { RestoreError } from './dump/read-dump';
import type { EventRepository } from './events';
import type { IdempotencyRepository } from './idempotency';
import type { UserId } from './ids';
import type { ImportRepository } from './imports';
import type { JobRepository } from './jobs/job';
import type { LabelRepository } from './labels';
import type { OAuthRepository } from './oauth/oauth';
import type { SearchRepository } from './search/search';
import type { SecretRepository } from './secrets';
import type { SessionRepository } from './sessions';
import type { ShareLinkRepository } from './share-links';
import type { TokenRepository } from './tokens';
import type { UserRepository } from './users';

/** The repositories of the server's data. Each change runs in its own transaction. */
export interface Repositories {
  readonly users: UserRepository;
  readonly tokens: TokenRepository;
  readonly oauth: OAuthRepository;
  readonly sessions: SessionRepository;
  readonly bookmarks: BookmarkRepository;
  readonly labels: LabelRepository;
  readonly contents: ContentRepository;
  readonly annotations: AnnotationRepository;
  readonly collections: CollectionRepository;
  readonly shareLinks: ShareLinkRepository;
  readonly imports: ImportRepository;
  readonly events: EventRepository;
  readonly jobs: JobRepository;
  readonly search: SearchRepository;
  readonly idempotency: IdempotencyRepository;
  readonly attempts: AttemptRepository;
  readonly secrets: SecretRepository;
  /**
   * Returns a number that grows with every change, by any process, that could alter an answer to
   * `userId`; 0 for an unknown user. While it stays the same, earlier answers stay valid.
   */
  changeCount(userId: UserId): Promise<number>;
  /** Returns the time of the last of those changes. It never decreases, even if the clock is set back. */
  changedAt(userId: UserId): Promise<UnixMs>;
}

/**
 * The database. Every function may throw `StorageUnavailable`, which is the only expected exception.
 * A write that has resolved is on disk.
 */
export interface Storage extends Repositories {
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Runs `work` with repositories that share one transaction. When `work` throws, nothing is kept.
   * `work` must await only the repositories: on SQLite other writers wait for it, and on PostgreSQL
   * it holds a connection.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Writes a consistent snapshot to a file, from which either database can be restored. Reads and
   * writes continue meanwhile. The file appears only when it is complete.
   */
  backup(to: string): Promise<void>;
  /**
   * Replaces all data with a backup of this version or an older one. After an error nothing has
   * changed. Writes of other processes wait.
   */
  restore(from: string): Promise<Result<null, RestoreError>>;
  /** Waits for running work, then closes the database. */
  close(): Promise<void>;
}
