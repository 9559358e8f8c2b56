import { type UnixMs, unixMs } from '../../../src/domain/time';
import type { Session } from '../database/session';

/** The number of attempts in the current period. */
export interface Attempts {
  readonly count: number;
  /** The end of the period. */
  readonly resetsAt: UnixMs;
}

/** Creates the repository of attempts, which are counted for rate limits and shared by all processes. */
export function createAttempts(session: Session) {
  const { db, now } = session;
  return {
    /** Counts one attempt of `key`. The first one starts a period of `windowMs`. */
    count: (key: string, windowMs: number) =>
      session.write(async (unit): Promise<Attempts> => {
        const at = now();
        const resets = at + windowMs;
        const row = await unit.db
          .insertInto('attempts')
          .values({ key, count: 1, resets_at: resets })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet(({ eb, ref }) => {
              const isOver = eb('attempts.resets_at', '<=', at);
              return {
                count: eb
                  .case()
                  .when(isOver)
                  .then(1)
                  .else(eb('attempts.count', '+', 1))
                  .end(),
                resets_at: eb
                  .case()
                  .when(isOver)
                  .then(resets)
                  .else(ref('attempts.resets_at'))
                  .end(),
              };
            }),
          )
          .returning(['count', 'resets_at'])
          .executeTakeFirstOrThrow();
        return { count: row.count, resetsAt: unixMs(row.resets_at) };
      }),
    /** Returns the count without counting; null when there is none in the current period. */
    async look(key: string): Promise<Attempts | null> {
      const row = await db
        .selectFrom('attempts')
        .select(['count', 'resets_at'])
        .where('key', '=', key)
        .where('resets_at', '>', now())
        .executeTakeFirst();
      return row ? { count: row.count, resetsAt: unixMs(row.resets_at) } : null;
    },
    /** Uncounts one attempt of `key`. */
    async giveBack(key: string): Promise<void> {
      await session.write((unit) =>
        unit.db
          .updateTable('attempts')
          .set(({ eb }) => ({ count: eb('count', '-', 1) }))
          .where('key', '=', key)
          .where('count', '>', 0)
          .execute(),
      );
    },
    async forget(key: string): Promise<void> {
      await session.write((unit) =>
        unit.db.deleteFrom('attempts').where('key', '=', key).execute(),
      );
    },
    /** Deletes periods that ended before `before`. */
    async clear(before: UnixMs): Promise<void> {
      await session.write((unit) =>
        unit.db.deleteFrom('attempts').where('resets_at', '<', before).execute(),
      );
    },
  };
}
