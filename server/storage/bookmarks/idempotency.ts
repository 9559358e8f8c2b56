import { sql } from 'kysely';
import type { UnixMs } from '../../../src/domain/time';
import { deleteInSteps } from '../database/rows';
import type { Session } from '../database/session';
import { WriteConflict } from '../database/unavailable';
import type { UserId } from '../schema/ids';

/** The first request with an idempotency key. */
export interface IdempotentRequest {
  readonly key: string;
  /** The fingerprint of the request. Using the key for another request is a client error. */
  readonly fingerprint: string;
  /** The id of the bookmark that the request creates, chosen in advance. */
  readonly bookmarkId: string;
  readonly expires: UnixMs;
  /** True if the same client has sent the request before, without a response. */
  readonly isRepeat?: boolean;
}

export type IdempotencyClaim =
  | { readonly kind: 'first' }
  /** `bookmarkId` was created by the first request: the same one, or another one. */
  | { readonly kind: 'again' | 'other-request'; readonly bookmarkId: string };

/** Creates the repository of idempotency keys. */
export const createIdempotency = ({ write }: Session) => ({
  /**
   * Records a key and tells whether it is new. Call it in the transaction that creates the bookmark:
   * of two simultaneous requests, the second then waits for the first and finds its key. The key of
   * a bookmark that was deleted counts as new, except for a repeat of the same request.
   */
  claim: (
    userId: UserId,
    { key, fingerprint, bookmarkId, expires, isRepeat = false }: IdempotentRequest,
  ) =>
    write(async ({ db, now }): Promise<IdempotencyClaim> => {
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
      for (;;) {
        const first = await db
          .selectFrom('idempotency_keys as k')
          .leftJoin('bookmarks as b', 'b.id', 'k.bookmark_id')
          .select(['k.fingerprint', 'k.bookmark_id', 'b.id'])
          .where('k.user_id', '=', userId)
          .where('k.key', '=', key)
          .executeTakeFirst();
        if (first === undefined) throw new WriteConflict(new Error('The key has just expired'));
        const isSame = first.fingerprint === fingerprint;
        if (first.id !== null || (isSame && isRepeat)) {
          return { kind: isSame ? 'again' : 'other-request', bookmarkId: first.bookmark_id };
        }
        // Another request may take the key at the same time. Its bookmark is then found here.
        const { numUpdatedRows } = await db
          .updateTable('idempotency_keys')
          .set(written)
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .where('bookmark_id', '=', first.bookmark_id)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) return { kind: 'first' };
      }
    }),
  /** Deletes rows that expired before `before`. */
  clear: (before: UnixMs) =>
    deleteInSteps({ write }, 'idempotency_keys', ['user_id', 'key'], sql`expires < ${before}`),
});
