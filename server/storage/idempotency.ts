import type { UnixMs } from '../../src/domain';
import type { Session } from './database-session';
import type { UserId } from './ids';

/** The first request with an idempotency key. */
export interface IdempotentRequest {
  readonly key: string;
  /** The fingerprint of the request. Using the key for another request is a client error. */
  readonly fingerprint: string;
  /** The id of the bookmark that the request creates, chosen in advance. */
  readonly bookmarkId: string;
  readonly expires: UnixMs;
}

export type IdempotencyClaim =
  | { readonly kind: 'first' }
  /** The request was repeated. `bookmarkId` was created by the first one. */
  | { readonly kind: 'again'; readonly bookmarkId: string }
  | { readonly kind: 'other-request' };

export interface IdempotencyRepository {
  /**
   * Records a key and tells whether it is new. Call it in the transaction that creates the bookmark:
   * of two simultaneous requests, the second then waits for the first and finds its key.
   */
  claim(userId: UserId, request: IdempotentRequest): Promise<IdempotencyClaim>;
  /** Deletes rows that expired before `before`. */
  clear(before: UnixMs): Promise<void>;
}

/** Creates the repository of idempotency keys. */
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
