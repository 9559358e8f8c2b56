import { createAnnotations } from './annotations/annotations';
import { createAttempts } from './attempts/attempts';
import { createBookmarks } from './bookmarks/bookmarks';
import { changedAt } from './bookmarks/change-number';
import { createCollections } from './collections/collections';
import { createContents } from './contents/contents';
import { createEvents } from './events/events';
import { createIdempotency } from './idempotency/idempotency';
import type { UserId } from './ids';
import { createImports } from './imports/imports';
import { createJobs } from './jobs/jobs';
import { createLabels } from './labels/labels';
import type { NewsDesk } from './news';
import { createOAuth } from './oauth/create-oauth';
import { createSearch } from './search/create-search';
import { createSecrets } from './secrets/secrets';
import type { Session } from './session';
import { createSessions } from './sessions/sessions';
import { createShareLinks } from './share-links/share-links';
import { keptStatement, slot } from './statement';
import type { Repositories } from './storage';
import { createTokens } from './tokens/tokens';
import { createUsers } from './users/users';

const countChanges = keptStatement<{ changes: number }, UserId, number>(
  (db) => db.selectFrom('users').select('changes').where('id', '=', slot<UserId>(0)),
  ({ changes }) => changes,
);

type Desk = Pick<NewsDesk, 'subscribe'>;

const MAKERS: {
  readonly [K in keyof Repositories]: (session: Session, desk: Desk) => Repositories[K];
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
 * All repositories on one session: the database, or a transaction. Each is made when it is first
 * asked for, since a transaction needs one or two of them.
 */
export function createRepositories(session: Session, desk: Desk): Repositories {
  const made: Partial<Record<keyof Repositories, unknown>> = {};
  const repositories = {};
  for (const [name, make] of Object.entries(MAKERS)) {
    Object.defineProperty(repositories, name, {
      enumerable: true,
      get: () => (made[name as keyof Repositories] ??= make(session, desk)), // A name of MAKERS.
    });
  }
  return repositories as Repositories; // It has a getter for each.
}
