/** Why the database can't do what was asked; none of them is the caller's doing. */
export type UnavailableReason =
  /** No room on the disk. */
  | 'full'
  /** Not there, not to be reached, or went away. */
  | 'gone'
  /** Others hold what is needed for too long: trying again can help. */
  | 'busy';

/**
 * The database is gone or full. Nothing of the transaction was kept, everything acknowledged before
 * is. The one error of this room that may be expected; it becomes 503 in one place.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, cause: unknown) {
    super(`The database is ${reason}`, { cause });
    this.reason = reason;
  }
}
