import { createAnnotations } from './annotations/annotations';
import { createAttempts } from './attempts';
import { createBookmarks } from './bookmarks/bookmarks';
import { changedAt } from './bookmarks/change-number';
import type { ChangeNotifier } from './change-notifier';
import { createCollections } from './collections';
import { createContents } from './contents/contents';
import type { Session } from './database-session';
import { createEvents } from './events';
import { createIdempotency } from './idempotency';
import type { UserId } from './ids';
import { createImports } from './imports';
import { createJobs } from './jobs/jobs';
import { createLabels } from './labels';
import { createOAuth } from './oauth/create-oauth';
import { createSearch } from './search/search';
import { createSecrets } from './secrets';
import { createSessions } from './sessions';
import { createShareLinks } from './share-links';
import { cachedStatement, slot } from './statement';
import type { Repositories } from './storage';
import { createTokens } from './tokens';
import { createUsers } from './users';

const countChanges = cachedStatement<{ changes: number }, UserId, number>(
  (db) => db.selectFrom('users').select('changes').where('id', '=', slot<UserId>(0)),
  ({ changes }) => changes,
);

type Subscribe = Pick<ChangeNotifier, 'subscribe'>;

const MAKERS: {
  readonly [K in keyof Repositories]: (session: Session, notifier: Subscribe) => Repositories[K];
} = {
  users: createUsers,
  tokens: createTokens,
  oauth: createOAuth,
  sessions: createSessions,
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
  changeCount: (session) => async (userId) => (await countChanges(session, userId))[0] ?? 0,
  changedAt: (session) => (userId) => changedAt(session, userId),
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
