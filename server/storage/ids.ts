import { randomFillSync } from 'node:crypto';
import { encodeShortId } from '../../src/contract';
import type { Brand } from '../../src/domain';

/** A user's number; never leaves the server. */
export type UserId = Brand<number, 'UserId'>;

/**
 * A bookmark's number, never given twice; never leaves the server. It begins with its owner's, so
 * that one person's rows and search postings lie together and a range of numbers is one library.
 */
export type BookmarkKey = Brand<number, 'BookmarkKey'>;

/** SHA-256 of some bytes, as 64 lower-case hex digits. */
export type BlobHash = Brand<string, 'BlobHash'>;

/** Bookmarks one user can ever make; with 2 million users the numbers still fit a double. */
const KEYS_PER_USER = 2 ** 32;

/** The key of the `nth` bookmark (from 1) that `userId` ever made. */
export const bookmarkKey = (userId: UserId, nth: number): BookmarkKey =>
  (userId * KEYS_PER_USER + nth) as BookmarkKey;

/** The first and last key that `userId` can have. */
export const keyRange = (userId: UserId): readonly [first: BookmarkKey, last: BookmarkKey] => [
  bookmarkKey(userId, 0),
  bookmarkKey(userId, KEYS_PER_USER - 1),
];

/** Whose bookmark `key` is. */
export const ownerOf = (key: BookmarkKey): UserId => Math.floor(key / KEYS_PER_USER) as UserId;

const bytes = new Uint8Array(16);
const RANDOM_ID = /^[a-zA-Z0-9]{18,22}$/;

/** A new random id as the API shows it: 18 to 22 characters, 128 bits. */
export function newShortId(): string {
  const id = encodeShortId(randomFillSync(bytes));
  // One in 2^24 or so is shorter than the routes take.
  return RANDOM_ID.test(id) ? id : newShortId();
}
