/** The reason why the database cannot answer. None of them is the caller's fault. */
export type UnavailableReason =
  /** The disk is full. */
  | 'full'
  /** The database is missing, cannot be reached or closed the connection. */
  | 'gone'
  /** A lock was held for too long. Another try can succeed. */
  | 'busy';

/**
 * The database cannot answer. Nothing of the transaction was kept; earlier commits were. It becomes a
 * 503, or a 507 of a full disk, in one place.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly reason: UnavailableReason;
  /** True after earlier steps of the same request were kept. The request does the rest when it is repeated. */
  readonly isPartial: boolean;

  constructor(reason: UnavailableReason, cause: unknown, isPartial = false) {
    super(`The database is ${reason}`, { cause });
    this.reason = reason;
    this.isPartial = isPartial;
  }
}

export const isFull = (error: unknown): boolean =>
  error instanceof StorageUnavailable && error.reason === 'full';

/** Does a write that a read makes on its way. Returns null if it is lost because the disk is full. */
export const unlessFull = <T>(written: Promise<T>): Promise<T | null> =>
  written.catch((error) => {
    if (!isFull(error)) throw error;
    return null;
  });

/**
 * Another request has deleted a row that this write refers to, or was first to take a unique value.
 * Nothing of the transaction was kept. The same request again gets the answer of one that came later, so
 * the server answers it again, once. If it fails again, that is a bug.
 */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';

  constructor(cause: unknown) {
    super('Another write was first', { cause });
  }
}

/** A search was stopped, because it took more than a search may. The database works. */
export class SearchStopped extends Error {
  override readonly name = 'SearchStopped';

  constructor(reason: 'took-too-long' | 'took-too-much-memory') {
    super(`A search ${reason.replaceAll('-', ' ')}`);
  }
}
