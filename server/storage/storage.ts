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

/** Everything that is kept, by noun. Each change is a transaction of its own. */
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
   * Grows with every change, by any process, that could alter an answer to `userId`; 0 for a user
   * that isn't there. What was answered while it stood still may be answered again.
   */
  changeCount(userId: UserId): Promise<number>;
  /** When the last of those changes was; never before an earlier one, whatever the clock does. */
  changedAt(userId: UserId): Promise<UnixMs>;
}

/**
 * The database. Every function of it may throw `StorageUnavailable`, and nothing else that is
 * expected; what is acknowledged is on the disk.
 */
export interface Storage extends Repositories {
  readonly kind: 'sqlite' | 'postgres';
  /**
   * Runs `work` with repositories that share one transaction: all of it is kept or, when it throws,
   * nothing. `work` awaits nothing but them: on SQLite other writers wait for it, and on PostgreSQL
   * it holds a connection.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Writes all of it, as it is at one moment, into a file that either database can be restored from.
   * Others read and write meanwhile. The file is there only once it is whole.
   */
  backup(to: string): Promise<void>;
  /**
   * Puts a backup, of this version or an older one, in the place of all there is: all of it or, with
   * an error, nothing. Other processes may be at work; their writes wait.
   */
  restore(from: string): Promise<Result<null, RestoreError>>;
  /** Lets what has begun come to its end, then lets go of the database. */
  close(): Promise<void>;
}
