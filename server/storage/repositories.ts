import { createAttempts } from './account/attempts';
import { createIdentities } from './account/identities';
import { createOAuth } from './account/oauth';
import { createPasskeys } from './account/passkeys';
import { createPendingSignIns } from './account/pending-sign-ins';
import { createSecrets } from './account/secrets';
import { createSessions } from './account/sessions';
import { createTokens } from './account/tokens';
import { createUsers } from './account/users';
import { createBookmarks } from './bookmarks/bookmarks';
import { changedAt } from './bookmarks/change-number';
import { createIdempotency } from './bookmarks/idempotency';
import { confirmTime } from './clock';
import { createCollections } from './collections/collections';
import { createContents } from './contents/contents';
import type { ChangeNotifier } from './database/change-notifier';
import type { Session } from './database/session';
import { cachedStatement, slot } from './database/statement';
import { createEvents } from './events/events';
import { createAnnotations } from './highlights/annotations';
import { createJobs } from './jobs/jobs';
import { createLabels } from './labels/labels';
import type { UserId } from './schema/ids';
import { createSearch } from './search/search';
import { createImports } from './transfer/imports';
import { createShareLinks } from './transfer/share-links';

const countChanges = cachedStatement<{ changes: number }, UserId, number>(
  (db) => db.selectFrom('users').select('changes').where('id', '=', slot<UserId>(0)),
  ({ changes }) => changes,
);

type Subscribe = Pick<ChangeNotifier, 'subscribe'>;

const MAKERS = {
  users: createUsers,
  tokens: createTokens,
  oauth: createOAuth,
  sessions: createSessions,
  identities: createIdentities,
  passkeys: createPasskeys,
  pendingSignIns: createPendingSignIns,
  bookmarks: createBookmarks,
  labels: createLabels,
  contents: createContents,
  annotations: createAnnotations,
  collections: createCollections,
  shareLinks: createShareLinks,
  imports: createImports,
  events: createEvents,
  jobs: createJobs,
  search: createSearch,
  idempotency: createIdempotency,
  attempts: createAttempts,
  secrets: createSecrets,
  confirmTime,
  /**
   * Returns a number that grows with every change, by any process, that could alter an answer to
   * `userId`; 0 for an unknown user. While it stays the same, earlier answers stay valid.
   */
  changeCount: (session: Session) => async (userId: UserId) =>
    (await countChanges(session, userId))[0] ?? 0,
  /** Returns the time of the last of those changes. It never decreases, even if the clock is set back. */
  changedAt: (session: Session) => (userId: UserId) => changedAt(session, userId),
};

/** The repositories of the server's data. Each change runs in its own transaction. */
export type Repositories = {
  readonly [Name in keyof typeof MAKERS]: ReturnType<(typeof MAKERS)[Name]>;
};

/**
 * Creates all repositories on one session, which is the database or a transaction. Each repository
 * is created at its first use, because a transaction needs one or two of them.
 */
export function createRepositories(session: Session, notifier: Subscribe): Repositories {
  const made: Partial<Record<keyof Repositories, unknown>> = {};
  const repositories = {};
  for (const [name, make] of Object.entries(MAKERS)) {
    Object.defineProperty(repositories, name, {
      enumerable: true,
      get: () => (made[name as keyof Repositories] ??= make(session, notifier)), // A name of MAKERS.
    });
  }
  return repositories as Repositories; // It has a getter for each.
}
