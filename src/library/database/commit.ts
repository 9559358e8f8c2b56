import { err, type Result } from '../../domain';
import type { LibraryDatabase } from './schema';

/** Ends a subscription. Safe to call twice. */
export type Dispose = () => void;

/** What can go wrong with a write that is nobody's bug. */
export type LibraryError =
  /** The browser has no room left; nothing was changed. */
  | { readonly kind: 'quota' }
  | { readonly kind: 'not-found' }
  /** *Capture again* gave no text where the article has some: the article stays as it was. */
  | { readonly kind: 'nothing-better' }
  /** What has to be called something was called nothing. */
  | { readonly kind: 'no-name' }
  /** The address is none to come back to: `javascript:`, `data:`, `blob:`, `mailto:` and the like. */
  | { readonly kind: 'not-an-address' }
  /** IndexedDB can't be opened: private mode without storage, a broken profile, a newer schema. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export type Written<T> = Promise<Result<T, LibraryError>>;

/** Names of what a disk, a profile or another tab's upgrade does to us: nobody's bug. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'NotReadableError',
  'OpenFailedError',
  'SecurityError',
  'TimeoutError',
  // A request on a transaction that has just been ended under us.
  'TransactionInactiveError',
  'UnknownError',
  'UpgradeError',
  'VersionError',
]);

/**
 * Runs `change` in one transaction over `tables`, strictly durable: all of it is on the disk when
 * the result is there, or nothing has changed. Storage failures are values; what is a bug throws.
 * `change` awaits nothing but the database.
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

/**
 * Firefox lets the first transaction of a connection that follows one which did not fit only delete
 * (`mQuotaExceeded` of its IDBDatabase). An empty one takes that turn: the next may be the try with less.
 */
async function passDeletesOnly(db: LibraryDatabase, tables: readonly string[]): Promise<void> {
  try {
    await db.transaction('rw', tables, async () => {});
  } catch {
    // Whoever writes next meets the failure, and tells it.
  }
}

function failed(error: unknown, transaction: IDBTransaction | null): LibraryError {
  // Only the transaction knows why it ended when its requests were merely cut off.
  const failure = toLibraryError([error, transaction?.error]);
  if (failure === null) throw error;
  return failure;
}

/** What went wrong with the storage, as a value; null when it is a bug. */
export function toLibraryError(errors: readonly unknown[]): LibraryError | null {
  const causes = errors.flatMap((error) => [...causesOf(error)]);
  if (causes.some((cause) => cause.name === 'QuotaExceededError')) return { kind: 'quota' };
  const known = causes.find((cause) => UNAVAILABLE.has(cause.name));
  return known ? { kind: 'unavailable', detail: `${known.name}: ${known.message}` } : null;
}

/** The error and what it was wrapped around: a quota met on commit is inside an AbortError. */
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
