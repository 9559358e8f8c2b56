import { err, ok, type Result } from '../../domain/result';
import type { LibraryDatabase } from './schema';

/** Ends a subscription. Safe to call twice. */
export type Dispose = () => void;

/** Expected errors of a write. */
export type LibraryError =
  /** The browser has no space left; nothing was changed. */
  | { readonly kind: 'quota' }
  | { readonly kind: 'not-found' }
  /** *Capture again* found no text and the bookmark has an article, which stays. */
  | { readonly kind: 'nothing-better' }
  /** A required name is blank. */
  | { readonly kind: 'no-name' }
  /** The address cannot be opened again: `javascript:`, `data:`, `blob:`, `mailto:` and others. */
  | { readonly kind: 'not-an-address' }
  /** IndexedDB cannot be opened: private mode without storage, a broken profile, a newer schema. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export type Written<T> = Promise<Result<T, LibraryError>>;

/** Names of errors that a disk, a profile or an upgrade in another tab causes. They are no bugs. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'NotReadableError',
  'OpenFailedError',
  'SecurityError',
  'TimeoutError',
  // A request on a transaction that has just ended.
  'TransactionInactiveError',
  'UnknownError',
  'UpgradeError',
  'VersionError',
]);

/**
 * Runs `change` in one transaction over `tables` with strict durability: when the result arrives,
 * either everything is on disk or nothing has changed. Storage failures are values; bugs are
 * exceptions. `change` must not await anything but the database.
 */
export async function commit<T>(
  db: LibraryDatabase,
  tables: readonly string[],
  change: () => Promise<Result<T, LibraryError>>,
): Written<T> {
  let transaction: IDBTransaction | null = null;
  try {
    return await db.transaction('rw', tables, async ({ idbtrans }) => {
      transaction = idbtrans;
      return change();
    });
  } catch (error) {
    const failure = failed(error, transaction);
    if (failure.kind === 'quota') await passDeletesOnly(db, tables);
    return err(failure);
  }
}

/** Like `commit`, for a change that only the storage can make fail. */
export const write = (
  db: LibraryDatabase,
  tables: readonly string[],
  change: () => PromiseLike<unknown>,
): Written<void> =>
  commit(db, tables, async () => {
    await change();
    return ok(undefined);
  });

/** Returns the result of `read`. Storage failures are values; bugs are exceptions. */
export async function attempt<T>(read: () => PromiseLike<T>): Written<T> {
  try {
    return ok(await read());
  } catch (error) {
    return err(failed(error, null));
  }
}

/**
 * After a transaction that exceeded the quota, Firefox allows only deletions in the next
 * transaction of the connection (`mQuotaExceeded` of its IDBDatabase). An empty transaction uses
 * that turn up, so that the caller can retry with less data.
 */
async function passDeletesOnly(db: LibraryDatabase, tables: readonly string[]): Promise<void> {
  try {
    await db.transaction('rw', tables, async () => {});
  } catch {
    // The next write meets the failure and reports it.
  }
}

function failed(error: unknown, transaction: IDBTransaction | null): LibraryError {
  // If its requests were cut off, only the transaction knows the cause.
  const failure = toLibraryError([error, transaction?.error]);
  if (failure === null) throw error;
  return failure;
}

/** Converts a storage failure; returns null for a bug. */
export function toLibraryError(errors: readonly unknown[]): LibraryError | null {
  const causes = errors.flatMap((error) => [...causesOf(error)]);
  if (causes.some((cause) => cause.name === 'QuotaExceededError')) return { kind: 'quota' };
  const known = causes.find((cause) => UNAVAILABLE.has(cause.name));
  return known ? { kind: 'unavailable', detail: `${known.name}: ${known.message}` } : null;
}

/** Yields the error and those that it wraps. A quota error at commit is inside an AbortError. */
function* causesOf(error: unknown): Generator<{ name: string; message: string }> {
  if (typeof error !== 'object' || error === null) return;
  if ('name' in error) {
    const message = 'message' in error ? String(error.message) : '';
    yield { name: String(error.name), message };
  }
  if ('inner' in error) yield* causesOf(error.inner);
  if ('failures' in error && Array.isArray(error.failures)) {
    for (const failure of error.failures) yield* causesOf(failure);
  }
}
