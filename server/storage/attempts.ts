import { type UnixMs, unixMs } from '../../src/domain';
import type { Session } from './database-session';

/** How often something was tried since its time began to count. */
export interface Attempts {
  readonly count: number;
  /** When all is forgotten. */
  readonly resetsAt: UnixMs;
}

/** Tries that are limited, counted for all processes together. */
export interface AttemptRepository {
  /** Counts one more of `key`. The first one begins a time of `windowMs`, after which it is the first again. */
  count(key: string, windowMs: number): Promise<Attempts>;
  /** Without counting; null when there was none that still counts. */
  look(key: string): Promise<Attempts | null>;
  /** Takes one count of `key` back. */
  giveBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
  /** Removes what no longer counts since `before`. */
  clear(before: UnixMs): Promise<void>;
}

/** Limited tries, in either database. */
export function createAttempts(session: Session): AttemptRepository {
  const { db, now } = session;
  return {
    count: (key, windowMs) =>
      session.write(async (unit) => {
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
    async look(key) {
      const row = await db
        .selectFrom('attempts')
        .select(['count', 'resets_at'])
        .where('key', '=', key)
        .where('resets_at', '>', now())
        .executeTakeFirst();
      return row ? { count: row.count, resetsAt: unixMs(row.resets_at) } : null;
    },
    async giveBack(key) {
      await session.write((unit) =>
        unit.db
          .updateTable('attempts')
          .set(({ eb }) => ({ count: eb('count', '-', 1) }))
          .where('key', '=', key)
          .where('count', '>', 0)
          .execute(),
      );
    },
    async forget(key) {
      await session.write((unit) =>
        unit.db.deleteFrom('attempts').where('key', '=', key).execute(),
      );
    },
    async clear(before) {
      await session.write((unit) =>
        unit.db.deleteFrom('attempts').where('resets_at', '<', before).execute(),
      );
    },
  };
}
