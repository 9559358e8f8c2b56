import { randomFillSync } from 'node:crypto';
import { encodeShortId } from '../../../src/contract';
import type { Brand } from '../../../src/domain/brand';

/** The number of a user. It is never sent to clients. */
export type UserId = Brand<number, 'UserId'>;

/**
 * The number of a bookmark. It is never reused and never sent to clients. It starts with the number
 * of its owner, so a user's rows and search postings lie together, and a library is a key range.
 */
export type BookmarkKey = Brand<number, 'BookmarkKey'>;

/** SHA-256 of some bytes, as 64 lower-case hex digits. */
export type BlobHash = Brand<string, 'BlobHash'>;

/** The most bookmarks that one user can create. With 2 million users the keys still fit a double. */
const KEYS_PER_USER = 2 ** 32;

/** Computes the key of the `nth` bookmark (from 1) of `userId`. */
export const bookmarkKey = (userId: UserId, nth: number): BookmarkKey =>
  (userId * KEYS_PER_USER + nth) as BookmarkKey;

/** Computes the first and last possible key of `userId`. */
export const keyRange = (userId: UserId): readonly [first: BookmarkKey, last: BookmarkKey] => [
  bookmarkKey(userId, 0),
  bookmarkKey(userId, KEYS_PER_USER - 1),
];

/** Returns the owner of the bookmark `key`. */
export const ownerOf = (key: BookmarkKey): UserId => Math.floor(key / KEYS_PER_USER) as UserId;

const bytes = new Uint8Array(16);
const RANDOM_ID = /^[a-zA-Z0-9]{18,22}$/;

/** Creates a random id for the API: 18 to 22 characters, 128 bits. */
export function newShortId(): string {
  const id = encodeShortId(randomFillSync(bytes));
  // About one in 2^24 is too short for the routes.
  return RANDOM_ID.test(id) ? id : newShortId();
}
