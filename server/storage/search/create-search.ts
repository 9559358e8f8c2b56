import { sql } from 'kysely';
import type { Session } from '../session';
import { indexSome } from './index-some';
import type { SearchRepository } from './search';

/** The upkeep of the word index, in either database. */
export const createSearch = (session: Session): SearchRepository => ({
  indexSome: (userId) => indexSome(session, userId),
  async waiting() {
    const { waiting } = await session.db
      .selectFrom('unindexed')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow();
    return waiting;
  },
  reindex: () =>
    session.write(async ({ db, engine }) => {
      await engine.words.clear(db);
      await db.deleteFrom('unindexed').execute();
      await sql`insert into unindexed (bookmark_key, stamp) select key, 0 from bookmarks`.execute(
        db,
      );
    }),
});
