import { createAnnotations } from './annotations/annotations';
import { createAttempts } from './attempts/attempts';
import { createBookmarks } from './bookmarks/bookmarks';
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
import { slot, statement } from './statement';
import type { Repositories } from './storage';
import { createTokens } from './tokens/tokens';
import { createUsers } from './users/users';

const countChanges = statement<{ changes: number }, [userId: UserId]>((db) =>
  db.selectFrom('users').select('changes').where('id', '=', slot<UserId>(0)),
);

/** All repositories on one session: the database, or a transaction. */
export const createRepositories = (
  session: Session,
  desk: Pick<NewsDesk, 'subscribe'>,
): Repositories => ({
  users: createUsers(session),
  tokens: createTokens(session),
  oauth: createOAuth(session),
  sessions: createSessions(session),
  bookmarks: createBookmarks(session),
  labels: createLabels(session),
  contents: createContents(session),
  annotations: createAnnotations(session),
  collections: createCollections(session),
  shareLinks: createShareLinks(session),
  imports: createImports(session),
  events: createEvents(session, desk),
  jobs: createJobs(session),
  search: createSearch(session),
  idempotency: createIdempotency(session),
  attempts: createAttempts(session),
  secrets: createSecrets(session),
  changeCount: async (userId) => (await countChanges(session, userId))[0]?.changes ?? 0,
});
