import type { UnixMs } from '../../src/domain';
import type { Session } from './database-session';
import type { UserId } from './ids';

/** What a key was first used for. */
export interface IdempotentRequest {
  readonly key: string;
  /** Of the request: the same key for another one is a mistake of the client. */
  readonly fingerprint: string;
  /** What the request makes; made before it is written. */
  readonly bookmarkId: string;
  readonly expires: UnixMs;
}

export type IdempotencyClaim =
  | { readonly kind: 'first' }
  /** `bookmarkId` is what was made then. */
  | { readonly kind: 'again'; readonly bookmarkId: string }
  | { readonly kind: 'other-request' };

export interface IdempotencyRepository {
  /**
   * Says whether a key is new, and makes it known. In one transaction with what is made: of two
   * requests at once the second waits for the first, and finds it.
   */
  claim(userId: UserId, request: IdempotentRequest): Promise<IdempotencyClaim>;
  /** Removes what expired before `before`. */
  clear(before: UnixMs): Promise<void>;
}

/** Keys of requests that may come twice, in either database. */
export const createIdempotency = ({ write }: Session): IdempotencyRepository => ({
  claim: (userId, { key, fingerprint, bookmarkId, expires }) =>
    write(async ({ db, now }) => {
      const known = db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('user_id', '=', userId)
        .where('key', '=', key);
      const written = { fingerprint, bookmark_id: bookmarkId, expires };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('idempotency_keys')
        .values({ user_id: userId, key, ...written })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'key'])
            .doUpdateSet(written)
            .where('idempotency_keys.expires', '<=', now()),
        )
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) return { kind: 'first' };
      const first = await known.executeTakeFirstOrThrow();
      return first.fingerprint === fingerprint
        ? { kind: 'again', bookmarkId: first.bookmark_id }
        : { kind: 'other-request' };
    }),
  clear: (before) =>
    write(async ({ db }) => {
      await db.deleteFrom('idempotency_keys').where('expires', '<', before).execute();
    }),
});
