import type { BundleFailure } from '../formats';
import type { LibraryError } from '../library';

/**
 * Why a transfer ended. `quota`: the browser has no space left. `unavailable`: the library cannot be
 * opened. `busy`: another window exports. `failed`: a bug, which the console has.
 */
export type TransferProblem = BundleFailure['kind'] | 'quota' | 'unavailable' | 'busy' | 'failed';

/** Returns the problem that a failure is for the person. */
export function problemOf({ kind }: BundleFailure | LibraryError): TransferProblem {
  switch (kind) {
    case 'not-a-bundle':
    case 'newer-version':
    case 'too-large':
    case 'quota':
    case 'unavailable':
      return kind;
    // A write that adds bookmarks has no other failures.
    default:
      return 'failed';
  }
}
