import { createBookmarks } from './bookmarks/bookmarks';
import { createEvents } from './events/events';
import type { UserId } from './ids';
import { createAttempts } from './keeping/attempts';
import { createSecrets } from './keeping/secrets';
import type { NewsDesk } from './news';
import { createOAuth } from './oauth/create-oauth';
import type { Session } from './session';
import { createSessions } from './sessions/sessions';
import { slot, statement } from './statement';
import type { Repositories } from './storage';
import { createTokens } from './tokens/tokens';
import { createUsers } from './users/users';

const countChanges = statement<{ changes: number }, [userId: UserId]>((db) =>
  db.selectFrom('users').select('changes').where('id', '=', slot<UserId>(0)),
);

/** All repositories on one session: the database, or a transaction. */
export const createRepositories = (session: Session, desk: NewsDesk): Repositories => ({
  users: createUsers(session),
  tokens: createTokens(session),
  oauth: createOAuth(session),
  sessions: createSessions(session),
  bookmarks: createBookmarks(session),
  events: createEvents(session, desk),
  attempts: createAttempts(session),
  secrets: createSecrets(session),
  changeCount: async (userId) => (await countChanges(session, userId))[0]?.changes ?? 0,
});
