import { err, type Result } from '../domain';
import type { LibraryError, Written } from './repository';

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
  'UnknownError',
  'UpgradeError',
  'VersionError',
]);

/**
 * What `work` gives back, with storage failures as values. A failed transaction has changed
 * nothing. Throws what is a bug.
 */
export async function attempt<T>(work: () => PromiseLike<Result<T, LibraryError>>): Written<T> {
  try {
    return await work();
  } catch (error) {
    const failure = toLibraryError(error);
    if (failure === null) throw error;
    return err(failure);
  }
}

/** The error as a value; null when it is a bug. */
export function toLibraryError(error: unknown): LibraryError | null {
  const causes = [...causesOf(error)];
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
